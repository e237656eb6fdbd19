"""Whatever is printed with --json is one whole document, of every command that has the flag."""

import json
import re

import pytest


@pytest.fixture(scope="module")
def text_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text("The capital of France is Paris. " * 3)
    return path


@pytest.fixture(scope="module")
def json_of(rung, model):
    """json_of("bench", ...) -> the document; nothing stands before or behind it."""

    def run(*args, code=0, **env) -> dict:
        result = rung(*args, "-m", model, "--json", env=env)
        assert result.code == code, result.err
        document = json.loads(result.out)
        assert isinstance(document, dict) and result.out.endswith("}\n")
        return document

    return run


# Command -> the ways to run it.
CASES = {
    "buckets": [(), ("--measure", "-c", "256")],
    "bench": [("--first-token",), ("--start",),
              ("--tokens", "2", "--repetitions", "3", "--rows", "256", "--prefill", "16")],
    "perplexity": [("-f", "TEXT"), ("-f", "TEXT", "--kl-divergence-base", "LOGITS"),
                   ("-f", "TEXT", "--kl-divergence-base", "LOGITS", "--kl-divergence")],
}


def test_every_command_with_the_flag_is_here(rung):
    commands = re.findall(r"^  (\w+) +\w", rung("--help").out.split("Subcommands:")[1], re.M)
    assert "buckets" in commands and "serve" in commands
    with_flag = [c for c in commands if re.search(r"--json\b(?!-)", rung(c, "--help").out)]
    assert sorted(with_flag) == sorted(CASES)


def test_one_document_each(json_of, text_file, tmp_path):
    for command, runs in CASES.items():
        for args in runs:
            names = {"TEXT": text_file, "LOGITS": tmp_path / "logits"}
            env = {"RUNG_CACHE_DIR": ""} if "--start" in args else {}
            json_of(command, *(names.get(arg, arg) for arg in args), **env)


def test_what_was_measured_is_in_the_plan(json_of):
    plan = json_of("buckets", "--measure", "-c", "256")
    assert plan["server"][0]["capacity"] == 256
    assert plan["measured"]["decode"] and plan["measured"]["chunks"]
    assert "measured" not in json_of("buckets")


def test_a_plan_that_does_not_fit_is_a_document_too(json_of):
    plan = json_of("buckets", "--measure", code=2, RUNG_MEMORY_LIMIT="1MiB")
    assert plan["server"] == [] and "measured" not in plan


def test_bench_says_what_ran(json_of):
    args = ("bench", "--tokens", "2", "--repetitions", "3", "--rows", "256", "--prefill", "16")
    report = json_of(*args, "--threads", "1")
    assert re.fullmatch(r"\d+\.\d+\.\d+", report["version"])
    assert report["model"].endswith("SmolLM2-135M-Instruct.Q4_1.gguf")
    assert report["architecture"] == "llama" and report["lowering"] == "kernel"
    assert report["kv_dtype"] == "f16" and report["threads"] == 1
    assert report["instruction_set"] and report["plugin"].endswith(".so")
    assert re.fullmatch(r"0\.\d+", report["pjrt_api"])
    assert report["device"] == "cpu" and report["repetitions"] == 3
    prefill, decode = report["prefill"][0], report["decode"][0]
    assert 0 < prefill["seconds_min"] <= prefill["seconds"] <= prefill["seconds_max"]
    assert 0 < decode["step_ms_min"] <= decode["step_ms"] <= decode["step_ms_max"]
    portable = json_of("bench", "--first-token", "--lowering", "portable", "--kv-dtype", "bf16")
    assert (portable["lowering"], portable["kv_dtype"]) == ("portable", "bf16")
    assert portable["instruction_set"] is None


def test_tables_alone_refuse_the_flag(rung, model):
    refused = rung("bench", "-m", model, "--compare-growth", "--json")
    assert refused.code == 2 and refused.out == "" and "--compare-growth" in refused.err
