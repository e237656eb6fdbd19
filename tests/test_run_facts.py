"""What ran, in one line: of a server at info, at debug of every command that runs a model."""

import json
import os
import re
import shlex

import pytest


def facts(text: str) -> dict[str, str]:
    """The fields of the one line."""
    lines = [m.group(1) for m in re.finditer(r"\brung (version=.*)$", text, re.M)]
    assert len(lines) == 1, text
    return dict(field.split("=", 1) for field in shlex.split(lines[0]))


def assert_complete(said: dict[str, str]):
    assert re.fullmatch(r"\d+\.\d+\.\d+", said["version"])
    assert said["model"].endswith("SmolLM2-135M-Instruct.Q4_1.gguf")
    assert said["architecture"] == "llama"
    assert said["plugin"].endswith(".so") and re.fullmatch(r"0\.\d+", said["pjrt_api"])
    assert said["device"] == "cpu" and int(said["threads"]) >= 1


@pytest.mark.parametrize("lowering", ["kernel", "portable"])
def test_a_server_says_it_at_info(start_server, model, lowering):
    server = start_server("-m", model, "--lowering", lowering, "--threads", "1", "-c", "256",
                          env={"RUNG_MEMORY_LIMIT": "3GiB"}).wait_until_ready()
    said = facts(server.log)
    assert server.stop() == 0
    assert_complete(said)
    assert (said["lowering"], said["threads"]) == (lowering, "1")
    assert said["kv_dtype"] == {"kernel": "f16", "portable": "f32"}[lowering]
    assert ("instruction_set" in said) == (lowering == "kernel")
    assert (said["memory_limit"], said["memory_limit_source"]) == (str(3 << 30), "RUNG_MEMORY_LIMIT")


def test_without_a_limit_of_the_operator_it_names_the_source(start_server, model):
    server = start_server("-m", model, "-c", "256", "--log-format", "json").wait_until_ready()
    lines = [json.loads(line)["message"] for line in server.log.splitlines()
             if "rung version=" in line]
    assert server.stop() == 0
    said = facts("\n".join(lines))
    assert int(said["memory_limit"]) > 0 and said["memory_limit_source"]


SHORT_BENCH = ("bench", "--tokens", "2", "--repetitions", "1", "--rows", "256", "--prefill", "16")


@pytest.mark.parametrize("args", [
    ("generate", "-p", "a", "-n", "1"), SHORT_BENCH, (*SHORT_BENCH, "--json"), ("bench", "--start"),
    ("perplexity", "-f", "TEXT"), ("buckets", "--measure", "-c", "256")], ids=" ".join)
def test_other_commands_say_it_too(rung, model, tmp_path, args):
    (tmp_path / "TEXT").write_text("one two three")
    env = {"RUNG_CACHE_DIR": ""} if "--start" in args else {}  # it has a cache of its own
    result = rung(*args, "-m", model, "--log", "debug", cwd=tmp_path, env=env)
    said = facts(result.err)
    assert_complete(said)
    assert ("memory_limit" in said) == (args[0] in ("generate", "buckets"))  # the others plan none
    quiet = rung(*args, "-m", model, cwd=tmp_path, env=env)
    assert quiet.code == 0 and "version=" not in quiet.err


def test_a_run_that_is_refused_says_why_and_nothing_else(rung, model):
    refused = rung("generate", "-m", model, "-p", "a", "--memory-limit", "1MiB")
    assert (refused.code, len(refused.err_lines)) == (2, 1), refused.err


def test_a_table_of_bench_begins_with_it(rung, model):
    result = rung(*SHORT_BENCH, "-m", model)
    assert_complete(facts(result.out.splitlines()[0]))


def test_a_path_with_blanks_stays_one_field(rung, model, tmp_path):
    path = tmp_path / 'a model "x".gguf'
    os.symlink(model, path)
    said = facts(rung("generate", "-m", path, "-p", "a", "-n", "1", "--log", "debug").err)
    assert said["model"].endswith('a model "x".gguf')
