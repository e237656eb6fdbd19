"""Start, ready early, keys, logs, and the end."""

import json
import socket
import time

import openai
import pytest
from serving import PROMPT


@pytest.fixture(scope="module")
def small(model):
    """Flags for a server that starts quickly: one small capacity."""
    return ("-m", model, "-c", "64")


def test_ready_early(start_server, model):
    """The smallest capacity serves while the larger one compiles; a request for that one waits."""
    # The lowering whose compiles take longest, and every row at the capacity it reserved.
    server = start_server("-m", model, "--lowering", "portable", "--growth", "off")
    status, health = server.health()
    if status == 503:
        assert health["status"] == "loading" and health["compiled"] == []
        status, headers, body = server.request("POST", "/v1/completions", {"prompt": PROMPT})
        assert status in (200, 503)
        if status == 503:
            assert headers["Retry-After"]
            assert json.loads(body)["error"]["type"] == "unavailable_error"
    server.wait_until_ready()
    assert 256 in server.health()[1]["compiled"]
    with server.open_stream(prompt=PROMPT, max_tokens=300, temperature=0, stop="\n") as waiting:
        assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"
        waits = (server.metric("num_requests_waiting", capacity="4096") == 1
                 and server.metric("capacity_compiled", capacity="4096") == 0)
        text = "".join(c["choices"][0]["text"] for c in waiting.chunks())
    assert text.startswith(" Paris.")
    if waits:  # else the compile was quicker than the short request
        assert server.metric("compiles_waited_for_total") >= 1
    server.wait_until_compiled()
    assert server.health()[1]["phase"] == "ready"
    assert server.stop() == 0


def test_a_pin_and_a_list(start_server, model):
    server = start_server("-m", model, env={"MLXCEL_XLA_CONTEXT_BUCKETS": "128, 64"})
    server.wait_until_compiled()
    assert server.log.splitlines()[0] == "capacities=[64, 128] image_floor=None"
    assert server.health()[1]["capacities"] == [64, 128]
    status, _, body = server.request("POST", "/v1/completions",
                                     {"prompt": PROMPT, "max_tokens": 124})
    assert status == 400
    assert "maximum context length is 128 tokens" in json.loads(body)["error"]["message"]
    assert "MLXCEL_XLA_CONTEXT_BUCKETS" in server.wait_for("refused (.*)")[1]  # the operator's way
    assert server.stop() == 0


def test_sigterm_lets_a_stream_end(start_server, small):
    server = start_server(*small).wait_until_ready()
    idle = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    with server.open_stream(prompt=PROMPT, max_tokens=50, ignore_eos=True, temperature=0) as stream:
        chunks = stream.chunks()  # asserts that [DONE] comes
        next(chunks)
        server.process.terminate()
        server_refuses = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
                assert time.monotonic() < server_refuses
                time.sleep(0.02)
            except OSError:
                break
        assert len(list(chunks)) >= 1
    assert idle.recv(1) == b""
    idle.close()
    assert server.process.wait(60) == 0, server.log
    assert server.request_lines()[-1]["finish"] == "length"


