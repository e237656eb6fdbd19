"""Output that cannot be written: on standard output an error, on standard error nothing at all."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time

import pytest

from cache_dir import CACHE_DIR
from conftest import OWN_VARIABLES

PROMPT = ("-p", "The capital of France is", "-n", "4")
# Where the shell sends a stream, and what the error says of it.
LOST = {">/dev/full": "No space left on device", ">&-": "is closed"}


@pytest.fixture
def shell(build_dir, tmp_path):
    """shell("generate", "-n", "4", redirect="2>&-") -> CompletedProcess, stderr as text."""

    def run(*args, redirect="", env=None, cwd=tmp_path, **options):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(OWN_VARIABLES)}
        return subprocess.run(
            ["sh", "-c", f'exec "$@" {redirect}', "sh", build_dir / "bin/rung", *args],
            env={**clean, "RUNG_CACHE_DIR": CACHE_DIR, **(env or {})}, cwd=cwd, timeout=300,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})

    return run


def error_lines(done) -> list[str]:
    return [line for line in done.stderr.decode().splitlines() if "rung: error: " in line]


COMMANDS = {
    "no command": (),
    "help": ("--help",),
    "help of a command": ("serve", "--help"),
    "version": ("--version",),
    "generate": ("generate", *PROMPT),
    "export": ("export", "--decode", "256"),
    "buckets": ("buckets",),
    "buckets as JSON": ("buckets", "--json"),
    "plan before it measures": ("buckets", "--measure"),
    "perplexity": ("perplexity", "-f", "text.txt", "-c", "32"),
    "perplexity as JSON": ("perplexity", "-f", "text.txt", "-c", "32", "--json"),
    "bench": ("bench", "--rows", "256", "--prefill", "16", "--tokens", "1", "--repetitions", "1"),
    "bench as JSON": ("bench", "--first-token", "--json"),
    "two starts": ("bench", "--start"),
    "cache": ("cache",),
    "clearing the cache": ("cache", "--clear", "--cache-dir", "own-cache"),
}


@pytest.mark.parametrize("redirect", LOST)
@pytest.mark.parametrize("command", COMMANDS)
def test_lost_output_is_an_error(shell, tmp_path, command, redirect):
    (tmp_path / "text.txt").write_text("The capital of France is Paris, as everyone knows.")
    (tmp_path / "own-cache").mkdir(mode=0o700)
    env = {"RUNG_CACHE_DIR": ""} if command == "two starts" else None
    done = shell(*COMMANDS[command], redirect=redirect, env=env)
    assert done.returncode == 1, done.stderr
    assert len(error_lines(done)) == 1, done.stderr
    last = done.stderr.decode().splitlines()[-1]
    assert last.startswith("rung: error: standard output")
    assert LOST[redirect] in last
    if command not in ("generate", "two starts"):
        assert last == done.stderr.decode().strip()


def test_output_is_whole_where_there_is_room(shell, tmp_path):
    done = shell("export", "--decode", "256", redirect=">text.mlir")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "text.mlir").read_text()
    assert text.startswith("module") and text.rstrip().endswith("}")


def test_generate_stops_at_the_first_write_that_fails(shell):
    done = shell("generate", "-p", "Once upon a time", "-n", "4000", "--ignore-eos", "--log",
                 "debug", redirect=">/dev/full")
    assert done.returncode == 1
    tokens = next(line for line in done.stderr.decode().splitlines() if "tokens: " in line)
    assert len(tokens.split("tokens: ")[1].split()) < 10, tokens


@pytest.mark.parametrize("ignored", [False, True])
def test_a_reader_that_leaves(shell, ignored):
    """As other tools: quietly, by the signal; an error line where that signal is ignored."""
    read, write = os.pipe()
    os.close(read)
    try:
        # Python ignores the signal itself, and so does a child whose signals are not restored.
        done = shell("generate", *PROMPT, stdout=write, restore_signals=not ignored)
    finally:
        os.close(write)
    if ignored:
        assert done.returncode == 1
        assert "Broken pipe" in done.stderr.decode()
    else:
        assert done.returncode == -signal.SIGPIPE
    assert len(error_lines(done)) == ignored


@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full", "0<&- 2>&-"])
def test_generate_without_a_place_for_messages(rung, model, shell, redirect):
    reply = rung("generate", "-m", model, *PROMPT)
    done = shell("generate", "-m", model, *PROMPT, "--log", "trace", redirect=redirect)
    assert done.returncode == 0
    assert done.stdout == reply.out_bytes
    # An error has its code, even where nobody sees its line.
    assert shell("generate", "-m", "nowhere.gguf", *PROMPT, redirect=redirect).returncode == 2


def test_generate_whose_messages_nobody_reads(rung, model, shell):
    reply = rung("generate", "-m", model, *PROMPT)
    read, write = os.pipe()
    os.close(read)
    try:
        done = shell("generate", "-m", model, *PROMPT, stderr=write)
    finally:
        os.close(write)
    assert done.returncode == 0
    assert done.stdout == reply.out_bytes


def test_nothing_is_printed_into_a_file_that_took_a_closed_stream(rung, model, shell, tmp_path):
    """Every file that a program opens takes the lowest free descriptor, 1 if that is free."""
    env = {"RUNG_CACHE_DIR": str(tmp_path / "cache")}
    first = shell("generate", "-m", model, *PROMPT, "--log", "trace", redirect="0<&- >&- 2>&-",
                  env=env)
    assert first.returncode == 1
    entries = list((tmp_path / "cache").glob("*.program"))
    assert entries
    assert all(entry.read_bytes().startswith(b"rung-program 1\n") for entry in entries)
    second = rung("generate", "-m", model, *PROMPT, "--log", "debug", env=env)
    assert second.code == 0
    assert "compiles: 0 in all" in second.err
    assert second.out == rung("generate", "-m", model, *PROMPT).out


@pytest.mark.parametrize("flag", ["--save-all-logits", "--kl-divergence-base"])
def test_logits_that_do_not_fit(shell, tmp_path, flag):
    (tmp_path / "text.txt").write_text("The capital of France is Paris, as everyone knows.")
    done = shell("perplexity", "-f", "text.txt", "-c", "32", flag, "/dev/full")
    assert done.returncode != 0
    assert done.stdout == b""
    assert len(error_lines(done)) == 1
    assert "/dev/full: No space left on device" in error_lines(done)[0]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port: int, method: str, path: str, body=None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full", "a reader that left"])
def test_a_server_without_a_log_serves(build_dir, model, stderr, log_format):
    port = free_port()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(OWN_VARIABLES)}
    read, write = os.pipe()
    server = subprocess.Popen(
        ["sh", "-c", f'exec "$@" {stderr if stderr.startswith("2>") else ""}', "sh",
         build_dir / "bin/rung", "serve", "-m", model, "--port", str(port), "--log", "trace",
         "--log-format", log_format],
        env={**clean, "RUNG_CACHE_DIR": CACHE_DIR}, stdout=subprocess.DEVNULL, stderr=write)
    os.close(write)
    os.close(read)
    try:
        deadline = time.monotonic() + 120
        while True:
            assert server.poll() is None, server.returncode
            assert time.monotonic() < deadline
            try:
                if ask(port, "GET", "/health")[0] == 200:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        for _ in range(3):
            status, answer = ask(port, "POST", "/v1/completions",
                                 {"prompt": "The capital of France is", "max_tokens": 4})
            assert status == 200, answer
            assert json.loads(answer)["choices"][0]["text"]
        assert ask(port, "POST", "/v1/completions", {"prompt": 1})[0] == 400
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
