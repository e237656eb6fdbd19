"""HTTP as clients speak it: versions, empty lines, URLs as targets, refusals that can be read."""

import http.client
import json
import re
import socket

import pytest
from serving import PROMPT, raw

BODY = json.dumps({"prompt": PROMPT, "max_tokens": 1, "temperature": 0}).encode()
POST = (b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(BODY)) + BODY
ORIGIN = "http://localhost:3000"
LARGE = [8 * 1024 * 1024 + 512 * 1024, 24 * 1024 * 1024]


@pytest.fixture(scope="module")
def strict(start_server, model):
    """With a key, short timeouts, and room for little."""
    server = start_server("-m", model, "-c", "64", "--api-key", "key", "--header-timeout", "1",
                          "--body-timeout", "1", "--max-body-memory", "1048576").wait_until_ready()
    yield server
    assert server.stop() == 0, server.log


class Socket:
    """Sends bytes as they are and reads answers one by one."""

    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data: bytes) -> "Socket":
        self.socket.sendall(data)
        return self

    def answer(self):
        """(status, headers, body)."""
        response = http.client.HTTPResponse(self.socket)
        response.begin()
        return response.status, response.headers, response.read()

    def is_closed(self) -> bool:
        return self.socket.recv(1) == b""


# HTTP/1.0

