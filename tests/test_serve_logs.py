"""What the log says of each request, refusal and cut answer, found by one id."""

import json
import re
import socket
import time

import pytest
from serving import PROMPT, raw

LONG = {"prompt": PROMPT, "max_tokens": 2000, "ignore_eos": True}


def lines_of(server, request_id: str) -> list[str]:
    """Every line of the log about a request, once there is one."""
    server.wait_for(rf"request_id\W+{re.escape(request_id)}\W")
    return [line for line in server.log.splitlines() if request_id in line]


def line_of(server, request_id: str) -> str:
    (line,) = lines_of(server, request_id)
    return line


def fields(line: str) -> dict[str, str]:
    """name=value of a line, without a message behind them."""
    return dict(field.split("=", 1) for field in line.split(": ")[0].split(" ") if "=" in field)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("sent", ["trace-77", None])
def test_one_id_from_header_to_log(server, sent, stream):
    sent = sent and f"{sent}-{stream}"
    connection = server.connect()
    connection.connect()
    client = "%s:%d" % connection.sock.getsockname()
    body = json.dumps({"prompt": PROMPT, "max_tokens": 2, "stream": stream})
    connection.request("POST", "/v1/completions", body, {
        "Content-Type": "application/json", **({"X-Request-Id": sent} if sent else {})})
    response = connection.getresponse()
    answer = response.read().decode()
    connection.close()
    request_id = response.headers["X-Request-Id"]
    assert request_id == sent if sent else re.fullmatch("req-[0-9a-f]{24}", request_id)
    line = fields(line_of(server, request_id))
    assert line["request_id"] == request_id and f'"id":"{line["id"]}"' in answer
    assert (line["status"], line["client"], line["stream"]) == ("200", client, str(stream).lower())


def test_choices_share_the_id(server):
    _, headers, _ = server.request("POST", "/v1/completions", {"prompt": PROMPT, "n": 3,
                                                               "max_tokens": 2})
    lines = [fields(line) for line in lines_of(server, headers["X-Request-Id"])]
    assert sorted(line["choice"] for line in lines) == ["0", "1", "2"]
    assert len({line["id"] for line in lines}) == 1


def post(path: str, body: str, headers: str = "Content-Type: application/json") -> bytes:
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key\r\n"
            f"Connection: close\r\n{headers}\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()


GET = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
# What is sent, and the status, the code, the method and the path that the line tells.
REFUSALS = [
    (post("/v1/completions", "{"), "400", "-", "POST", "/v1/completions"),
    (post("/v1/completions", '{"prompt": "x", "max_tokens": 9999}'), "400",
     "context_length_exceeded", "POST", "/v1/completions"),
    (post("/tokenize", "[]"), "400", "-", "POST", "/tokenize"),
    (b"nonsense\r\n\r\n", "400", "-", "-", "-"),
    (b"GET /v1/models?key=secret" + GET + b"\r\n", "401", "invalid_api_key", "GET", "/v1/models"),
    (GET.replace(b" HTTP", b"GET / HTTP").replace(b"localhost", b"a.example") + b"\r\n", "403",
     "host_not_allowed", "GET", "/"),
    (b"GET /nothing" + GET + b"\r\n", "404", "unknown_path", "GET", "/nothing"),
    (post("/v1/completions", '{"prompt": "x", "model": "other"}'), "404", "model_not_found", "POST",
     "/v1/completions"),
    (b"DELETE /health" + GET + b"\r\n", "405", "method_not_allowed", "DELETE", "/health"),
    (b"GET /health" + GET, "408", "-", "GET", "/health"),
    (post("/tokenize", "x" * 1001), "413", "-", "POST", "/tokenize"),
    (b"GET /" + b"x" * 3000, "414", "-", "-", "-"),
    (post("/tokenize", "{}", "Content-Type: text/plain"), "415", "unsupported_media_type", "POST",
     "/tokenize"),
    (b"GET /health" + GET + b"Expect: more\r\n\r\n", "417", "-", "GET", "/health"),
    (post("/v1/completions", '{"prompt": "x", "n": 2}'), "429", "queue_full", "POST",
     "/v1/completions"),
    (b"GET /health" + GET + b"X: " + b"x" * 3000, "431", "-", "GET", "/health"),
    (post("/tokenize", "x" * 901), "503", "-", "POST", "/tokenize"),
    (b"GET /health HTTP/2.0\r\n\r\n", "505", "-", "-", "-"),
]


@pytest.fixture(scope="module", params=["text", "json"])
def narrow(request, start_server, model):
    """A server that refuses a lot: one row, taken by a stream, and one sequence that may wait."""
    server = start_server("-m", model, "-c", "2048", "--api-key", "key", "--max-batch", "1",
                          "--max-queue", "1", "--max-body-bytes", "1000", "--max-body-memory",
                          "900", "--max-header-bytes", "2000", "--header-timeout", "0.3",
                          "--log-format", request.param)
    server.wait_for("ready at")
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as stream:
        stream.sendall(post("/v1/completions", json.dumps({**LONG, "stream": True})))
        assert b"data: " in stream.recv(65536) + stream.recv(65536)
        yield server
    assert server.stop() == 0, server.log


