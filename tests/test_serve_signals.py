"""SIGTERM behind a balancer (--drain-delay), SIGHUP and the keys."""

import re
import signal
import time

import pytest
from serving import PROMPT
from test_service_manager import Manager


def authorized(server, key: str) -> int:
    return server.request("GET", "/v1/models", headers={"Authorization": f"Bearer {key}"})[0]


def test_health_is_503_while_the_port_serves_and_then_it_closes(start_server, model):
    server = start_server("-m", model, "-c", "256", "--drain-delay", "1.5").wait_until_ready()
    assert server.health()[0] == 200
    server.process.terminate()
    server.wait_for("stopping: /health is 503, and requests are served for 1.5 s more")
    status, health = server.health()
    assert (status, health["status"]) == (503, "draining")
    assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"
    deadline = time.monotonic() + 60
    while True:
        try:
            assert server.health()[0] == 503
        except OSError:
            break
        assert time.monotonic() < deadline
    assert server.process.wait(60) == 0, server.log
    assert "draining: 0 requests running" in server.log


def test_an_answer_goes_on_over_the_delay_and_a_second_signal_cuts(start_server, model):
    server = start_server("-m", model, "-c", "2048", "--drain-delay", "600").wait_until_ready()
    with server.open_stream(prompt=PROMPT, max_tokens=2000, ignore_eos=True) as stream:
        events = stream.events()
        next(events)
        server.process.terminate()
        server.wait_for("stopping: ")
        next(events)
        server.process.terminate()
        assert "shutting down" in list(events)[-1]
    assert server.process.wait(60) == 0, server.log
    assert "drained: 0 finished, 1 cut, in" in server.log


def test_while_loading_there_is_no_delay(start_server, model):
    server = start_server("-m", model, "--lowering", "portable", "--cache-dir", "off",
                          "--drain-delay", "600")
    assert server.stop() == 0, server.log


@pytest.mark.parametrize("value", ["-1", "soon", "1e9"])
def test_bad_delays(rung, model, value):
    result = rung("serve", "-m", model, "--port", "0", "--drain-delay", value)
    assert result.code == 2 and len(result.err_lines) == 1 and value in result.err


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "keys"
    path.write_text("old-key\nboth-keys\n")
    return path


def test_sighup_reads_the_keys_and_cuts_nothing(start_server, model, keys):
    server = start_server("-m", model, "-c", "2048", "--api-key", "flag", "--api-key-file", keys)
    server.wait_until_ready()
    connection = server.connect()
    connection.request("POST", "/v1/completions",
                       b'{"prompt": "a", "max_tokens": 800, "ignore_eos": true, "stream": true}',
                       {"Content-Type": "application/json", "Authorization": "Bearer old-key"})
    response = connection.getresponse()
    response.readline()
    keys.write_text("both-keys\nnew-key\n")
    server.process.send_signal(signal.SIGHUP)
    server.wait_for("SIGHUP: 3 keys read, 1 of them new, 1 gone")
    statuses = [authorized(server, key) for key in ("flag", "both-keys", "new-key", "old-key")]
    assert statuses == [200, 200, 200, 401]
    assert response.read().endswith(b"data: [DONE]\n\n"), "the answer to the old key goes on"
    # What cannot be read, or holds no key, opens nothing and locks nobody out.
    for spoil in (lambda: keys.write_text("\n"), keys.unlink, keys.mkdir):
        before = server.log.count("the keys stay as they are")
        spoil()
        server.process.send_signal(signal.SIGHUP)
        while server.log.count("the keys stay as they are") == before:
            time.sleep(0.02)
        assert [authorized(server, key) for key in ("new-key", "old-key")] == [200, 401]
    warnings = [line for line in server.log.splitlines() if "[warning]" in line]
    assert len(warnings) == 3 and all(f"--api-key-file {keys}" in line for line in warnings)
    assert not re.search("old-key|both-keys|new-key", server.log)
    assert server.stop() == 0, server.log


def test_sighup_while_loading(start_server, model, keys):
    server = start_server("-m", model, "-c", "64", "--lowering", "portable", "--cache-dir", "off",
                          "--api-key-file", keys)
    keys.write_text("new-key\n")
    server.process.send_signal(signal.SIGHUP)
    server.wait_for("SIGHUP: 1 keys read")
    assert "ready at" not in server.log
    server.wait_until_ready()
    assert [authorized(server, key) for key in ("new-key", "old-key")] == [200, 401]
    assert server.stop() == 0


def test_sighup_without_a_key_file_does_nothing(start_server, model):
    """nohup too: the signal is ignored where the server comes from."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = start_server("-m", model, "-c", "64")
    finally:
        signal.signal(signal.SIGHUP, before)
    server.wait_until_ready().process.send_signal(signal.SIGHUP)
    server.wait_for("SIGHUP: nothing to read anew, there is no --api-key-file")
    assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"
    assert server.stop() == 0


def test_the_manager_hears_of_a_reload(start_server, model, keys, tmp_path):
    manager = Manager(str(tmp_path / "n")[-100:] if len(str(tmp_path)) < 100 else "@rung-reload")
    server = start_server("-m", model, "-c", "64", "--alias", "tiny", "--api-key-file", keys,
                          env={"NOTIFY_SOCKET": manager.address})
    manager.receive_until("READY")
    for text, status in (("new-key\n", "serving tiny"), ("", "serving tiny, with the keys of before")):
        keys.write_text(text)
        server.process.send_signal(signal.SIGHUP)
        reloading = manager.receive()
        assert reloading["RELOADING"] == "1"
        assert 0 < int(reloading["MONOTONIC_USEC"]) <= time.monotonic_ns() // 1000
        ready = manager.receive()
        assert (ready["READY"], ready["STATUS"]) == ("1", status)
    assert server.stop() == 0
    assert "STOPPING" in manager.receive_until("STOPPING")
