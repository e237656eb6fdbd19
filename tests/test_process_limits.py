"""Limits on the process (ulimit) that most programs never meet: file sizes, numbers of threads."""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile

import pytest

from cache_dir import CACHE_DIR
from conftest import OWN_VARIABLES

PROMPT = ("-p", "The capital of France is", "-n", "4")
# Limits of a user count all its processes: nobody else runs as this one. Root has none. It may read
# what root may, so that build and wheels can lie in root's home.
USER = 64123
AS_USER = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups",
           "--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override")


def limited(build_dir, *args, limits, wrapper=(), env=None, **options) -> subprocess.Popen:
    """Starts bin/rung on two cores under `limits`."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(OWN_VARIABLES)}
    cores = set(sorted(os.sched_getaffinity(0))[:2])

    def prepare():
        os.sched_setaffinity(0, cores)
        for name, value in limits.items():
            resource.setrlimit(name, (value, value))

    return subprocess.Popen([*wrapper, build_dir / "bin/rung", *args], preexec_fn=prepare, cwd="/",
                            env={**clean, "RUNG_CACHE_DIR": CACHE_DIR, **(env or {})},
                            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})


def run_limited(*args, **options) -> subprocess.CompletedProcess:
    process = limited(*args, **options)
    out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess(args, process.returncode, out, err)


# Sizes of files

@pytest.mark.parametrize("most", [0, 100, 4096])
def test_a_cache_that_may_not_grow_is_said_once(rung, model, build_dir, tmp_path, most):
    env = {"RUNG_CACHE_DIR": str(tmp_path / "cache")}
    done = run_limited(build_dir, "generate", "-m", model, *PROMPT, env=env,
                       limits={resource.RLIMIT_FSIZE: most})
    assert done.returncode == 0, done.stderr
    assert done.stdout == rung("generate", "-m", model, *PROMPT).out_bytes
    err = done.stderr.decode()
    assert err.count("compiled programs are not kept") == 1, err
    assert "warning" in err
    # Nothing half written is left.
    left = list((tmp_path / "cache").iterdir())
    assert {path.suffix for path in left} <= {".plugin", ".program"}
    assert all(0 < path.stat().st_size <= most for path in left)


def test_output_beyond_the_largest_file(build_dir, tmp_path):
    with open(tmp_path / "out", "wb") as out:
        done = run_limited(build_dir, "export", "--decode", "256", "--lowering", "portable",
                           stdout=out, limits={resource.RLIMIT_FSIZE: 4096})
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "rung: error: standard output: File too large: what was printed is not whole there"]


def test_a_log_beyond_the_largest_file(rung, model, build_dir, tmp_path):
    with open(tmp_path / "log", "wb") as log:
        done = run_limited(build_dir, "generate", "-m", model, *PROMPT, "--log", "trace",
                           stderr=log, limits={resource.RLIMIT_FSIZE: 10})
    assert done.returncode == 0
    assert done.stdout == rung("generate", "-m", model, *PROMPT).out_bytes


# Numbers of threads

needs_root = pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None,
                                reason="needs a user of its own")


def check_threads(done, most: int, reply: bytes, lines_before: int = 0):
    """The reply, or one line that names threads and the limit.

    `lines_before` may stand before it: what a command says of its plan.
    """
    if done.returncode == 0:
        assert done.stdout == reply
        return
    assert done.returncode == 1, (most, done)
    lines = done.stderr.decode().splitlines()
    assert len(lines) <= lines_before + 1, (most, lines)
    assert [line for line in lines if "error" in line] == lines[-1:]
    assert lines[-1].startswith("rung: error: ")
    assert "thread" in lines[-1] and f"ulimit -u {most}" in lines[-1]
    assert done.stdout == b""


@pytest.fixture(scope="module")
def as_user(build_dir, model):
    """as_user(limit, "generate", ...): as a user who may have that many threads."""
    cache = pathlib.Path(tempfile.mkdtemp(prefix="rung-limits-"))
    os.chown(cache, USER, USER)

    def run(most, *args, cached=True):
        env = {"RUNG_CACHE_DIR": str(cache) if cached else "off"}
        return run_limited(build_dir, *args, wrapper=AS_USER, env=env,
                           limits={resource.RLIMIT_NPROC: most})

    yield run
    shutil.rmtree(cache)


@needs_root
def test_few_threads(rung, model, as_user):
    reply = rung("generate", "-m", model, *PROMPT).out_bytes
    assert as_user(400, "generate", "-m", model, *PROMPT).stdout == reply
    codes = []
    for most in range(1, 41):
        done = as_user(most, "generate", "-m", model, *PROMPT)
        check_threads(done, most, reply)
        codes.append(done.returncode)
    # From some number on it runs, and with every larger one too.
    assert codes == sorted(codes, reverse=True)
    assert codes[0] == 1 and codes[-1] == 0


@needs_root
def test_threads_are_enough_for_the_compiler_too(rung, model, as_user):
    """The least number that is let through is enough for what it needs most of: compiling."""
    for lowering in ("kernel", "portable"):
        flags = ("generate", "-m", model, *PROMPT, "--lowering", lowering)
        reply = rung(*flags).out_bytes
        least = next(most for most in range(10, 400)
                     if as_user(most, *flags, cached=False).returncode == 0)
        for most in (least - 1, least, least):
            check_threads(as_user(most, *flags, cached=False), most, reply, lines_before=1)


@needs_root
@pytest.mark.parametrize("command", [("bench", "--first-token"), ("buckets",), ("bench", "--start"),
                                     ("serve", "--port", "0", "--workers", "30")])
def test_other_commands_with_few_threads(as_user, model, command):
    for most in (1, 2, 5, 8, 12):
        env_cached = command[-1] != "--start"
        done = as_user(most, command[0], "-m", model, *command[1:], cached=env_cached)
        check_threads(done, most, b"")


@needs_root
def test_a_server_with_few_threads_starts_or_says_why(build_dir, model):
    """Whatever the limit: never a signal that ends it, never a server without its workers."""
    for most in range(14, 44, 3):
        server = limited(build_dir, "serve", "-m", model, "--port", "0", "--workers", "8",
                         wrapper=AS_USER, limits={resource.RLIMIT_NPROC: most}, text=True,
                         env={"RUNG_CACHE_DIR": "off"}, stdout=subprocess.DEVNULL)
        lines = []
        for line in server.stderr:
            lines.append(line.rstrip("\n"))
            if "buckets compiled" in line:
                server.send_signal(signal.SIGTERM)
        code = server.wait(120)
        if code == 0:
            assert any("ready at" in line for line in lines)
            continue
        errors = [line for line in lines if "error" in line]
        assert code == 1, (most, code, lines)
        assert len(errors) == 1 and "thread" in errors[0] and f"ulimit -u {most}" in errors[0]
    assert code == 0, lines  # the largest of them is enough
