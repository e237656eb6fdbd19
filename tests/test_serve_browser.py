"""What a page in a browser can reach: origins, hosts, and the address that is listened on."""

import http.client
import json
import socket

import pytest
from serving import PROMPT

PREFLIGHT = {"Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "authorization,content-type"}
BODY = json.dumps({"prompt": PROMPT, "max_tokens": 1, "temperature": 0})


@pytest.fixture(scope="module")
def small(model):
    """Flags for a server that starts quickly: one small capacity."""
    return ("-m", model, "-c", "64")


@pytest.fixture
def start(start_server, small):
    """Starts a server that is stopped at the end of the test."""
    started = []

    def make(*args):
        started.append(start_server(*small, *args).wait_until_ready())
        return started[-1]

    yield make
    for server in started:
        assert server.stop() == 0, server.log


def reads(server, origin, path="/v1/models", **headers) -> str | None:
    """The origin that may read an answer, as it is told."""
    _, answered, _ = server.request("GET", path, headers={"Origin": origin, **headers})
    return answered["Access-Control-Allow-Origin"]


def completes(server, **headers) -> int:
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return server.request("POST", "/v1/completions", BODY, headers)[0]


def test_by_default_pages_of_the_loopback_may_read(server):
    for origin in ("http://localhost:3000", "https://localhost", "http://127.0.0.1:8000",
                   "http://127.9.9.9", "http://[::1]:5173", "http://app.localhost:1"):
        assert reads(server, origin) == origin
        status, headers, _ = server.request("OPTIONS", "/v1/completions",
                                            headers={"Origin": origin, **PREFLIGHT})
        assert (status, headers["Access-Control-Allow-Origin"]) == (204, origin)
        assert headers["Access-Control-Allow-Headers"] == "authorization,content-type"
        assert completes(server, Origin=origin) == 200


def test_by_default_other_pages_may_not(server):
    for origin in ("https://page.example", "null", "http://localhost.page.example",
                   "http://10.0.0.1", "file://", "chrome-extension://abcdef"):
        for path in ("/", "/health", "/v1/models", "/metrics", "/nowhere"):
            assert reads(server, origin, path) is None
        status, headers, _ = server.request("OPTIONS", "/v1/completions",
                                            headers={"Origin": origin, **PREFLIGHT})
        assert status == 204
        assert not [name for name in headers if name.lower().startswith("access-control")]
        assert headers["Vary"] == "Origin"
        # What a page may send without asking first is not taken for JSON.
        assert completes(server, Origin=origin, Content_Type="text/plain") == 415
        connection = server.connect()
        connection.request("POST", "/v1/completions", body=BODY, headers={"Origin": origin})
        assert connection.getresponse().status == 415
        connection.close()
        # Other programs say where they come from, too.
        assert completes(server, Origin=origin) == 200


def test_by_default_the_host_must_be_the_loopback(server):
    for host in ("localhost", "LocalHost.:80", "127.0.0.1:1", "127.1.2.3", "[::1]:8080",
                 "app.localhost"):
        assert server.request("GET", "/health", headers={"Host": host})[0] == 200, host
    for host in ("page.example", f"page.example:{server.port}", "10.0.0.1", "localhost.example"):
        for path in ("/", "/health", "/metrics", "/v1/models", "/nowhere"):
            status, _, body = server.request("GET", path, headers={"Host": host})
            error = json.loads(body)["error"]
            assert (status, error["code"]) == (403, "host_not_allowed")
            assert f'Host "{host}"' in error["message"] and "--allowed-host" in error["message"]
        assert completes(server, Host=host) == 403
        assert completes(server, Host=host, Authorization="Bearer key") == 403  # there are no keys
    _, _, body = server.request("GET", "/", headers={"Host": "h" * 8000})
    assert len(body) < 500


def test_a_key_is_an_invitation(start):
    """A proxy may pass on the host and the origin of what it serves: its requests carry a key."""
    server = start("--api-key", "key", "--cors-origin", "https://page.example")
    foreign = {"Host": "proxy.example", "Origin": "https://page.example"}
    assert completes(server, **foreign) == 403
    assert completes(server, **foreign, Authorization="Bearer wrong") == 403
    status, headers, _ = server.request("OPTIONS", "/v1/completions",
                                        headers={**foreign, **PREFLIGHT})
    assert (status, headers["Access-Control-Allow-Origin"]) == (204, "https://page.example")
    key = {"Authorization": "Bearer key"}
    status, headers, _ = server.request("POST", "/v1/completions", BODY, {**foreign, **key})
    assert (status, headers["Access-Control-Allow-Origin"]) == (200, "https://page.example")
    assert server.request("GET", "/health", headers={"Host": "proxy.example"})[0] == 403
    assert server.request("GET", "/health", headers={"Host": "proxy.example", **key})[0] == 200
    assert reads(server, "http://localhost:3000", **key) is None  # that one page alone


def test_flags_open_it(start):
    server = start("--cors-origin", "*", "--allowed-host", "page.example", "--allowed-host",
                   "other.example:81")
    assert reads(server, "https://any.example") == "*"
    for host, status in (("page.example:8", 200), ("Page.Example.", 200), ("localhost", 200),
                         ("other.example:81", 200), ("other.example", 403), ("x.example", 403)):
        assert completes(server, Host=host) == status, host
    server = start("--allowed-host", "*", "--cors-origin", "https://a.example", "--cors-origin",
                   "loopback")
    assert completes(server, Host="any.example") == 200
    assert reads(server, "https://a.example") == "https://a.example"
    assert reads(server, "http://localhost:1") == "http://localhost:1"
    assert reads(server, "https://b.example") is None


def test_other_addresses_are_open(start):
    """Whoever listens to the network means to be reached from it."""
    server = start("--host", "0.0.0.0")
    assert server.wait_for(r"ready at http://0\.0\.0\.0:\d+/v1 ")
    assert reads(server, "https://any.example") == "*"
    assert completes(server, Host="any.example") == 200
    server = start("--host", "0.0.0.0", "--allowed-host", "page.example", "--cors-origin", "none")
    assert reads(server, "http://localhost:1") is None
    assert completes(server, Host="page.example") == 200
    assert completes(server, Host="any.example") == 403


def test_names_of_the_loopback_are_the_loopback(start):
    """What counts is the address that is bound."""
    server = start("--host", "localhost")
    address = server.wait_for(r"listening on (\S+) port").group(1)
    assert address in ("127.0.0.1", "::1")
    connection = http.client.HTTPConnection(address, server.port, timeout=60)
    connection.request("GET", "/health", headers={"Host": "page.example"})
    assert connection.getresponse().status == 403
    connection.close()
    assert server.wait_for(rf"ready at http://localhost:{server.port}/v1 ")


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        return True
    except OSError:
        return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no ::1")
@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6_goes_into_brackets(start, host):
    server = start("--host", host)
    assert server.wait_for(rf"listening on ::1 port {server.port}\n")
    assert server.wait_for(rf"ready at http://\[::1\]:{server.port}/v1 ")
    for name, status in ((None, 200), ("localhost", 200), ("page.example", 403)):
        connection = http.client.HTTPConnection("::1", server.port, timeout=60)
        connection.request("GET", "/health", headers={"Host": name} if name else {})
        assert connection.getresponse().status == status
        connection.close()


def test_a_host_must_be_one(rung, model):
    for value in ("http://page.example", "a b", "page.example:x"):
        result = rung("serve", "-m", model, "--port", "0", "--allowed-host", value)
        assert result.code == 2 and len(result.err_lines) == 1, result.err
        assert f'--allowed-host "{value}"' in result.err
