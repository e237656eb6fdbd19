#!/usr/bin/env python3
"""Brings the pinned wheels of third_party/wheels.lock into the build directory.

    fetch_wheels.py --link-into BUILD [--need run|test]

What the cache (${XDG_CACHE_HOME:-~/.cache}/rung) lacks is downloaded with pip, checked against its
sha256, unpacked and moved into place in one rename; BUILD gets symbolic links. With --need test
BUILD/test-venv is a Python with the tests' packages. Where BUILD is up to date nothing is done:
no pip, no network. Every failure is one line on stderr and a non-zero exit.

Cache: wheels/<sha256>/ (members and contents.json, or the wheel), venv/<key>/, tmp/, pip.log.
"""

import argparse
import errno
import fcntl
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import wheel_lock
from wheel_lock import Lock, Wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIB = 1 << 20


class SetupError(Exception):
    """Set-up cannot go on; the text says in one line what is wrong and how to go on."""


def say(text: str) -> None:
    print(f"rung set-up: {text}", file=sys.stderr, flush=True)


def default_cache() -> pathlib.Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG rule: a relative path counts as unset.
    return (pathlib.Path(base) if os.path.isabs(base) else pathlib.Path.home() / ".cache") / "rung"


def find_python(candidates: list[str]) -> str:
    """The first Python >= 3.11 with pip and venv; Debian's comes before others on PATH."""
    probe = "import sys, pip, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
    tried = list(dict.fromkeys(path for path in candidates if path))
    for path in tried:
        try:
            if subprocess.run([path, "-c", probe], capture_output=True).returncode == 0:
                return path
        except OSError:
            pass
    raise SetupError(f"no Python 3.11 or later with pip and venv (tried {', '.join(tried)}): "
                     "install the packages python3-pip and python3-venv")