def test_http10_is_kept_open_where_it_asks(server):
    with Socket(server) as sock:
        for _ in range(3):
            sock.send(b"GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
            status, headers, _ = sock.answer()
            assert (status, headers["Connection"]) == (200, "keep-alive")
            assert "Content-Length" in headers
        sock.send(b"GET /health HTTP/1.0\r\n\r\n")
        assert sock.answer()[1]["Connection"] == "close" and sock.is_closed()


def test_http10_is_answered_in_its_own_words(server):
    body = json.dumps({"prompt": PROMPT, "max_tokens": 2, "temperature": 0, "stream": True})
    head = ("POST /v1/completions HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
    answer = raw(server, (head + body).encode())  # up to the end of the connection
    head, _, stream = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200") and b"100 Continue" not in answer
    assert b"Transfer-Encoding" not in head and b"Connection: close" in head
    assert stream.startswith(b"data: {") and stream.endswith(b"data: [DONE]\n\n")
    chunked = raw(server, b"POST /tokenize HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    assert chunked.startswith(b"HTTP/1.1 400")


# RFC 9112

def test_empty_lines_between_requests(server):
    with Socket(server) as sock:
        sock.send(b"\r\n" + POST + b"\r\n")
        assert sock.answer()[0] == 200
        sock.send(POST)
        assert sock.answer()[0] == 200
        sock.send(POST + b"\r\n" + POST)
        assert [sock.answer()[0], sock.answer()[0]] == [200, 200]


def test_a_url_as_target(server):
    url = f"http://127.0.0.1:{server.port}/v1/completions".encode()
    with Socket(server) as sock:
        sock.send(POST.replace(b"/v1/completions", url))
        status, _, body = sock.answer()
        assert status == 200 and json.loads(body)["choices"][0]["text"] == " Paris"
        # The URL says whom it is for, not the Host header.
        sock.send(POST.replace(b"/v1/completions", url).replace(b"localhost", b"page.example"))
        assert sock.answer()[0] == 200
        sock.send(POST.replace(b"/v1/completions", b"http://page.example/v1/completions"))
        assert sock.answer()[0] == 403


@pytest.mark.parametrize("request_bytes,status", [
    (b"GET /health HTTP/1.1\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost: user@localhost\r\n\r\n", 400),
    (b"GET health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET http:///health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n", 501),
    (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    (b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505),
    (b"POST /tokenize HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    (b"POST /tokenize HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nContent-Length: 2\r\n\r\n", 417),
], ids=lambda v: v[:40].decode() if isinstance(v, bytes) else None)
def test_refused_heads(server, request_bytes, status):
    answer = raw(server, request_bytes)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["message"]


def test_options_of_the_whole_server(server):
    with Socket(server) as sock:
        status, headers, _ = sock.send(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n").answer()
        assert (status, headers["Allow"]) == (204, "GET, HEAD, POST, OPTIONS")


def test_headers_behind_a_body_are_dropped(server):
    head = (b"POST /tokenize HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"f\r\n{\"content\":\"a\"}\r\n0\r\n")
    with Socket(server) as sock:
        for trailer in (b"X-A: b\r\n", b"X-A: " + b"x" * 70_000 + b"\r\n", b""):
            status, _, body = sock.send(head + trailer + b"\r\n").answer()
            assert (status, json.loads(body)["count"]) == (200, 1)


def test_one_header_of_64_kib(start_server, model):
    server = start_server("-m", model, "-c", "64", "--max-header-bytes", "1000000")
    server.wait_until_ready()
    with Socket(server) as sock:
        head = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: "
        assert sock.send(head + b"x" * 70_000 + b"\r\n\r\n").answer()[0] == 431
    assert server.health()[0] == 200 and server.stop() == 0


# Errors that no endpoint makes

@pytest.mark.parametrize("rest,status", [
    (b"Content-Length: x\r\n\r\n", 400),
    (b"X-A: b", 408),
    (b"Content-Length: 10\r\n\r\nx", 408),
    (b"Content-Length: 99999999999\r\n\r\n", 413),
    (b"X-A: " + b"x" * 20_000, 431),
    (b"Content-Length: 2000000\r\n\r\n" + b"x" * 2_000_000, 503),
], ids=lambda v: v[:40].decode() if isinstance(v, bytes) else None)
def test_errors_from_below_have_all_headers(strict, rest, status):
    head = (f"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nOrigin: {ORIGIN}\r\n"
            "Authorization: Bearer key\r\nX-Request-Id: mine-7\r\n").encode()
    with Socket(strict) as sock:
        got, headers, body = sock.send(head + rest).answer()
    assert got == status and json.loads(body)["error"]["message"]
    assert headers["X-Request-Id"] == "mine-7"
    assert headers["Access-Control-Allow-Origin"] == ORIGIN
    assert headers["Access-Control-Expose-Headers"] == "X-Request-Id"


def test_an_error_before_any_header_has_an_id(strict):
    with Socket(strict) as sock:
        status, headers, _ = sock.send(b"POST /v1/compl").answer()
    assert status == 408
    assert re.fullmatch(r"req-[0-9a-f]+", headers["X-Request-Id"])
    assert "Access-Control-Allow-Origin" not in headers


# Bodies that are sent whole before the answer is read

def send_whole(server, path="/v1/completions", size=LARGE[-1], **headers):
    connection = server.connect()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", path, body=b"x" * size,
                       headers={"Content-Type": "application/json", **names})
    response = connection.getresponse()
    answer = response.status, json.loads(response.read())["error"]["message"]
    connection.close()
    return answer


@pytest.mark.parametrize("size", LARGE)
def test_a_body_that_is_too_large(server, size):
    status, message = send_whole(server, size=size)
    assert status == 413 and "8388608" in message


def test_every_refusal_can_be_read(start_server, model):
    server = start_server("-m", model, "-c", "64", "--api-key", "key", "--max-body-bytes",
                          "100000000", "--max-body-memory", "1048576").wait_until_ready()
    key = {"Authorization": "Bearer key"}
    assert send_whole(server)[0] == 401
    assert send_whole(server, **key)[0] == 503
    assert send_whole(server, path="/nowhere", **key)[0] == 404
    assert send_whole(server, path="/health", **key)[0] == 405
    assert send_whole(server, Content_Type="text/plain", **key)[0] == 415
    assert send_whole(server, Host="page.example")[0] == 403
    assert send_whole(server, Host="a b", **key)[0] == 400
    assert server.stop() == 0


def test_a_client_that_waits_for_100_sends_nothing(server):
    head = (b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nExpect: 100-continue\r\n")
    with Socket(server) as sock:
        status, _, _ = sock.send(head + b"Content-Length: 24000000\r\n\r\n").answer()
        assert status == 413 and sock.is_closed()
    with Socket(server) as sock:
        sock.send(head + b"Content-Length: %d\r\n\r\n" % len(BODY))
        assert sock.socket.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        assert sock.send(BODY).answer()[0] == 200


def test_what_is_refused_takes_no_memory(server):
    before = server.rss_bytes("VmHWM")
    for _ in range(4):
        assert send_whole(server, size=48 << 20)[0] == 413
    assert server.rss_bytes("VmHWM") < before + (16 << 20)
