"""A `rung serve` process under test."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

import openai
from prometheus_client.parser import text_string_to_metric_families

from cache_dir import CACHE_DIR

PROMPT = "The capital of France is"  # 5 tokens
REQUEST = re.compile(r"request (id=.*)$")


def fault_env(build_dir: pathlib.Path, plan: str = "") -> dict[str, str]:
    """The environment of a program whose PJRT calls fail by a plan (rung/pjrt/testing)."""
    names = ("lammps_jax_pjrt_cpu", "fastatomstruct_xla_cpu", "xla_cpu_pjrt")
    plugins = [build_dir / f"lib/rung/plugins/{name}.so" for name in names]
    return {"RUNG_PLUGIN_PATH": str(build_dir / "lib/rung/testing/fault_plugin.so"),
            "RUNG_FAULT_PLUGIN": str(next(path for path in plugins if path.exists())),
            "RUNG_FAULT_PLAN": plan}


class Server:
    """Started on a free port of the loopback; its stderr goes to a file."""

    def __init__(self, binary, log: pathlib.Path, *args, env=None):
        own = ("RUNG_", "MLXCEL_", "MLX_", "XLA_FLAGS", "HF_")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        self.log_path = log
        with open(log, "wb") as stderr:
            self.process = subprocess.Popen(
                [os.fspath(binary), "serve", "--port", "0", *(os.fspath(a) for a in args)],
                env={**clean, "RUNG_CACHE_DIR": CACHE_DIR, **(env or {})},
                stdout=subprocess.DEVNULL, stderr=stderr)
        self.port = int(self.wait_for(r"listening on \S+ port (\d+)").group(1))

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def wait_for(self, pattern: str, timeout: float = 120) -> re.Match:
        """Waits for a log line."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if match := re.search(pattern, self.log):
                return match
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.log}"
            time.sleep(0.05)
        raise AssertionError(f"no {pattern!r} in {self.log}")

    def wait_until_ready(self) -> "Server":
        self.wait_for("ready at http://")
        return self

    def wait_until_compiled(self) -> "Server":
        self.wait_for("capacity buckets compiled")
        return self

    def stop(self, timeout: float = 60) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    # HTTP

    def connect(self, timeout: float = 600) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def request(self, method: str, path: str, body=None, headers=None):
        """(status, headers, body as bytes)."""
        connection = self.connect()
        try:
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
            if isinstance(body, str):
                body = body.encode()
            base = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, body=body, headers={**base, **(headers or {})})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def complete(self, **body):
        """The parsed answer of /v1/completions, which must be a success."""
        status, _, answer = self.request("POST", "/v1/completions", body)
        assert status == 200, answer
        return json.loads(answer)

    def text(self, **body) -> str:
        return self.complete(**body)["choices"][0]["text"]

    def open_stream(self, **body) -> "Stream":
        return Stream(self, {**body, "stream": True})

    def stream_text(self, **body) -> str:
        with self.open_stream(**body) as stream:
            return "".join(c["choices"][0]["text"] for c in stream.chunks() if c["choices"])

    def health(self):
        status, _, body = self.request("GET", "/health")
        return status, json.loads(body)

    def client(self, **options) -> openai.OpenAI:
        return openai.OpenAI(base_url=f"http://127.0.0.1:{self.port}/v1", api_key="none",
                             max_retries=0, timeout=300, **options)

    # What it tells of itself

    def metrics(self) -> dict:
        """(name, sorted labels) -> value; with only a name where there are no labels."""
        _, _, body = self.request("GET", "/metrics")
        values = {}
        for family in text_string_to_metric_families(body.decode()):
            for sample in family.samples:
                labels = tuple(sorted(sample.labels.items()))
                values[(sample.name, labels) if labels else sample.name] = sample.value
        return values

    def metric(self, name: str, **labels) -> float:
        """The sum over all samples of this name that have these labels."""
        total = 0.0
        for key, value in self.metrics().items():
            key_name, key_labels = key if isinstance(key, tuple) else (key, ())
            if key_name == f"rung_{name}" and set(labels.items()) <= set(key_labels):
                total += value
        return total

    def wait_until_idle(self, timeout: float = 120):
        deadline = time.monotonic() + timeout
        while (self.metric("num_requests_running") or self.metric("num_requests_waiting")):
            assert time.monotonic() < deadline, self.metrics()
            time.sleep(0.05)

    def wait_until_settled(self):
        """Idle, and everything compiled that idle time is used for: nothing new for 3 seconds."""
        self.wait_until_idle()
        seen, since = None, time.monotonic()
        while time.monotonic() - since < 3:
            now = (self.metric("pjrt_resident_programs"), self.metric("compiles_total"),
                   self.metric("pjrt_live_objects", kind="executable"))
            if now != seen:
                seen, since = now, time.monotonic()
            time.sleep(0.2)

    def request_lines(self) -> list[dict]:
        """The fields of every finished request in the log."""
        return [dict(field.split("=", 1) for field in match.group(1).split(" "))
                for match in map(REQUEST.search, self.log.splitlines()) if match]

    def request_line(self, request_id: str) -> dict:
        self.wait_for(f"request id={request_id} ")
        return next(line for line in self.request_lines() if line["id"] == request_id)

    def rss_bytes(self, field: str = "VmRSS") -> int:
        """Resident memory now; at most so far with "VmHWM"."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(field + r":\s+(\d+) kB", text).group(1)) * 1024


class Stream:
    """A streamed completion over a socket of its own, so that a test can hang up at any point."""

    def __init__(self, server: Server, body: dict):
        self.connection = server.connect(timeout=300)
        self.connection.request("POST", "/v1/completions", body=json.dumps(body).encode(),
                                headers={"Content-Type": "application/json"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.hang_up()

    def response(self):
        if not hasattr(self, "_response"):
            self._response = self.connection.getresponse()
        return self._response

    def events(self):
        """The data of each event; "[DONE]" too."""
        response = self.response()
        assert response.status == 200, response.read()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        while line := response.readline():
            if line.strip() and line != b": keep-alive\n":
                assert line.startswith(b"data: "), line
                yield line[6:].decode().rstrip("\n")

    def chunks(self):
        """Parsed chunks up to [DONE], which must come; checks what all of them must hold."""
        first, finished, done = None, set(), False
        for data in self.events():
            assert not done, "an event after [DONE]"
            if data == "[DONE]":
                done = True
                continue
            chunk = json.loads(data)
            assert "error" not in chunk, chunk
            first = first or chunk
            for field in ("id", "created", "model", "object"):
                assert chunk[field] == first[field]
            for choice in chunk["choices"]:
                assert choice["index"] not in finished, "a chunk after the one with finish_reason"
                assert choice["finish_reason"] in (None, "stop", "length")
                if choice["finish_reason"]:
                    finished.add(choice["index"])
            yield chunk
        assert done and finished

    def hang_up(self):
        if self.connection.sock:
            self.connection.sock.close()
        if hasattr(self, "_response"):
            self._response.close()
        self.connection.close()


def raw(server: Server, data: bytes, timeout: float = 60) -> bytes:
    """Sends bytes as they are; everything that comes back until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=timeout) as sock:
        try:
            sock.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        answer = b""
        while True:
            try:
                piece = sock.recv(65536)
            except ConnectionResetError:
                return answer
            if not piece:
                return answer
            answer += piece
