"""What a GGUF file may say: refused by name, or loaded, with a warning where it is odd."""

import json

import pytest

from tiny_checkpoint import CONTROL, DIM, HEADS, LAYERS, UNUSED, USER_DEFINED, Checkpoint

PROMPT = "abba a cab"


@pytest.fixture(scope="module")
def reply(rung, tmp_path_factory):
    """reply(checkpoint) -> (what `rung generate` says, its log lines, the file)."""
    directory = tmp_path_factory.mktemp("checkpoints")

    def run(checkpoint: Checkpoint):
        path = checkpoint.write(directory / "m.gguf")
        result = rung("generate", "-m", path, "-p", PROMPT, "-n", "12")
        assert result.code == 0, result.err
        return result.out_bytes, result.err_lines[:-1], path

    return run


@pytest.fixture(scope="module")
def sound(reply):
    """The reply of the checkpoint as it is."""
    out, log, _ = reply(Checkpoint())
    assert out and warnings(log) == []
    return out


def warnings(log: list[str]) -> list[str]:
    return [line for line in log if "warning" in line]


REFUSED = [
    ("llama.attention.causal", False, "is false: bidirectional attention is not supported"),
    ("llama.pooling_type", 1, "is 1: pooling is not supported"),
    ("llama.logit_scale", 8.0, "is 8: a scale of the logits is not supported"),
    ("llama.rope.scaling.attn_factor", 1.25, "is 1.25: RoPE scaling is not supported"),
    ("llama.rope.dimension_sections", [4, 6, 6, 0], "is [4, 6, 6, 0]: RoPE over several axes"),
    ("tokenizer.ggml.suppress_tokens", [7], "is [7]: a list of tokens never to choose"),
]


@pytest.mark.parametrize("key,value,says", REFUSED, ids=[row[0] for row in REFUSED])
def test_a_key_that_changes_the_graph_is_refused(rung, tmp_path, key, value, says):
    checkpoint = Checkpoint()
    checkpoint.metadata[key] = value
    path = checkpoint.write(tmp_path / "m.gguf")
    result = rung("generate", "-m", path, "-p", PROMPT, "-n", "2")
    assert (result.code, result.out, len(result.err_lines)) == (2, "", 1), result
    assert result.err.startswith(f"rung: error: {path}: {key} {says}")


@pytest.mark.parametrize("command", [
    ("serve", "--port", "0"), ("perplexity", "-f", "/dev/null"), ("bench",), ("buckets",),
    ("export", "--decode", "64")], ids=lambda command: command[0])
def test_every_command_refuses(rung, tmp_path, command):
    checkpoint = Checkpoint()
    checkpoint.metadata["llama.attention.causal"] = False
    path = checkpoint.write(tmp_path / "m.gguf")
    result = rung(command[0], "-m", path, *command[1:])
    assert (result.code, result.out, len(result.err_lines)) == (2, "", 1), result
    assert f"{path}: llama.attention.causal is false" in result.err


@pytest.mark.parametrize("tensor", ["output.bias", "rope_factors_long.weight", "cls.weight",
                                    "blk.1.ffn_gate.bias"])
def test_a_tensor_that_nobody_reads_is_refused(rung, tmp_path, tensor):
    checkpoint = Checkpoint()
    checkpoint.tensors[tensor] = (16,)
    path = checkpoint.write(tmp_path / "m.gguf")
    result = rung("generate", "-m", path, "-p", PROMPT, "-n", "2")
    assert (result.code, result.out, len(result.err_lines)) == (2, "", 1), result
    assert f"tensor {tensor} has no place" in result.err


