"""docs/environment.md agrees with this tree, and each way of drifting from it is found.

tests/test_verify_env_docs.py has the checker's rules on a tree of its own; here it runs on copies of
the real files, so that a change of their format cannot make it pass over everything.
"""

import pathlib
import shutil
import subprocess
import sys

import pytest

FILES = ["rung/base/environment.cc", "rung/base/settings.cc", "docs/environment.md"]


def findings(root: pathlib.Path, source_dir: pathlib.Path) -> list[str]:
    command = [sys.executable, source_dir / "tools/verify_env_docs.py", "--root", root]
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()


@pytest.fixture
def tree(tmp_path, source_dir):
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source_dir / name, tmp_path / name)
    return tmp_path


def replace(path: pathlib.Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_real_tree(source_dir):
    assert findings(source_dir, source_dir) == []


@pytest.mark.parametrize("file,old,new,says", [
    (FILES[0], '{"HF_HOME",', '{"HF_HOUSE",', ["HF_HOME is not read", "no row for HF_HOUSE"]),
    (FILES[0], '{"HOME",', '{"RUNG_NEW", nullptr}, {"HOME",', ["no row for RUNG_NEW"]),
    (FILES[1], '"--lowering"', '"--lower"', ["RUNG_LOWERING does not name its flag --lower"]),
    (FILES[1], '"--tf32"', '"--tf"', ["MLX_ENABLE_TF32 does not name its flag --tf"]),
    (FILES[2], "| `HOME` |", "| `HOME` | |", ["the row of HOME lacks a cell"]),
    (FILES[2], "| `HOME` |", "| HOME |", ["no row for HOME"]),
])
def test_drift(tree, source_dir, file, old, new, says):
    replace(tree / file, old, new)
    found = findings(tree, source_dir)
    assert len(found) == len(says)
    for finding, text in zip(found, says):
        assert text in finding
