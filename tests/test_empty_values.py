"""Settings that are given as nothing: a flag is refused, a variable counts as not set."""

import re

import pytest

CONTEXT = ("MLXCEL_XLA_CONTEXT_CAPACITY", "MLXCEL_XLA_CONTEXT_BUCKETS")  # errors when empty


@pytest.mark.parametrize("arguments", [
    ("serve", "--host", ""),
    ("serve", "--host="),
    ("serve", "--alias", ""),
    ("serve", "--api-key-file", "  "),
    ("generate", "-p", "x", "-m", ""),
    ("generate", "-p", "x", "--cache-dir", ""),
    ("perplexity", "-f", ""),
    ("export", "--decode="),
    ("cache", "--cache-dir", ""),
])
def test_an_empty_flag_is_refused_by_name(rung, arguments):
    result = rung(*arguments)
    assert result.code == 2
    assert result.out == ""
    (line,) = result.err_lines
    name = next(argument for argument in reversed(arguments) if argument.startswith("-"))
    assert line.startswith(f"rung: error: {name.rstrip('=')} \"")
    assert "must not be empty" in line


def test_an_empty_variable_is_not_set(rung, model, source_dir, tmp_path):
    rows = (source_dir / "docs/environment.md").read_text().splitlines()
    names = [match[1] for row in rows if (match := re.match(r"\| `([A-Z0-9_]+)` \|", row))]
    assert len(names) > 15
    usual = rung("buckets", "-m", model)
    empty = rung("buckets", "-m", model, cwd=tmp_path,
                 env={name: "" for name in names if name not in CONTEXT})
    assert empty.code == 0, empty.err
    assert empty.out == usual.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name, place", [
    ("HF_HUB_CACHE", "."), ("HF_HOME", "hub"), ("XDG_CACHE_HOME", "huggingface/hub"),
    ("HOME", ".cache/huggingface/hub")])
def test_an_empty_place_is_not_the_working_directory(rung, model, tmp_path, name, place):
    repository = tmp_path / place / "models--org--name"
    revision = "0" * 40
    (repository / "snapshots" / revision).mkdir(parents=True)
    (repository / "snapshots" / revision / "model.gguf").symlink_to(model)
    (repository / "refs").mkdir()
    (repository / "refs/main").write_text(revision)
    elsewhere = {"HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere", name: ""}
    result = rung("buckets", "-m", "org/name", cwd=tmp_path, env=elsewhere)
    assert result.code == 2, result.out
    assert len(result.err_lines) == 1