@pytest.mark.parametrize("sent,status,code,method,path", REFUSALS,
                         ids=[f"{row[1]}-{i}" for i, row in enumerate(REFUSALS)])
def test_every_refusal_has_its_line(narrow, sent, status, code, method, path):
    answer = raw(narrow, sent).decode()
    assert answer.split(" ")[1] == status, answer
    request_id = re.search(r"X-Request-Id: (\S+)", answer)[1]
    message = json.loads(answer.partition("\r\n\r\n")[2])["error"]["message"]
    refused = [line for line in lines_of(narrow, request_id) if "refused" in line]
    (line,) = refused
    if line.startswith("{"):
        told = json.loads(line)
        assert (told["event"], told["level"]) == ("refused", "info")
        said = told["message"]
        told = {name: str(value) for name, value in told.items()}
    else:
        assert "[info]" in line
        told, said = fields(line), line.partition(": ")[2]
    assert (told["request_id"], told["status"], told["code"], told["method"], told["path"]) == (
        request_id, status, code, method, path)
    assert told["client"].startswith("127.0.0.1:")
    assert "secret" not in line
    # Of a capacity the log has the operator's text: what can be set, and to what.
    assert ("9999" in said if code == "context_length_exceeded" else message.startswith(said[:60]))


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_cut_requests_and_the_drain_are_told(start_server, model, log_format):
    server = start_server("-m", model, "-c", "2048", "--drain-timeout", "0.5", "--max-batch", "2",
                          "--prefix-cache", "off", "--log-format", log_format)
    server.wait_for("ready at")
    streamed = server.open_stream(**LONG)
    next(streamed.events())
    waiting = []
    for name in ("whole", "queued"):
        connection = server.connect()
        connection.request("POST", "/v1/completions", json.dumps(LONG),
                           {"Content-Type": "application/json", "X-Request-Id": name})
        waiting.append(connection)
        while (server.metric("num_requests_running") + server.metric("num_requests_waiting")
               < 1 + len(waiting)):
            time.sleep(0.02)
    server.process.terminate()
    for connection in waiting:
        assert connection.getresponse().status == 503
    stream_id = streamed.response().headers["X-Request-Id"]
    list(streamed.events())
    assert server.process.wait(60) == 0, server.log
    lines = {name: line_of(server, name) for name in (stream_id, "whole", "queued")}
    if log_format == "json":
        told = {name: json.loads(line) for name, line in lines.items()}
        events = [json.loads(line) for line in server.log.splitlines()]
        (start,) = [event for event in events if event.get("event") == "draining"]
        (end,) = [event for event in events if event.get("event") == "drained"]
        assert (start["running"], start["waiting"], start["limit_s"]) == (2, 1, 0.5)
        assert (end["finished"], end["cut"], end["cancelled"]) == (0, 3, 0) and end["seconds"] >= 0.5
    else:
        told = {name: fields(line) for name, line in lines.items()}
        assert "draining: 2 requests running, 1 waiting, up to 0.5 s" in server.log
        assert re.search(r"drained: 0 finished, 3 cut, in \d+\.\d s", server.log)
    for line in told.values():
        assert (line["finish"], line["cancelled_by"]) == ("cancelled", "shutdown")
    assert [str(told[name]["status"]) for name in (stream_id, "whole", "queued")] == [
        "200", "503", "503"]


def test_a_drain_that_lets_all_end_says_so(start_server, model):
    server = start_server("-m", model, "-c", "256").wait_until_ready()
    with server.open_stream(prompt=PROMPT, max_tokens=200, ignore_eos=True) as stream:
        chunks = stream.chunks()
        next(chunks)
        while server.metric("num_requests_running") != 1:  # counted before the next step
            pass
        server.process.terminate()
        list(chunks)
    assert server.process.wait(60) == 0
    assert "draining: 1 requests running, 0 waiting, up to 30 s" in server.log
    assert "drained: 1 finished, 0 cut, in" in server.log


def test_a_client_that_left_is_499(server):
    connection = server.connect()
    connection.request("POST", "/v1/completions", json.dumps(LONG),
                       {"Content-Type": "application/json", "X-Request-Id": "left-early"})
    while not server.metric("num_requests_running"):
        time.sleep(0.02)
    connection.close()
    line = fields(line_of(server, "left-early"))
    assert (line["status"], line["cancelled_by"], line["stream"]) == ("499", "client", "false")


def test_a_time_out_is_504(start_server, model):
    server = start_server("-m", model, "-c", "2048", "--request-timeout", "0.5").wait_until_ready()
    status, headers, _ = server.request("POST", "/v1/completions", LONG)
    assert status == 504
    line = fields(line_of(server, headers["X-Request-Id"]))
    assert (line["status"], line["cancelled_by"]) == ("504", "timeout")
    assert server.stop() == 0
