"""What may not be in the tree: traces of one machine, secrets, large files, overlong sources."""

import os
import pathlib
import re
import subprocess

import pytest

MAX_FILE_BYTES = 2_000_000
MAX_FIXTURE_BYTES = 15_000_000
MAX_SOURCE_LINES = 500

# Path of a source over MAX_SOURCE_LINES -> why it is better in one piece.
LONG_SOURCES: dict[str, str] = {}

# Written in two parts, so that this file does not match itself.
MACHINE_TRACES = [
    "/wo" "rk/", "/ro" "ot/", r"/ho" r"me/\w", "/tmp" "/b-", "/tmp" "/wh", "/tmp" "/oracle",
    r"pypi\." "org", "python" "hosted", r"deb\.debian\." "org", r"security\.debian\." "org",
]
SECRETS = ["PRIVATE" " KEY-----", r"\bgh[pousr]_\w{30}", r"\bAKIA[0-9A-Z]{16}\b", r"\bhf_\w{30}"]


@pytest.fixture(scope="module")
def files(source_dir) -> dict[str, pathlib.Path]:
    """Every file that is, or would be, committed: path from the root -> path."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=source_dir, capture_output=True)
    if listing.returncode == 0:
        names = [os.fsdecode(name) for name in listing.stdout.split(b"\0") if name]
    else:  # an unpacked archive without a repository
        names = [str(path.relative_to(source_dir)) for path in source_dir.rglob("*")
                 if not path.relative_to(source_dir).parts[0].startswith(("build", ".git"))]
    paths = {name: source_dir / name for name in sorted(set(names))}
    return {name: path for name, path in paths.items() if path.is_file() or path.is_symlink()}


@pytest.mark.parametrize("patterns", [MACHINE_TRACES, SECRETS], ids=["machine", "secrets"])
def test_no_traces(files, patterns):
    pattern = re.compile("|".join(patterns).encode())
    found = []
    for name, path in files.items():
        if path.is_symlink():
            continue
        for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
            if match := pattern.search(line):
                found.append(f"{name}:{number}: {match[0].decode(errors='replace')}")
    assert found == []


def test_links_stay_inside_the_tree(files):
    # A link to nothing counts too: git would carry it everywhere.
    assert [name for name, path in files.items()
            if path.is_symlink() and os.path.isabs(os.readlink(path))] == []


def test_file_sizes(files):
    sizes = {name: path.stat().st_size for name, path in files.items() if not path.is_symlink()}
    assert {n: size for n, size in sizes.items() if size > MAX_FILE_BYTES} == {}
    fixtures = {n: size for n, size in sizes.items() if n.startswith("tests/data/")
                or "/testdata/" in n}
    assert sum(fixtures.values()) <= MAX_FIXTURE_BYTES


def test_long_sources_have_a_reason(files):
    lengths = {name: len(path.read_bytes().splitlines()) for name, path in files.items()
               if path.suffix in (".cc", ".h", ".py") and not path.is_symlink()}
    long = {name for name, lines in lengths.items() if lines > MAX_SOURCE_LINES}
    assert sorted(long - set(LONG_SOURCES)) == [], "split them, or add a reason to LONG_SOURCES"
    assert sorted(set(LONG_SOURCES) - long) == [], "no longer long: remove from LONG_SOURCES"


# What only one place of the program may do, because it must be looked at when it fails.
ONE_PLACE = {
    r"\bfmt::print\b|\bstd::(cout|cerr|clog)\b|\b(printf|puts|putchar)\(":
        "rung/base/text_output.cc",
    r"\bstd::(thread|jthread)( \w+)?[({]|\bstd::async\b|\bpthread_create\b":
        "rung/base/thread.cc",
}


@pytest.mark.parametrize("pattern", ONE_PLACE)
def test_what_may_fail_is_done_in_one_place(files, pattern):
    program = [name for name in files
               if re.fullmatch(r"rung/(?!.*testing/).*(?<!_test)(?<!_bench)(?<!_fuzz)\.(cc|h)", name)]
    found = [name for name in program if re.search(pattern, files[name].read_text())]
    assert set(found) <= {ONE_PLACE[pattern]}, "print through TextOutput, start with StartThread"


def test_ci_calls_make_test_alone(source_dir):
    lines = (source_dir / ".ci/run").read_text().splitlines()
    commands = [l for l in lines if l and not l.startswith(("#", "set ", "cd "))]
    assert commands == ["exec make test"]
