"""A scratch environment with the engines that Rung is compared with.

They are tools of a measurement, never dependencies: nothing of them is built, linked or shipped with
Rung. An environment is a directory of its own; what is in it already is used again.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Callable

LLAMA_CPP_PYTHON = "0.3.36"
LLAMA_CPP_SHA256 = "832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e"
OPENVINO_GENAI = "2026.4.1.0"
# What the Python bindings of llama.cpp import.
BINDING_PACKAGES = ("numpy==2.4.6", "typing-extensions==4.16.0", "diskcache==5.6.3",
                    "jinja2==3.1.6")
LLAMA_TARGETS = ("llama", "llama-bench", "llama-batched-bench", "llama-quantize")
LLAMA_OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release", "GGML_NATIVE": "ON", "LLAMA_BUILD_COMMON": "ON",
    "LLAMA_BUILD_TOOLS": "ON", "LLAMA_BUILD_SERVER": "OFF", "LLAMA_BUILD_TESTS": "OFF",
    "LLAMA_BUILD_EXAMPLES": "OFF", "LLAMA_BUILD_APP": "OFF", "LLAMA_OPENSSL": "OFF",
}


class PeerError(Exception):
    """One line: which engine is missing, why, and where to read more."""


def default_directory() -> pathlib.Path:
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "rung/peers"


class PeerEnvironment:
    """Owns everything below `directory`. One process at a time uses it."""

    def __init__(self, directory: pathlib.Path, say: Callable[[str], None]):
        self.directory = directory.absolute()
        self._say = say

    @property
    def python(self) -> pathlib.Path:
        return self.directory / "venv/bin/python"

    @property
    def llama_source(self) -> pathlib.Path:
        return self.directory / f"llama_cpp_python-{LLAMA_CPP_PYTHON}"

    @property
    def llama_bin(self) -> pathlib.Path:
        """Programs and shared libraries of llama.cpp."""
        return self.llama_source / "build/bin"

    def binding_variables(self) -> dict[str, str]:
        """With these, `python` imports llama_cpp over the libraries of `llama_bin`."""
        return {"PYTHONPATH": str(self.llama_source), "LLAMA_CPP_LIB_PATH": str(self.llama_bin)}

    def install_openvino(self) -> None:
        self._once(f"openvino-genai {OPENVINO_GENAI}", self._install_openvino)

    def install_llama(self) -> None:
        """The programs; takes minutes the first time."""
        self._once(f"llama.cpp of llama-cpp-python {LLAMA_CPP_PYTHON}", self._install_llama)

    def install_llama_binding(self) -> None:
        self.install_llama()
        self._once("the packages of llama-cpp-python", self._install_binding)

    def quantize_q4_0(self, model: pathlib.Path) -> pathlib.Path:
        """`model` as llama.cpp's own quantizer makes it, its fastest 4-bit format."""
        made = self.directory / f"{model.stem}-{model.stat().st_size}.Q4_0.gguf"
        if not made.exists():
            part = made.with_suffix(".part")
            self._run("quantizing to Q4_0", [
                self.llama_bin / "llama-quantize", "--allow-requantize", "--output-tensor-type",
                "q8_0", "--token-embedding-type", "q8_0", model, part, "Q4_0"])
            part.rename(made)
        return made

    def _install_openvino(self) -> None:
        self._pip_install(f"openvino-genai=={OPENVINO_GENAI}", BINDING_PACKAGES[0])

    def _install_binding(self) -> None:
        self._pip_install(*BINDING_PACKAGES)

    def _install_llama(self) -> None:
        for tool in ("cmake", "ninja", "c++"):
            if shutil.which(tool) is None:
                raise PeerError(f"llama.cpp is built from source, and there is no {tool} here: "
                                "install it, or leave llama.cpp out with --engines")
        self._make_venv()
        archive = self.directory / f"llama_cpp_python-{LLAMA_CPP_PYTHON}.tar.gz"
        if not archive.exists():
            self._run("downloading llama-cpp-python", [
                self.python, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:",
                f"llama-cpp-python=={LLAMA_CPP_PYTHON}", "-d", self.directory])
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != LLAMA_CPP_SHA256:
            raise PeerError(f"{archive} has sha256 {found}, not {LLAMA_CPP_SHA256}: remove it")
        self._run("unpacking llama.cpp", ["tar", "-xzf", archive, "-C", self.directory])
        build = self.llama_source / "build"
        self._run("configuring llama.cpp", [
            "cmake", "-G", "Ninja", "-S", self.llama_source / "vendor/llama.cpp", "-B", build,
            *(f"-D{name}={value}" for name, value in LLAMA_OPTIONS.items())])
        self._run("building llama.cpp", ["cmake", "--build", build, "--target", *LLAMA_TARGETS])

    def _pip_install(self, *requirements: str) -> None:
        self._make_venv()
        self._run(f"installing {requirements[0]}",
                  [self.python, "-m", "pip", "install", *requirements])

    def _make_venv(self) -> None:
        if not self.python.exists():
            self._run("making the Python environment",
                      [sys.executable, "-m", "venv", self.directory / "venv"])

    def _once(self, what: str, install: Callable[[], None]) -> None:
        marker = self.directory / (what.replace(" ", "_") + ".installed")
        if marker.exists():
            return
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PeerError(f"cannot make {self.directory}: {error.strerror}; choose another "
                            "directory with --env") from error
        self._say(f"installing {what} in {self.directory}")
        install()
        marker.touch()

    def _run(self, what: str, command: list) -> None:
        log = self.directory / (what.replace(" ", "_").replace("==", "-") + ".log")
        with log.open("wb") as out:
            done = subprocess.run([os.fspath(part) for part in command], stdout=out, stderr=out,
                                  stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise PeerError(f"{what} failed: {last_error(log.read_text(errors='replace'))} "
                            f"(all of it: {log})")


def last_error(log: str) -> str:
    """The line of a log that says most: the last that speaks of an error, else the last."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["no output"])[-1][:200]
