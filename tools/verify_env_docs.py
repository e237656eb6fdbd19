#!/usr/bin/env python3
"""Fails when the environment variables of the code and of docs/environment.md differ.

Each finding is one line on stdout, PATH:LINE: what is wrong:
  - every variable of rung/base/environment.cc has one row in the table, in the same order, and the
    other way round; no cell of a row is empty;
  - a row names the flag that rung/base/settings.cc reads with that variable;
  - nothing else under rung/ reads the environment (tests, benchmarks and fuzzers apart);
  - no string under rung/ names a variable that does not exist.
"""

import argparse
import pathlib
import re
import sys

CODE = "rung/base/environment.cc"
SETTINGS = "rung/base/settings.cc"
DOCS = "docs/environment.md"

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
OURS = re.compile(r"\b(?:RUNG|MLXCEL|MLX)_[A-Z0-9_]*[A-Z0-9]\b")  # not a prefix alone
READS_ENVIRONMENT = re.compile(r"\b(?:secure_)?getenv\s*\(|\benviron\b")
READ_CALL = re.compile(r'\bRead\(\s*"(--[a-z0-9-]+)",\s*flags\.\w+,\s*"([A-Z0-9_]+)"')
ROW = re.compile(r"\|\s*`([A-Z][A-Z0-9_]*)`\s*\|")
CELL_END = re.compile(r"(?<!\\)\|")


def variables_in_code(source: str) -> list[str]:
    """The names that environment.cc looks up: its string literals in capitals."""
    return [text for text in STRING.findall(source) if VARIABLE.fullmatch(text)]


def table_rows(markdown: str) -> list[tuple[int, str, list[str]]]:
    """(line number, variable, cells) of each row that begins with a variable in backquotes."""
    rows = []
    for number, line in enumerate(markdown.splitlines(), start=1):
        if match := ROW.match(line):
            cells = CELL_END.split(line.strip()[1:].removesuffix("|"))
            rows.append((number, match[1], [cell.strip() for cell in cells]))
    return rows


def table_findings(code: list[str], rows: list[tuple[int, str, list[str]]]) -> list[str]:
    findings = []
    seen: list[tuple[int, str]] = []
    for number, name, cells in rows:
        if name not in code:
            findings.append(f"{DOCS}:{number}: {name} is not read by {CODE}")
        elif name in [other for _, other in seen]:
            findings.append(f"{DOCS}:{number}: a second row for {name}")
        else:
            seen.append((number, name))
        if "" in cells or len(cells) != len(rows[0][2]):
            findings.append(f"{DOCS}:{number}: the row of {name} lacks a cell")
    documented = [name for _, name in seen]
    findings += [f"{DOCS}:1: no row for {name}" for name in code if name not in documented]
    expected = [name for name in code if name in documented]
    for (number, name), other in zip(seen, expected):
        if name != other:
            findings.append(f"{DOCS}:{number}: {name} is out of order: {CODE} has {other} here")
            break
    return findings


def flag_findings(settings: str, rows: list[tuple[int, str, list[str]]]) -> list[str]:
    flags = {name: flag for flag, name in READ_CALL.findall(settings)}
    return [
        f"{DOCS}:{number}: the row of {name} does not name its flag {flags[name]}"
        for number, name, cells in rows
        if name in flags and f"`{flags[name]}`" not in " ".join(cells)
    ]


def source_findings(root: pathlib.Path, known: list[str]) -> list[str]:
    findings = []
    for path in sorted([*root.glob("rung/**/*.cc"), *root.glob("rung/**/*.h")]):
        where = path.relative_to(root).as_posix()
        is_test = "testing" in path.parts or path.stem.endswith(("_test", "_bench", "_fuzz"))
        if where == CODE or is_test:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            code = STRING.sub('""', line).split("//")[0]
            if READS_ENVIRONMENT.search(code):
                findings.append(f"{where}:{number}: reads the environment; only {CODE} may")
            named = {name for text in STRING.findall(line) for name in OURS.findall(text)}
            findings += [
                f"{where}:{number}: names {name}, which is no variable of {CODE}"
                for name in sorted(named - set(known))
                if READS_ENVIRONMENT.search(code) is None
            ]
    return findings


def verify(root: pathlib.Path) -> list[str]:
    def read(name: str) -> str:
        path = root / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    code = variables_in_code(read(CODE))
    rows = table_rows(read(DOCS))
    findings = table_findings(code, rows) if code else [f"{CODE}:1: no variable found"]
    return findings + flag_findings(read(SETTINGS), rows) + source_findings(root, code)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent
    )
    findings = verify(parser.parse_args().root)
    print(*findings, sep="\n", end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