class Pip:
    """pip of one Python, quiet: its output goes to a log, and into one line when it fails."""

    def __init__(self, python: str, cache: pathlib.Path):
        self._python = python
        self._cache = cache

    def run(self, what: str, args: list[str], scratch: pathlib.Path) -> None:
        # TMPDIR: pip would otherwise unpack 100 MB into /tmp, which may be small.
        env = dict(os.environ, TMPDIR=str(scratch), PIP_DISABLE_PIP_VERSION_CHECK="1",
                   PIP_NO_INPUT="1", PIP_REQUIRE_VIRTUALENV="0", LC_ALL="C.UTF-8")
        command = [self._python, "-m", "pip", *args]
        result = subprocess.run(command, env=env, text=True, errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode != 0:
            log = self._cache / "pip.log"
            log.write_text(result.stdout)
            raise SetupError(f"{what}: {explain_pip(result.stdout)} (pip's output: {log})")

    def download(self, wheel: Wheel, scratch: pathlib.Path) -> pathlib.Path:
        say(f"fetching {wheel.name} {wheel.version} ({max(1, wheel.bytes // MIB)} MiB)")
        requirement = scratch / "requirement.txt"
        requirement.write_text(f"{wheel.pin} --hash=sha256:{wheel.sha256}\n")
        # What is not for this Python but for one of its own: nothing of it is run.
        target = ["--python-version", wheel.python, "--platform", "manylinux_2_27_x86_64",
                  "--implementation", "cp"] if wheel.python else []
        self.run(f"wheel {wheel.pin} cannot be fetched",
                 ["download", "--no-deps", "--require-hashes", "--only-binary", ":all:",
                  "--no-cache-dir", "--retries", "2", "--dest", str(scratch), *target,
                  "-r", str(requirement)], scratch)
        files = list(scratch.glob("*.whl"))
        if len(files) != 1:
            raise SetupError(f"wheel {wheel.pin}: pip left {len(files)} wheels instead of one")
        return files[0]


def explain_pip(output: str) -> str:
    mismatch = re.search(r"Expected sha256\s+(\w+).*?Got\s+(\w+)", output, re.DOTALL)
    if mismatch:
        return wrong_hash(*mismatch.groups())
    if "No space left on device" in output:
        return "no space left on the device: free some, or set XDG_CACHE_HOME to a larger one"
    if re.search(r"Retrying|ConnectionError|ConnectTimeout|ReadTimeout|resolve|SSLError", output):
        return ("the package index cannot be reached: check the network and pip's settings "
                "(`pip config list`), then run this again")
    if "No matching distribution" in output:
        return "the package index has no such version for this machine"
    errors = [line for line in output.splitlines() if line.strip()]
    return errors[-1].strip() if errors else "pip failed without a word"


def wrong_hash(expected: str, actual: str) -> str:
    return (f"wrong sha256: expected {expected}, actual {actual}; the download was thrown away: "
            "a proxy or mirror may have changed it, try again elsewhere")


def sha256_of(path: pathlib.Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Cache:
    """The wheels on this machine, one folder per sha256, each complete or absent.

    Changes are made under an exclusive lock on the folder, so clones may share it.
    """

    def __init__(self, path: pathlib.Path, pythons: list[str]):
        self.path = path
        self._pythons = pythons
        self._python = ""
        (path / "tmp").mkdir(parents=True, exist_ok=True)
        self._lock_file = open(path / "lock", "w")
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another set-up that uses {path}")
            fcntl.flock(self._lock_file, fcntl.LOCK_EX)
        for leftover in (path / "tmp").iterdir():  # of a run that was killed
            shutil.rmtree(leftover, ignore_errors=True)

    def python(self) -> str:
        self._python = self._python or find_python(self._pythons)
        return self._python

    def folder(self, wheel: Wheel) -> pathlib.Path:
        return self.path / "wheels" / wheel.sha256

    def has(self, wheel: Wheel) -> bool:
        """Cheap: every recorded file is there with its recorded size. Hashes are checked once."""
        folder = self.folder(wheel)
        try:
            sizes = json.loads((folder / "contents.json").read_text())
            return set(wheel.links) <= set(sizes) and all(
                (folder / name).stat().st_size == size for name, size in sizes.items())
        except (OSError, ValueError):
            return False

    def fetch(self, wheel: Wheel) -> None:
        if self.has(wheel):
            return
        if wheel.links and platform.machine() != "x86_64":
            raise SetupError(f"wheel {wheel.pin}: built for x86_64, this machine is "
                             f"{platform.machine()}: run on x86_64")
        free = shutil.disk_usage(self.path).free
        if free < wheel.bytes + wheel.unpacked:
            need = (wheel.bytes + wheel.unpacked) // MIB
            raise SetupError(f"wheel {wheel.pin}: needs {need} MiB, {self.path} has {free // MIB} "
                             "MiB left: free some, or set XDG_CACHE_HOME to a larger disk")
        with tempfile.TemporaryDirectory(dir=self.path / "tmp") as name:
            scratch = pathlib.Path(name)
            file = Pip(self.python(), self.path).download(wheel, scratch)
            actual = sha256_of(file)
            if actual != wheel.sha256:
                raise SetupError(f"wheel {wheel.pin}: {wrong_hash(wheel.sha256, actual)}")
            self._install(wheel, file, scratch / "new")

    def _install(self, wheel: Wheel, file: pathlib.Path, new: pathlib.Path) -> None:
        new.mkdir()
        if wheel.links:
            with zipfile.ZipFile(file) as archive:
                for member in wheel.links:
                    if member not in archive.namelist():
                        raise SetupError(f"wheel {wheel.pin}: has no member {member}: "
                                         "correct its links in third_party/wheels.lock")
                    archive.extract(member, new)
        else:
            file.rename(new / file.name)
        sizes = {str(path.relative_to(new)): path.stat().st_size
                 for path in sorted(new.rglob("*")) if path.is_file()}
        (new / "contents.json").write_text(json.dumps(sizes, indent=1))
        folder = self.folder(wheel)
        folder.parent.mkdir(exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)

    def test_venv(self, wheels: list[Wheel]) -> pathlib.Path:
        """A venv that holds exactly these wheels, made once per set of wheels and Python."""
        python = self.python()
        identity = subprocess.run([python, "-c", "import sys; print(sys.version, sys.base_prefix)"],
                                  capture_output=True, text=True, check=True).stdout
        key = hashlib.sha256("\n".join([identity, *(w.sha256 for w in wheels)]).encode())
        venv = self.path / "venv" / key.hexdigest()[:16]
        complete = venv / "complete"
        if complete.exists():
            return venv
        say("making the tests' Python environment")
        shutil.rmtree(venv, ignore_errors=True)
        venv.parent.mkdir(exist_ok=True)
        made = subprocess.run([python, "-m", "venv", str(venv)], capture_output=True, text=True)
        if made.returncode != 0:
            raise SetupError(f"{python} -m venv failed: {explain_pip(made.stdout + made.stderr)}")
        files = [str(next(self.folder(wheel).glob("*.whl"))) for wheel in wheels]
        Pip(str(venv / "bin/python"), self.path).run(
            "the tests' Python packages cannot be installed",
            ["install", "--no-index", "--no-deps", "--no-cache-dir", *files], self.path / "tmp")
        complete.touch()
        return venv


def fetch(lock: Lock, cache: Cache, need: str) -> list[Wheel]:
    """Fetches what `need` asks for; returns the wheels with links that the cache then holds."""
    required = lock.group("build", "model") if need == "run" else list(lock.wheels)
    for wheel in required:
        cache.fetch(wheel)
    if need == "run":
        for wheel in lock.group("plugin"):
            try:
                cache.fetch(wheel)
                break
            except SetupError as error:
                say(f"{error}; going on with the next plugin")
    return [wheel for wheel in lock.wheels if wheel.links and cache.has(wheel)]


class BuildTree:
    """Links in the build directory, and a record of them that makes the next run cheap."""

    def __init__(self, path: pathlib.Path, lock: Lock):
        self._path = path
        self._lock = lock
        self._record = path / "third_party/wheels.json"

    def up_to_date(self, need: str) -> bool:
        try:
            record = json.loads(self._record.read_text())
            return (record["lock"] == self._lock.digest and record["need"] in (need, "test")
                    and all((self._path / link).stat().st_size == size
                            for link, size in record["links"].items()))
        except (OSError, ValueError, KeyError):
            return False

    def link(self, need: str, targets: dict[str, pathlib.Path]) -> None:
        try:
            previous = json.loads(self._record.read_text())["links"]
        except (OSError, ValueError, KeyError):
            previous = {}
        for stale in set(previous) - set(targets):
            if (self._path / stale).is_symlink():
                (self._path / stale).unlink()
        for link, target in targets.items():
            self._link_one(self._path / link, target)
        record = {"lock": self._lock.digest, "need": need,
                  "links": {link: (self._path / link).stat().st_size for link in targets}}
        self._record.parent.mkdir(parents=True, exist_ok=True)
        partial = self._record.with_suffix(".part")
        partial.write_text(json.dumps(record, indent=1))
        partial.rename(self._record)

    def _link_one(self, link: pathlib.Path, target: pathlib.Path) -> None:
        link.parent.mkdir(parents=True, exist_ok=True)
        if link.is_symlink() and os.readlink(link) == str(target):
            return
        if link.is_dir() and not link.is_symlink():
            raise SetupError(f"{link} is a folder where a link is to stand: remove it")
        # Renamed into place: a build that runs meanwhile never finds the link missing.
        partial = link.with_name(link.name + ".part")
        partial.unlink(missing_ok=True)
        partial.symlink_to(target)
        partial.rename(link)


def run(args: argparse.Namespace) -> None:
    lock = wheel_lock.read(args.lock)
    tree = BuildTree(args.link_into.absolute(), lock)
    if tree.up_to_date(args.need):
        return
    pythons = [args.python] if args.python else ["/usr/bin/python3", sys.executable,
                                                 shutil.which("python3") or ""]
    cache = Cache(args.cache.absolute(), pythons)
    targets = {link: cache.folder(wheel) / member
               for wheel in fetch(lock, cache, args.need) for member, link in wheel.links.items()}
    if args.need == "test" and lock.group("test"):
        targets["test-venv"] = cache.test_venv(lock.group("test"))
    tree.link(args.need, targets)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--link-into", type=pathlib.Path, required=True, metavar="BUILD")
    parser.add_argument("--need", choices=("run", "test"), default="run")
    parser.add_argument("--lock", type=pathlib.Path, default=ROOT / "third_party/wheels.lock")
    parser.add_argument("--cache", type=pathlib.Path, default=default_cache())
    parser.add_argument("--python", default="", help="the Python whose pip and venv are used")
    args = parser.parse_args()
    try:
        run(args)
    except (SetupError, wheel_lock.LockError) as error:
        say(str(error))
        return 1
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            say(f"no space left for {args.cache}: free some, or set XDG_CACHE_HOME to a larger disk")
        else:
            say(f"{error.filename or args.cache}: {error.strerror}: make it writable, or set "
                "XDG_CACHE_HOME to a folder that is")
        return 1
    except KeyboardInterrupt:
        say("interrupted; run it again to go on")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
