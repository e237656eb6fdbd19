"""Reads third_party/wheels.lock."""

import dataclasses
import hashlib
import pathlib
import sys

try:
    import tomllib
except ImportError:
    sys.exit(f"rung set-up: Python 3.11 or later is needed, this is {sys.version.split()[0]}")

GROUPS = ("build", "model", "plugin", "test")


@dataclasses.dataclass(frozen=True)
class Wheel:
    name: str
    version: str
    sha256: str
    bytes: int
    group: str
    unpacked: int = 0
    python: str = ""  # "3.11" for a wheel of one Python version
    # Member of the wheel -> path below the build directory.
    links: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def pin(self) -> str:
        return f"{self.name}=={self.version}"


@dataclasses.dataclass(frozen=True)
class Lock:
    wheels: tuple[Wheel, ...]
    digest: str  # of the file: changes whenever anything in it does

    def group(self, *groups: str) -> list[Wheel]:
        return [wheel for wheel in self.wheels if wheel.group in groups]


class LockError(Exception):
    """The lock file cannot be used; the text says why in one line."""


def read(path: pathlib.Path) -> Lock:
    try:
        data = path.read_bytes()
        entries = tomllib.loads(data.decode())["wheel"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise LockError(f"{path}: cannot be read as a wheel lock: {error}") from error
    wheels = []
    for entry in entries:
        try:
            wheel = Wheel(**entry)
        except TypeError as error:
            raise LockError(f"{path}: entry {entry.get('name', '?')}: {error}") from error
        if wheel.group not in GROUPS:
            raise LockError(f"{path}: {wheel.name}: group is {wheel.group}, not one of {GROUPS}")
        if len(wheel.sha256) != 64 or set(wheel.sha256) - set("0123456789abcdef"):
            raise LockError(f"{path}: {wheel.name}: sha256 is not 64 lower-case hex digits")
        wheels.append(wheel)
    return Lock(tuple(wheels), hashlib.sha256(data).hexdigest())
