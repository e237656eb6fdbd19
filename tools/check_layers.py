#!/usr/bin/env python3
"""Fails when a file under rung/ includes, or a target links, what its layer may not know.

A layer may use only layers of groups to its left; layers of one group may not use each other.
docs/architecture.md says why. Findings are printed as file:line: text, one a line.
"""

import argparse
import pathlib
import re
import sys

# Low to high.
LAYERS = (
    ("base",),
    ("hlo", "pjrt", "kernels", "tokenizer", "vision", "context"),
    ("weights", "ffi", "chat"),
    ("model",),
    ("runtime",),
    ("engine",),
    ("api",),
    ("server",),
    ("cli",),
)
RANK = {layer: rank for rank, group in enumerate(LAYERS) for layer in group}
# Foreign headers that one layer wraps for all others.
OWNERS = {"xla/ffi/": "ffi", "pjrt_c_api": "pjrt", "boost/": "server"}
# Foreign headers that cost so much to compile that one file has them.
FILES = {"boost/beast/": "rung/server/connection.cc"}

SOURCES = {".cc", ".h", ".inc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
TARGET = re.compile(r"\brung::(\w+)")


def check_use(layer: str, used: str, how: str) -> str | None:
    """Why `layer` may not use `used`, or None."""
    if used not in RANK:
        return f"{how}: {used} is no layer; known are {', '.join(RANK)}"
    if used == layer or RANK[used] < RANK[layer]:
        return None
    relation = "a higher layer" if RANK[used] > RANK[layer] else "a layer of the same group"
    return (f"{how}: {used} is {relation}, {layer} may use only "
            f"{' '.join(l for l in RANK if RANK[l] < RANK[layer]) or 'itself'}")


def check_include(layer: str, path: pathlib.Path, quote: str, header: str) -> str | None:
    for prefix, owner in OWNERS.items():
        if header.startswith(prefix) and layer != owner:
            return f"includes {header}: only {owner} may, the others go through its headers"
    for prefix, file in FILES.items():
        if header.startswith(prefix) and not path.as_posix().endswith(file):
            return f"includes {header}: only {file} may, since it takes long to compile"
    if not header.startswith("rung/"):
        if quote == '"' and (path.parent / header).exists():
            return f'includes "{header}": write the path from the root, "rung/{layer}/..."'
        return None
    used = header.split("/")[1]
    problem = check_use(layer, used, f"includes {header}")
    if problem is None and used != layer and pathlib.PurePath(header).stem.endswith("_test"):
        problem = f"includes {header}: a test file of another layer"
    return problem


def check_file(root: pathlib.Path, path: pathlib.Path) -> list[str]:
    relative = path.relative_to(root)
    layer = relative.parts[1]
    findings = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
        problems = []
        if path.name == "CMakeLists.txt":
            code = line.partition("#")[0]
            problems = [check_use(layer, used, f"links rung::{used}")
                        for used in TARGET.findall(code)]
        elif match := INCLUDE.match(line):
            problems = [check_include(layer, path, *match.groups())]
        findings += [f"{relative}:{number}: {text}" for text in problems if text]
    return findings


def check(root: pathlib.Path) -> list[str]:
    findings = []
    for path in sorted((root / "rung").rglob("*")):
        if path.suffix not in SOURCES and path.name != "CMakeLists.txt":
            continue
        parts = path.relative_to(root).parts
        if len(parts) == 2:
            findings.append(f"{'/'.join(parts)}:1: stands in no layer: move it into one")
        elif parts[1] in RANK:
            findings += check_file(root, path)
        else:
            findings.append(f"{'/'.join(parts)}:1: {parts[1]} is no layer: add it to LAYERS in "
                            "tools/check_layers.py and to docs/architecture.md, or move the file")
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    findings = check(root)
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
