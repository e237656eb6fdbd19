"""What every test may ask for: the trees, the binary, the embedded model.

The tests run from the build directory given with --build-dir; `make test` passes its own.
"""

import dataclasses
import os
import pathlib
import subprocess

import pytest

from cache_dir import CACHE_DIR

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
MODEL = "share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf"
# Variables that change what the program does. Tests set the ones they mean.
OWN_VARIABLES = ("RUNG_", "MLXCEL_", "MLX_", "XLA_FLAGS", "HF_")


def pytest_addoption(parser):
    parser.addoption("--build-dir", default=str(SOURCE_DIR / "build"),
                     help="the build directory whose bin/rung is tested")


@pytest.fixture(scope="session")
def source_dir() -> pathlib.Path:
    return SOURCE_DIR


@pytest.fixture(scope="session")
def build_dir(request) -> pathlib.Path:
    return pathlib.Path(request.config.getoption("--build-dir")).absolute()


@pytest.fixture(scope="session")
def model(build_dir) -> pathlib.Path:
    """The embedded default model, a GGUF file."""
    path = build_dir / MODEL
    assert path.exists(), f"{path} is missing: run `make test`, or tools/setup.sh first"
    return path


@dataclasses.dataclass(frozen=True)
class Result:
    """One finished run of the program."""

    code: int
    out: str
    err: str
    out_bytes: bytes

    @property
    def err_lines(self) -> list[str]:
        return self.err.splitlines()


@pytest.fixture(scope="session")
def rung(build_dir):
    """Runs bin/rung: rung("generate", "-m", model, env={"RUNG_LOG": "debug"}) -> Result.

    The environment is this process's without the variables that the program reads; env adds some.
    """
    binary = build_dir / "bin/rung"

    def run(*args, env=None, stdin=None, timeout=300, cwd=None) -> Result:
        assert binary.exists(), f"{binary} is missing: build first"
        clean = {k: v for k, v in os.environ.items() if not k.startswith(OWN_VARIABLES)}
        done = subprocess.run([os.fspath(binary), *(os.fspath(arg) for arg in args)],
                              env={**clean, "RUNG_CACHE_DIR": CACHE_DIR, **(env or {})},
                              input=stdin or b"", timeout=timeout, cwd=cwd, capture_output=True)
        return Result(done.returncode, done.stdout.decode(errors="replace"),
                      done.stderr.decode(errors="replace"), done.stdout)

    return run


@pytest.fixture(scope="session")
def start_server(build_dir, tmp_path_factory):
    """Starts `rung serve` with further flags: start_server("--alias", "m", env={...}) -> Server.

    Whoever starts one stops it; what is still running at the end is killed.
    """
    # Only these tests need the client's packages.
    from serving import Server

    started = []

    def start(*args, env=None):
        log = tmp_path_factory.mktemp("serve") / "stderr.txt"
        server = Server(build_dir / "bin/rung", log, *args, env=env)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


@pytest.fixture(scope="session")
def server(start_server, model):
    """One server with the derived capacities for all tests that leave it as it was."""
    server = start_server("-m", model).wait_until_compiled()
    yield server
    assert server.stop() == 0, server.log