@pytest.mark.parametrize("lowering", ["kernel", "portable"])
def test_every_optional_tensor_of_the_graph_is_read(rung, tmp_path, lowering):
    checkpoint = Checkpoint()
    plain = checkpoint.write(tmp_path / "plain.gguf")
    tensors = {"output.weight": (DIM, 258), "rope_freqs.weight": (DIM // HEADS // 2,)}
    for layer in range(LAYERS):
        tensors |= {f"blk.{layer}.attn_{name}.bias": (width,) for name, width in {
            "q": DIM, "k": DIM // HEADS, "v": DIM // HEADS, "output": DIM}.items()}
        tensors[f"blk.{layer}.attn_rot_embd.weight"] = (16,)  # read by nobody, and harmless
    checkpoint.tensors |= tensors
    full = checkpoint.write(tmp_path / "full.gguf")
    results = [rung("generate", "-m", path, "-p", PROMPT, "-n", "12", "--lowering", lowering)
               for path in (plain, full)]
    assert [result.code for result in results] == [0, 0], results
    assert results[0].out_bytes != results[1].out_bytes


@pytest.mark.parametrize("key", ["padding", "unknown", "seperator", "cls", "mask", "bos"])
@pytest.mark.parametrize("value", [2**32 - 1, 258])  # 258: as many as there are tokens
def test_an_id_that_nobody_reads_may_be_anything(reply, sound, key, value):
    checkpoint = Checkpoint()
    checkpoint.metadata[f"tokenizer.ggml.{key}_token_id"] = value
    out, log, _ = reply(checkpoint)
    assert out == sound
    assert warnings(log) == []


def test_an_end_may_be_none_and_no_other_id(rung, reply, sound, tmp_path):
    checkpoint = Checkpoint()
    checkpoint.metadata["tokenizer.ggml.eos_token_id"] = 2**32 - 1
    out, log, path = reply(checkpoint)
    assert out == sound
    (warning,) = warnings(log)
    assert f"{path}: tokenizer.ggml.eos_token_id is 4294967295: no token ends a reply" in warning
    checkpoint.metadata["tokenizer.ggml.eos_token_id"] = 258
    result = rung("generate", "-m", checkpoint.write(tmp_path / "m.gguf"), "-p", PROMPT)
    assert (result.code, result.out, len(result.err_lines)) == (2, "", 1), result
    assert "eos_token_id is 258, outside the vocabulary of 258 tokens" in result.err


def repeated(checkpoint):
    checkpoint.add_token("ab")


def empty(checkpoint):
    checkpoint.add_token("")
    checkpoint.add_token("", CONTROL)
    checkpoint.add_token("", USER_DEFINED)


def unused_byte(checkpoint):
    checkpoint.add_token("a", UNUSED)


def no_utf8(checkpoint):
    checkpoint.add_token(b"\xc3", USER_DEFINED)


def merges(checkpoint):
    checkpoint.metadata["tokenizer.ggml.merges"] += ["b a", "zz b"]


def everything(checkpoint):
    for change in (repeated, empty, unused_byte, no_utf8, merges):
        change(checkpoint)


ODD = [
    (repeated, "1 token repeats another's spelling"),
    (empty, "3 tokens are empty"),
    (unused_byte, "1 token repeats another's spelling"),
    (no_utf8, "1 token is not valid UTF-8"),
    (merges, "2 merges make no token"),
    (everything, "2 tokens repeat another's spelling, 3 tokens are empty, 1 token is not valid "
                 "UTF-8, 2 merges make no token"),
]


@pytest.mark.parametrize("change,counts", ODD, ids=[row[0].__name__ for row in ODD])
def test_an_odd_vocabulary_loads_with_one_warning(reply, sound, change, counts):
    checkpoint = Checkpoint()
    change(checkpoint)
    out, log, path = reply(checkpoint)
    assert out == sound
    (warning,) = warnings(log)
    assert f"{path}: vocabulary: {counts}: " in warning


def test_keys_that_cannot_be_judged_are_named_once(reply, sound):
    checkpoint = Checkpoint()
    checkpoint.metadata |= {f"llama.new.{i}": i for i in range(6)}
    out, log, path = reply(checkpoint)
    assert out == sound
    (warning,) = warnings(log)
    assert f'{path}: 6 unknown keys, ignored: "llama.new.0", ' in warning
    assert "llama.new.4" not in warning


def test_perplexity_warns_and_scores_as_without(rung, tmp_path):
    text = tmp_path / "text"
    text.write_text(PROMPT)
    checkpoint = Checkpoint()
    scores = []
    for change in (None, merges):
        if change:
            change(checkpoint)
        path = checkpoint.write(tmp_path / "m.gguf")
        result = rung("perplexity", "-m", path, "-f", text, "--json")
        assert result.code == 0, result.err
        assert result.err.count("vocabulary: 2 merges") == (1 if change else 0)
        scores.append(json.loads(result.out))
    assert scores[0] == scores[1]


def test_a_server_warns_and_serves(start_server, sound, tmp_path):
    checkpoint = Checkpoint()
    everything(checkpoint)
    checkpoint.metadata["tokenizer.ggml.padding_token_id"] = 2**32 - 1
    path = checkpoint.write(tmp_path / "m.gguf")
    server = start_server("-m", path).wait_until_ready()
    assert server.log.count("vocabulary: ") == 1
    answer = server.complete(prompt=PROMPT, max_tokens=12, temperature=0)
    assert answer["choices"][0]["text"] == sound.decode(errors="replace")
    _, _, tokens = server.request("POST", "/tokenize", {"content": "ab a"})
    assert json.loads(tokens)["tokens"] == [256, ord(" "), ord("a")]
    ids = [256, 258, 259, 260, 261, ord("a"), 262, 263, ord("b")]
    _, _, text = server.request("POST", "/detokenize", {"tokens": ids})
    assert json.loads(text)["content"] == "ababaa\ufffdb"
    assert server.stop() == 0
