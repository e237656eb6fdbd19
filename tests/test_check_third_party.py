"""tools/check_third_party.py on changed copies of the real lists."""

import shutil
import subprocess
import sys

import pytest

FILES = ("THIRD_PARTY.md", "third_party/wheels.lock", "third_party/apt-packages.txt")


def check(source_dir, root):
    result = subprocess.run(
        [sys.executable, str(source_dir / "tools/check_third_party.py"), "--root", str(root)],
        capture_output=True, text=True)
    findings = result.stdout.splitlines()
    assert result.returncode == (1 if findings else 0), result.stderr
    return findings


@pytest.fixture
def copy(tmp_path, source_dir):
    (tmp_path / "third_party").mkdir()
    for name in FILES:
        shutil.copy(source_dir / name, tmp_path / name)
    return tmp_path


def test_this_tree(source_dir):
    assert check(source_dir, source_dir) == []


@pytest.mark.parametrize("file,old,new,says", [
    ("third_party/wheels.lock", 'version = "9.2.0"', 'version = "9.2.1"',
     "`pytest` is 9.2.0 here, 9.2.1 in third_party/wheels.lock"),
    ("third_party/wheels.lock", 'name = "pluggy"', 'name = "pluggy-next"',
     "no row for `pluggy-next`"),
    ("third_party/apt-packages.txt", "libfmt-dev", "libfmt-dev\nlibnew-dev",
     "no row for `libnew-dev` of third_party/apt-packages.txt"),
    ("third_party/apt-packages.txt", "libfmt-dev\n", "", "`libfmt-dev` is not in"),
    ("THIRD_PARTY.md", "| 9.1.0 | MIT |", "| 9.1.0 |  |", "`libfmt-dev`: a cell is empty"),
])
def test_difference_is_found(copy, source_dir, file, old, new, says):
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new))
    findings = check(source_dir, copy)
    assert any(says in finding for finding in findings), findings
    assert all(finding.startswith("THIRD_PARTY.md:") for finding in findings)
