"""`rung serve` under a service manager that wants to be told: sd_notify(3), the manager played here."""

import os
import socket
import tempfile

import pytest
from serving import PROMPT


class Manager:
    """The manager's end of NOTIFY_SOCKET."""

    def __init__(self, address: str):
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(120)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def receive(self) -> dict[str, str]:
        """The fields of the next message."""
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().split("\n"))

    def receive_until(self, field: str) -> dict[str, str]:
        while field not in (message := self.receive()):
            assert set(message) == {"STATUS"}, message
        return message


@pytest.fixture(params=["path", "abstract"])
def manager(request):
    with tempfile.TemporaryDirectory(prefix="rung") as directory:  # a short path: 107 bytes
        manager = Manager(f"@rung-test-{os.getpid()}" if request.param == "abstract"
                          else f"{directory}/notify")
        yield manager
        manager.socket.close()


def test_the_manager_hears_of_start_and_end(start_server, model, manager):
    server = start_server("-m", model, "-c", "2048", "--alias", "tiny",
                          env={"NOTIFY_SOCKET": manager.address})
    assert "tiny" in manager.receive()["STATUS"]  # loading
    ready = manager.receive_until("READY")
    assert ready["READY"] == "1" and "tiny" in ready["STATUS"]
    assert server.health()[0] == 200
    with server.open_stream(prompt=PROMPT, max_tokens=1500, ignore_eos=True) as stream:
        chunks = stream.chunks()
        next(chunks)
        server.process.terminate()
        stopping = manager.receive_until("STOPPING")
        assert stopping["STOPPING"] == "1" and "stopping" in stopping["STATUS"]
        next(chunks)  # the drain has begun, and the answer goes on
    assert server.process.wait(60) == 0, server.log
    assert "NOTIFY_SOCKET" not in server.log


def test_a_start_that_a_signal_ends_never_says_ready(start_server, model, manager):
    server = start_server("-m", model, "--lowering", "portable", "--cache-dir", "off",
                          env={"NOTIFY_SOCKET": manager.address})
    assert server.stop() == 0
    messages = []
    manager.socket.setblocking(False)
    try:
        while True:
            messages.append(manager.receive())
    except BlockingIOError:
        pass
    assert "STOPPING" in messages[-1] and not any("READY" in message for message in messages)


@pytest.mark.parametrize("address", ["/nowhere/notify", "@rung-nobody", "vsock:2:1"])
def test_a_manager_that_is_not_there_costs_a_warning(start_server, model, address):
    server = start_server("-m", model, "-c", "64", env={"NOTIFY_SOCKET": address})
    server.wait_until_ready()
    assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"
    assert f"NOTIFY_SOCKET={address}: " in server.log
    assert server.stop() == 0, server.log
