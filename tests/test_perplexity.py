"""`rung perplexity`: scores of a text, and the distance between two lowerings."""

import json
import struct

import pytest

from small_gguf import write_small_gguf

TEXT = "The sun rises in the east and sets in the west. Water is hydrogen and oxygen.\n" * 2


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    return path


def test_scores_and_comparison(rung, model, text, tmp_path):
    base = tmp_path / "base"
    args = ("perplexity", "-m", model, "-f", text, "-c", "16", "--kl-divergence-base", base)
    result = rung(*args, "--lowering", "portable", "--json")
    assert result.code == 0, result.err
    portable = json.loads(result.out)
    assert portable["chunk"] == 16
    chunks = -(-portable["tokens"] // 16)
    assert portable["scored"] == portable["tokens"] - chunks
    assert 1 < portable["perplexity"] < 200
    with base.open("rb") as file:
        assert file.read(8) == b"RUNGLOG1"
        vocab, chunk, tokens = struct.unpack("<3q", file.read(24))
    assert (vocab, chunk, tokens) == (49152, 16, portable["tokens"])
    assert base.stat().st_size == 32 + 4 * tokens + 4 * vocab * portable["scored"]

    again = json.loads(rung(*args, "--kl-divergence", "--lowering", "portable", "--json").out)
    assert again["perplexity"] == portable["perplexity"] == again["base_perplexity"]
    assert again["mean_kl_divergence"] == pytest.approx(0, abs=1e-6)
    assert again["same_top_token"] == 1

    kernel = json.loads(rung(*args, "--kl-divergence", "--lowering", "kernel", "--json").out)
    assert kernel["base_perplexity"] == portable["perplexity"]
    assert kernel["perplexity"] == pytest.approx(portable["perplexity"], rel=0.05)
    assert 0 < kernel["mean_kl_divergence"] < 0.05 < kernel["same_top_token"]
    table = rung(*args, "--kl-divergence", "--lowering", "kernel").out
    assert "KL divergence" in table and "same top token" in table


def mixed(name):
    return "BF16" if "attn_v" in name or "ffn_up" in name else "F16"


@pytest.mark.parametrize("kind_of", [lambda _: "F32", lambda _: "F16", mixed],
                         ids=["F32", "F16", "mixed"])
def test_plain_weights_are_not_rounded_on_kernels(rung, model, text, tmp_path, kind_of):
    small = write_small_gguf(tmp_path / "small.gguf", model, kind_of)
    args = ("perplexity", "-m", small, "-f", text, "-c", "16", "--kv-dtype", "f32", "--json",
            "--kl-divergence-base", tmp_path / "base")
    portable = rung(*args, "--lowering", "portable")
    assert portable.code == 0, portable.err
    kernel = rung(*args, "--kl-divergence", "--lowering", "kernel")
    assert kernel.code == 0, kernel.err
    scores = json.loads(kernel.out)
    assert scores["perplexity"] == pytest.approx(json.loads(portable.out)["perplexity"], rel=1e-6)
    # Matrices rounded to BF16 are 1e-5 nats away.
    assert abs(scores["mean_kl_divergence"]) < 1e-7


def test_chunks_do_not_see_each_other(rung, model, text, tmp_path):
    # The same words twice, each in a chunk of its own: the same score as once.
    half = tmp_path / "half.txt"
    half.write_text(TEXT[:len(TEXT) // 2])
    tokens = json.loads(rung("perplexity", "-m", model, "-f", half, "--json").out)["tokens"]
    scores = [json.loads(rung("perplexity", "-m", model, "-f", path, "-c", str(tokens),
                              "--json").out) for path in (half, text)]
    assert scores[1]["tokens"] == 2 * tokens
    assert scores[1]["perplexity"] == pytest.approx(scores[0]["perplexity"], rel=1e-9)


def test_one_place_has_no_spread(rung, model, tmp_path):
    path = tmp_path / "two-tokens.txt"
    path.write_text("The sun")
    base = tmp_path / "base"
    args = ("perplexity", "-m", model, "-f", path, "--kl-divergence-base", base)
    written = rung(*args)
    assert written.code == 0, written.err
    assert " over 1 of 2 tokens" in written.out and "+/-" not in written.out
    compared = rung(*args, "--kl-divergence")
    assert "KL divergence" in compared.out and "+/-" not in compared.out
    report = json.loads(rung(*args, "--kl-divergence", "--json").out)
    assert report["scored"] == 1
    assert report["mean_kl_divergence_error"] is None
    assert report["same_top_token_error"] is None


def test_refuses(rung, model, text, tmp_path):
    other = tmp_path / "other"
    other.write_text("not logits")
    single = tmp_path / "single"
    single.write_text("a")
    for args, words in (
            (("-f", text, "--kl-divergence"), "--kl-divergence-base"),
            (("-f", text, "--kl-divergence", "--kl-divergence-base", other), "holds no logits"),
            (("-f", text, "-c", "1"), "a chunk needs two tokens"),
            (("-f", single), "too few"),
            (("-f", tmp_path / "none"), "no such file"),
            (("-f", tmp_path), "is a directory"),
            (("-f", "/dev/null"), "-f /dev/null: holds no text: name a file that does"),
            ((), "--file")):
        result = rung("perplexity", "-m", model, *args)
        assert (result.code, len(result.err_lines)) == (2, 1), result.err
        assert words in result.err
        assert "-p" not in result.err.split()  # a flag of another command
