"""Variables that look like ours and are none: one warning each, at the start of every command."""

import json

import pytest

TYPED = {"RUNG_THREAD": "1", "MLXCEL_XLA_CONTEXT_CAPCITY": "300", "RUNG_NONSENSE": "x",
         "MLX_METAL_DEBUG": "1", "RUNG_PORT": "tcp://10.0.0.1:8080"}


def warnings(text: str) -> list[str]:
    return [line.split("] ")[-1] for line in text.splitlines() if "is not one of this program" in line]


def assert_warned(text: str):
    said = warnings(text)
    assert len(said) == 3, text
    assert said[0].startswith("the environment variable MLXCEL_XLA_CONTEXT_CAPCITY")
    assert said[0].endswith("did you mean MLXCEL_XLA_CONTEXT_CAPACITY?")
    assert "RUNG_NONSENSE" in said[1] and "docs/environment.md" in said[1]
    assert said[2].startswith("the environment variable RUNG_THREAD ")
    assert said[2].endswith("did you mean RUNG_THREADS?")


@pytest.mark.parametrize("args", [
    ("generate", "-p", "a", "-n", "1"), ("buckets",), ("cache",), ("export", "--decode", "256"),
    ("perplexity", "-f", "missing.txt"), ("serve", "--port", "0", "-c", "-1"),
    ("bench", "--first-token"), ("bench", "--start"),
], ids=lambda args: "-".join(args[:2]))
def test_every_command_warns_once(rung, args):
    unset = {"RUNG_CACHE_DIR": ""} if "--start" in args else {}  # it has a cache of its own
    result = rung(*args, env={**TYPED, **unset})
    assert_warned(result.err)
    assert rung(*args, "--log", "error", env={**TYPED, **unset}).err.count("RUNG_THREAD") == 0


def test_as_json_lines(rung):
    refused = rung("serve", "--log-format", "json", "-m", "missing.gguf", env={"RUNG_THREAD": "1"})
    line = json.loads(refused.err_lines[0])
    assert line["level"] == "warning" and "RUNG_THREADS" in line["message"]


def test_right_names_are_silent(rung, model):
    result = rung("buckets", "-m", model, env={"RUNG_THREADS": "1", "RUNG_LOG": "info"})
    assert result.err == ""