@pytest.mark.long
def test_a_stream_in_the_queue_shows_that_it_lives(start_server, model):
    """A comment every 15 seconds, which the official client skips."""
    server = start_server("-m", model, "-c", "4096", "--lowering", "portable", "--max-batch", "1")
    server.wait_until_ready()
    options = {"prompt": PROMPT, "max_tokens": 4, "temperature": 0, "stream": True}
    expected = "".join(c.choices[0].text for c in server.client().completions.create(
        model="", **options))
    running = server.open_stream(prompt=PROMPT, max_tokens=4000, ignore_eos=True)
    next(running.chunks())
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        body = json.dumps(options)
        sock.sendall(f"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n"
                     f"Content-Type: application/json\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        received = b""
        while received.count(b": keep-alive\n\n") < 2:
            received += sock.recv(65536)
        assert received.startswith(b"HTTP/1.1 200") and b"data: " not in received
    stream = server.client().completions.create(model="", **options)
    running.hang_up()
    assert "".join(chunk.choices[0].text for chunk in stream) == expected
    assert server.stop() == 0


def test_sigterm_cuts_at_the_deadline(start_server, model):
    server = start_server("-m", model, "-c", "2048", "--drain-timeout", "0.5").wait_until_ready()
    with server.open_stream(prompt=PROMPT, max_tokens=2000, ignore_eos=True) as stream:
        events = stream.events()
        next(events)
        server.process.terminate()
        rest = list(events)
    assert rest[-1] != "[DONE]"
    error = json.loads(rest[-1])["error"]
    assert error["type"] == "unavailable_error" and "shutting down" in error["message"]
    assert server.process.wait(60) == 0, server.log


def test_the_client_sees_a_cut_as_an_error(start_server, model):
    server = start_server("-m", model, "-c", "2048", "--drain-timeout", "0.5").wait_until_ready()
    stream = server.client().completions.create(model="", prompt=PROMPT, max_tokens=2000,
                                                stream=True, extra_body={"ignore_eos": True})
    iterator = iter(stream)
    next(iterator)
    server.process.terminate()
    with pytest.raises(openai.APIError, match="shutting down"):
        list(iterator)
    assert server.process.wait(60) == 0


def test_sigterm_while_loading(start_server, model):
    server = start_server("-m", model)
    assert server.stop() == 0, server.log


def test_port_in_use(server, rung, model):
    result = rung("serve", "-m", model, "--port", str(server.port))
    assert result.code == 2
    assert len(result.err_lines) == 1 and f"port {server.port}" in result.err, result.err


@pytest.mark.parametrize("flags,part", [
    (("--host", "no.such.host.invalid"), "--host no.such.host.invalid"),
    (("--port", "70000"), "70000"), (("--max-batch", "9"), "9"), (("--api-key", ""), "--api-key"),
    (("--log-format", "xml"), "xml"), (("--max-queue", "-1"), "-1"),
    (("--request-timeout", "-2"), "-2"), (("--request-timeout", "0.0001"), "0.0001"),
])
def test_bad_flags(rung, model, flags, part):
    result = rung("serve", "-m", model, "--port", "0", *flags)
    assert result.code == 2 and len(result.err_lines) == 1, result.err
    assert part in result.err


def test_keys_names_and_json_logs(start_server, small, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("from-file\n\n")
    server = start_server(*small, "--api-key", "first", "--api-key-file", keys, "--alias", "tiny",
                          "--any-model", "--log-format", "json", "--cors-origin",
                          "https://a.example").wait_until_ready()
    body = {"prompt": PROMPT, "max_tokens": 2, "model": "whatever"}
    for header in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic first"}):
        status, _, answer = server.request("POST", "/v1/completions", body, header)
        assert status == 401
        assert json.loads(answer)["error"]["code"] == "invalid_api_key"
    for key in ("first", "from-file"):
        status, _, answer = server.request("POST", "/v1/completions", body,
                                           {"Authorization": f"Bearer {key}"})
        assert status == 200 and json.loads(answer)["model"] == "tiny"
    assert server.request("GET", "/v1/models")[0] == 401
    assert server.health()[0] == 200  # open, and preflights too
    preflight = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST",
                 "Access-Control-Request-Headers": "authorization,x-stainless-os"}
    status, headers, _ = server.request("OPTIONS", "/v1/completions", headers=preflight)
    assert status == 204
    assert headers["Access-Control-Allow-Origin"] == "https://a.example"
    assert headers["Access-Control-Allow-Headers"] == "authorization,x-stainless-os"
    _, headers, _ = server.request("GET", "/health", headers={"Origin": "https://b.example"})
    assert "Access-Control-Allow-Origin" not in headers
    assert server.stop() == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert lines[0]["message"] == "capacities=[64] image_floor=None"
    requests = [line for line in lines if line.get("event") == "request"]
    assert len(requests) == 2
    assert requests[0]["capacity"] == 64 and requests[0]["prompt_tokens"] == 5
    assert requests[0]["finish"] == "length" and isinstance(requests[0]["seed"], int)
