"""Clients that are slow, many or greedy: others are served."""

import concurrent.futures
import json
import socket
import subprocess
import sys
import threading
import time

import pytest
from serving import PROMPT, raw

POST = (b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")


@pytest.fixture(scope="module")
def strict(start_server, model):
    """One small capacity, short timeouts, a short queue."""
    server = start_server("-m", model, "-c", "64", "--max-batch", "2", "--max-queue", "2",
                          "--header-timeout", "1", "--body-timeout", "2", "--idle-timeout", "3",
                          "--drain-timeout", "1").wait_until_ready()
    yield server
    assert server.stop() == 0, server.log


def assert_serves(server):
    assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"
    assert server.health()[0] == 200


def drip(server, head: bytes, piece: bytes, seconds: float) -> bytes:
    """Sends `piece` five times a second until the server has had enough; its answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(head)
        sock.settimeout(0.2)
        answer, deadline = b"", time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                sock.sendall(piece)
                got = sock.recv(65536)
                if not got:
                    return answer
                answer += got
            except TimeoutError:
                pass
            except OSError:
                return answer
        raise AssertionError("still connected")


def test_slow_headers_and_bodies_are_closed(strict):
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        headers = pool.submit(drip, strict, b"GET /health HTTP/1.1\r\n", b"X-A: b\r\n", 60)
        body = pool.submit(drip, strict, POST + b"Content-Length: 1000\r\n\r\n", b"x", 60)
        endless = pool.submit(drip, strict, POST + b"Transfer-Encoding: chunked\r\n\r\n",
                              b"1\r\nx\r\n", 60)
        assert_serves(strict)
        for attack in (headers, body, endless):
            assert attack.result().startswith(b"HTTP/1.1 408") or attack.result() == b""


def test_idle_connections_are_closed(strict):
    with socket.create_connection(("127.0.0.1", strict.port), timeout=60) as sock:
        assert sock.recv(1) == b""


def test_a_thousand_idle_connections(server):
    idle = []
    try:
        for _ in range(1000):
            idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
        assert_serves(server)
        assert server.metric("http_connections") >= 1000
    finally:
        for sock in idle:
            sock.close()


def test_announced_bodies_take_no_memory(server):
    before = server.rss_bytes()
    for _ in range(50):
        raw(server, POST + b"Content-Length: 99999999999\r\n\r\n")
    assert server.rss_bytes() < before + (64 << 20)
    assert_serves(server)


def test_beyond_the_queue_is_429(strict):
    body = json.dumps({"prompt": PROMPT, "max_tokens": 50, "ignore_eos": True})

    def one(_):
        status, headers, answer = strict.request("POST", "/v1/completions", body)
        if status == 429:
            assert int(headers["Retry-After"]) >= 1
            assert json.loads(answer)["error"]["code"] == "queue_full"
        return status

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        statuses = list(pool.map(one, range(12)))
    assert set(statuses) == {200, 429}
    assert statuses.count(200) >= 4
    assert strict.metric("requests_rejected_total", reason="queue_full") == statuses.count(429)
    # More choices than can ever wait are a mistake, not bad luck.
    status, _, answer = strict.request("POST", "/v1/completions", {"prompt": PROMPT, "n": 5})
    assert status == 400 and json.loads(answer)["error"]["param"] == "n"
    assert_serves(strict)


# In a process of its own: what is measured is the server, not the other clients' interpreter lock.
HEALTH_CLIENT = """
import http.client, sys, time
deadline = time.monotonic() + float(sys.argv[2])
while time.monotonic() < deadline:
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
    connection.request("GET", "/health")
    assert connection.getresponse().status == 200
    connection.close()
    print(time.monotonic() - start)
    time.sleep(0.1)
"""


def hammer(server, clients: int, seconds: float):
    """Clients that ask again and again; returns what /health took meanwhile, in seconds, sorted."""
    health = subprocess.Popen([sys.executable, "-c", HEALTH_CLIENT, str(server.port), str(seconds)],
                              stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + seconds
    failures = []

    def client(number):
        while time.monotonic() < deadline and not failures:
            status, _, answer = server.request("POST", "/v1/completions", {
                "prompt": f"{PROMPT} {number}", "max_tokens": 8 + number % 8, "seed": number})
            if status not in (200, 429):
                failures.append((status, answer))

    threads = [threading.Thread(target=client, args=(i,)) for i in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    output, _ = health.communicate(timeout=60)
    assert failures == [] and health.returncode == 0
    return sorted(float(line) for line in output.split())


def test_many_clients(server):
    latencies = hammer(server, clients=16, seconds=6)
    # Generous: the clients share the cores with the server.
    assert latencies[len(latencies) // 2] < 1.0


@pytest.mark.long
def test_fifty_clients_for_a_minute(start_server, model):
    """RSS is flat once all programs are there and the prefix cache is full."""
    server = start_server("-m", model, "--prefix-cache-size", "64MiB").wait_until_compiled()
    server.wait_until_settled()  # programs of rungs between the buckets take memory too
    hammer(server, clients=50, seconds=20)  # every pool as large as it gets
    server.wait_until_settled()  # and the programs of rows that were together
    before = server.rss_bytes()
    latencies = hammer(server, clients=50, seconds=60)
    server.wait_until_idle()
    after = server.rss_bytes()
    print(f"/health: median {latencies[len(latencies) // 2] * 1e3:.1f} ms, "
          f"worst {latencies[-1] * 1e3:.1f} ms; RSS {before >> 20} -> {after >> 20} MiB")
    assert latencies[-1] < 0.1
    assert after < before * 1.1
    assert 0 < server.metric("kv_bytes", kind="cached") <= 64 << 20
    assert server.stop() == 0, server.log


def test_a_client_that_does_not_read_harms_nobody(server):
    body = json.dumps({"prompt": PROMPT, "max_tokens": 200, "stream": True, "ignore_eos": True})
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(POST + f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        assert_serves(server)
    server.wait_until_idle()
