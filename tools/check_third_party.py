#!/usr/bin/env python3
"""Fails when THIRD_PARTY.md differs from the lists of wheels and Debian packages."""

import argparse
import pathlib
import re
import sys

import wheel_lock

# | `name` | version | licence | what for |
ROW = re.compile(r"^\|\s*`([^`]+)`\s*\|\s*([^|]*?)\s*\|\s*([^|]*?)\s*\|\s*([^|]*?)\s*\|$")


def read_page(path: pathlib.Path) -> dict[str, dict[str, tuple[int, str, str, str]]]:
    """Section heading -> name -> (line number, version, licence, what for)."""
    sections: dict[str, dict[str, tuple[int, str, str, str]]] = {}
    rows: dict[str, tuple[int, str, str, str]] = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if line.startswith("## "):
            rows = sections.setdefault(line[3:], {})
        elif match := ROW.match(line):
            name, *cells = match.groups()
            rows[name] = (number, *cells)
    return sections


def read_packages(path: pathlib.Path) -> set[str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return {line for line in lines if line}


def check(root: pathlib.Path) -> list[str]:
    page = read_page(root / "THIRD_PARTY.md")
    wheels = page.get("Wheels", {})
    packages = page.get("Debian packages", {})
    pinned = {w.name: w.version for w in wheel_lock.read(root / "third_party/wheels.lock").wheels}
    listed = read_packages(root / "third_party/apt-packages.txt")

    findings = []
    for rows, names, source in ((wheels, pinned, "wheels.lock"),
                                (packages, listed, "apt-packages.txt")):
        findings += [f"THIRD_PARTY.md:1: no row for `{name}` of third_party/{source}"
                     for name in sorted(set(names) - set(rows))]
        findings += [f"THIRD_PARTY.md:{rows[name][0]}: `{name}` is not in third_party/{source}"
                     for name in sorted(set(rows) - set(names))]
        findings += [f"THIRD_PARTY.md:{number}: `{name}`: a cell is empty"
                     for name, (number, *cells) in rows.items() if not all(cells)]
    findings += [f"THIRD_PARTY.md:{wheels[name][0]}: `{name}` is {wheels[name][1]} here, {version} "
                 "in third_party/wheels.lock" for name, version in pinned.items()
                 if name in wheels and wheels[name][1] != version]
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    findings = check(parser.parse_args().root)
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
