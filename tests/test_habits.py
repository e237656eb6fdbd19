"""What users of llama.cpp, vLLM, mlx-lm and Ollama type."""

import json
import os
import subprocess

import pytest

from cache_dir import CACHE_DIR
from serving import PROMPT


@pytest.mark.parametrize("flags", [
    ["-ngl", "99"], ["--n-gpu-layers", "0"], ["-nkvo"], ["-no-cnv"], ["-st"], ["-fa"], ["-fa", "on"],
    ["--flash-attn", "auto"], ["-b", "512", "-ub", "64"], ["--mlock", "--no-mmap"],
    ["--no-display-prompt"], ["-nr", "--no-escape"], ["-fit", "off"], ["-dio", "-no-kvu"],
    ["--load-mode", "mmap", "-ot", "x=CPU"],
])
def test_flags_that_change_nothing_get_one_notice_each(rung, model, flags):
    result = rung("generate", "-m", model, "-p", PROMPT, *flags, "-n", "2")
    assert (result.code, result.out) == (0, " Paris."), result.err
    notices = [line for line in result.err_lines if line.startswith("rung: notice: ")]
    assert len(notices) == sum(flag.startswith("-") for flag in flags)
    for notice in notices:
        assert " is ignored: " in notice


@pytest.mark.parametrize("flags", [
    ["-n2"], ["-c", "0"], ["-c256"], ["-ctk", "f16"], ["-n", "9", "-n", "2"],
    ["-p", "not this", "-p", PROMPT],
])
def test_flags_that_mean_the_same(rung, model, flags):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "2", *flags)
    assert (result.code, result.out) == (0, " Paris."), result.err
    assert not any("notice" in line for line in result.err_lines)


def test_c_0_is_no_pin(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "2", "-c", "0",
                  env={"MLXCEL_XLA_CONTEXT_CAPACITY": "300"})
    assert "context capacity: 256 for 5 prompt + up to 2" in result.err_lines


@pytest.mark.parametrize("words, line", [
    (["generate", "-hf", "org/x"], "-hf: nothing is downloaded; "),
    (["serve", "-hf", "org/x"], "-hf: nothing is downloaded; "),
    (["generate", "-cnv"], "-cnv: chat templates are not supported yet"),
    (["generate", "-sys", "be kind"], "-sys: chat templates are not supported yet"),
    (["generate", "-md", "small.gguf"], "-md: speculative decoding is out of scope"),
    (["generate", "-ctk", "q8_0"], "-ctk \"q8_0\": the KV cache is f32, f16 or bf16"),
    (["generate", "-p", "x", "--temperature", "-1"], "--temperature must be a finite number"),
    (["serve", "--threads", "0"], "--threads must be an integer in 1..=1024, "),
    (["serve", "-t", "0"], "-t must be an integer in 1..=1024, "),
    (["serve", "--drain-delay", "-1"], "--drain-delay: must be 0 for none, or 0.001 to "),
    (["serve", "-s", "1"], "-s: each request says it "),
    (["perplexity"], "rung perplexity needs --file "),
    (["generate", "-ngx", "3"], "unknown flag -ngx"),
    (["serve", "--max-model-len", "4096"], "--max-model-len: -c pins one context capacity"),
    (["serve", "--ssl-key-file", "k.pem"], "--ssl-key-file: no TLS here; "),
    (["serve", "org/x"], "unexpected argument \"org/x\": "),
    (["serve", "--max-batch", "16"], "--max-batch: must be in 1..=8, "),
    (["chat"], "there is no command chat: "),
    (["pull", "smollm2"], "there is no command pull: "),
    (["generate", "--device", "gpu", "-p", "x"], "--device='gpu' is no device"),
])
def test_what_is_not_here_is_refused_by_name(rung, words, line):
    result = rung(*words)
    assert result.code == 2
    assert result.out == ""
    (error,) = result.err_lines
    assert error.startswith("rung: error: " + line)


@pytest.mark.parametrize("words", [["help"], ["help", "serve"], ["serve", "--help"], ["-h"]])
def test_help(rung, words):
    result = rung(*words)
    assert (result.code, result.err) == (0, "")
    usage = "Usage: rung serve [OPTIONS]" if "serve" in words else "Usage: rung [OPTIONS]"
    assert usage in result.out


def test_a_prompt_by_every_way(rung, model, build_dir, tmp_path):
    path = tmp_path / "prompt.txt"
    path.write_text(PROMPT + "\n")
    for args, stdin in ((["-f", path], None), (["-f", "-"], path.read_bytes()),
                        ([], path.read_bytes()), (["-p", "-"], PROMPT.encode())):
        result = rung("generate", "-m", model, "-n", "2", *args, stdin=stdin)
        assert (result.code, result.out) == (0, " Paris."), result.err
    with open(path, "rb") as file:  # a file in place of a pipe
        done = subprocess.run([build_dir / "bin/rung", "generate", "-m", model, "-n", "2"],
                              stdin=file, capture_output=True,
                              env={**os.environ, "RUNG_CACHE_DIR": CACHE_DIR})
    assert done.stdout == b" Paris.", done.stderr
    for stdin in (b"", b"\n"):
        result = rung("generate", "-m", model, stdin=stdin)
        assert result.code == 2
        assert result.err_lines == ["rung: error: no prompt: give -p TEXT, -p -, -f FILE, or pipe "
                                    "one in"]


def test_the_drawn_seed_can_be_given_again(rung, model):
    first = rung("generate", "-m", model, "-p", PROMPT, "-n", "12", "--temp", "1.5")
    seed = first.err_lines[-1].rpartition(", seed ")[2]
    again = rung("generate", "-m", model, "-p", PROMPT, "-n", "12", "--temp", "1.5", "-s", seed)
    assert again.out_bytes == first.out_bytes
    assert ", seed " not in again.err_lines[-1]
    greedy = rung("generate", "-m", model, "-p", PROMPT, "-n", "1")
    assert ", seed " not in greedy.err_lines[-1]


def test_default_max_tokens(start_server, model):
    server = start_server("-m", model, "-np", "2", "--default-max-tokens", "3").wait_until_ready()

    def tokens(**fields):
        status, _, body = server.request(
            "POST", "/v1/completions", json.dumps({"prompt": PROMPT, "ignore_eos": True, **fields}),
            {"Content-Type": "application/json"})
        assert status == 200, body
        return json.loads(body)["usage"]["completion_tokens"]

    assert tokens() == 3
    assert tokens(max_tokens=None) == 3
    assert tokens(max_tokens=5) == 5
    assert tokens(min_tokens=6) == 6
    # Where it does not fit, what does: nothing is refused that was not before.
    assert tokens(prompt=[1] * 4095) == 1
    assert server.stop() == 0


def test_json_logs_have_the_start_lines_at_every_level(start_server, model):
    server = start_server("-m", model, "-c", "256", "-ngl", "99", "--log-format", "json", "--log",
                          "error")
    server.wait_until_compiled()
    assert server.stop() == 0
    messages = [json.loads(line) for line in server.log.splitlines()]
    texts = " ".join(str(message) for message in messages)
    for text in ("notice: -ngl 99 is ignored", "capacities=[256]", "listening on 127.0.0.1", "ready at http://"):
        assert text in texts
