"""What a client may get wrong: each is a 4xx that names the field, and the server lives on."""

import json

import pytest
from serving import PROMPT, raw


def error_of(server, body, status=400):
    got, headers, answer = server.request("POST", "/v1/completions", body)
    assert got == status, answer
    assert headers["Content-Type"].startswith("application/json")
    error = json.loads(answer)["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert "\n" not in error["message"]
    return error


@pytest.fixture(autouse=True)
def lives_on(server):
    yield
    assert server.process.poll() is None
    assert server.health()[0] == 200


FIELDS = [
    ("max_tokens", -1), ("max_tokens", 1.5), ("max_tokens", True), ("max_tokens", 10**12),
    ("max_tokens", "5"), ("max_tokens", [5]),
    ("temperature", -1), ("temperature", "1"), ("top_p", 2), ("top_p", -1),
    ("min_p", 5), ("presence_penalty", 9), ("frequency_penalty", -3), ("repetition_penalty", 0),
    ("top_k", -2), ("n", 0), ("n", 10**6), ("seed", "x"), ("logprobs", 50), ("logprobs", True),
    ("stop", ""), ("stop", [""]), ("stop", 5), ("stop", ["x"] * 50),
    ("logit_bias", {"999999": 1}), ("logit_bias", {"abc": 1}), ("logit_bias", {"-1": 1}),
    ("logit_bias", {"1": 1e9}), ("logit_bias", 5), ("stop_token_ids", [999999]),
    ("prompt", ""), ("prompt", []), ("prompt", [[]]), ("prompt", [""]), ("prompt", 5),
    ("prompt", [999999]), ("prompt", [-1]), ("prompt", None), ("prompt", {"a": 1}),
    ("stream", "yes"), ("echo", 1), ("model", 5), ("user", 5),
    ("best_of", 2), ("suffix", "x"), ("grammar", "x"), ("lora", [{"id": 0}]), ("nonsense", 1),
]


@pytest.mark.parametrize("field,value", FIELDS, ids=lambda v: str(v)[:24])
def test_wrong_fields(server, field, value):
    error = error_of(server, {"prompt": PROMPT, "max_tokens": 1, field: value})
    assert error["param"] == field
    assert error["type"] == "invalid_request_error"
    assert field in error["message"]
    if isinstance(value, int) and not isinstance(value, bool):
        assert str(value) in error["message"] or field in ("nonsense", "best_of"), error


def test_ranges_are_shown(server):
    assert "between -2 and 2, got 9" in error_of(
        server, {"prompt": PROMPT, "presence_penalty": 9})["message"]
    assert "between 0 and 1, got 5" in error_of(server, {"prompt": PROMPT, "min_p": 5})["message"]


def test_null_is_absent(server):
    nulls = {field: None for field, _ in FIELDS if field not in ("prompt", "nonsense")}
    assert server.text(**{**nulls, "prompt": PROMPT, "max_tokens": 1, "temperature": 0}) == " Paris"


@pytest.mark.parametrize("body,part", [
    ("", "empty"), ("not json", "not valid JSON"), ("{", "not valid JSON"), ("[]", "JSON object"),
    ('"x"', "JSON object"), ("null", "JSON object"), ('{"prompt":"a","prompt":"b"}', "twice"),
    ('{"prompt":"\\ud83d"}', "not valid JSON"), ('{"prompt":NaN}', "not valid JSON"),
    (b'{"prompt":"\xff\xfe"}', "not valid UTF-8 at byte 11"),
    ('{"prompt":"a","x":' + "[" * 100_000 + "]" * 100_000 + "}", "levels deep"),
    ('{"prompt":"a","x":' + "[" * 20_000, "levels deep"),
], ids=lambda v: str(v)[:20])
def test_bodies(server, body, part):
    assert part in error_of(server, body)["message"]


def test_too_large_is_413_at_once(server):
    head = (b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\n")
    assert raw(server, head + b"Content-Length: 99999999999\r\n\r\n").startswith(b"HTTP/1.1 413")
    # A body without end is given up at the limit.
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    answer = raw(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 20)
    assert answer.startswith(b"HTTP/1.1 413") or answer == b""  # or the reset came first


def test_models(server):
    error = error_of(server, {"prompt": PROMPT, "model": "gpt-4"}, status=404)
    assert (error["param"], error["code"]) == ("model", "model_not_found")
    assert "SmolLM2-135M-Instruct.Q4_1" in error["message"]


def test_methods_and_paths(server):
    status, headers, _ = server.request("GET", "/v1/completions")
    assert (status, headers["Allow"]) == (405, "POST, OPTIONS")
    status, headers, _ = server.request("DELETE", "/health")
    assert (status, headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert server.request("GET", "/nowhere")[0] == 404
    status, _, body = server.request("POST", "/v1/chat/completions", {"messages": []})
    error = json.loads(body)["error"]
    assert status == 404 and "/v1/completions" in error["message"]
    assert (error["type"], error["code"]) == ("not_supported_error", "not_supported")
    status, headers, body = server.request("HEAD", "/health")
    assert (status, body) == (200, b"") and int(headers["Content-Length"]) > 0


def test_content_types(server):
    body = json.dumps({"prompt": PROMPT, "max_tokens": 1})
    for kind in ("text/plain", "application/x-www-form-urlencoded",
                 "application/json; charset=gbk"):
        assert server.request("POST", "/v1/completions", body, {"Content-Type": kind})[0] == 415
    assert server.request("POST", "/v1/completions", body, {"Content-Encoding": "gzip"})[0] == 415


def test_not_http(server):
    assert raw(server, b"\x16\x03\x01 this is no HTTP\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert raw(server, b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000).startswith(b"HTTP/1.1 431")
    for length in (b"-1", b"5x", b"5\r\nContent-Length: 6", b"5\r\nTransfer-Encoding: chunked"):
        head = b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        answer = raw(server, head + length + b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400"), length


def test_detokenize(server):
    for tokens in ([99999999], [-1], ["a"], 5, [1.5], [10**12]):
        status, _, body = server.request("POST", "/detokenize", {"tokens": tokens})
        assert status == 400 and json.loads(body)["error"]["param"] == "tokens", tokens


def test_rejections_are_counted(server):
    before = server.metric("requests_rejected_total")
    error_of(server, {"prompt": ""})
    error_of(server, {"prompt": PROMPT, "suffix": "x"})
    server.request("GET", "/nowhere")
    assert server.metric("requests_rejected_total") == before + 3
    assert server.metric("requests_rejected_total", reason="unsupported_parameter") >= 1
