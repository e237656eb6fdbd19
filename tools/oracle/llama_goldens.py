"""Makes the committed goldens of llama-architecture checkpoints, with transformers as the oracle.

    pip install -r tools/oracle/requirements.txt
    python tools/oracle/llama_goldens.py --gguf SmolLM2-135M-Instruct.Q4_1.gguf \
        --out tests/data/goldens [--sets greedy,logits,long]

The weights are those of the GGUF file, dequantized to f32 by gguf-py; everything is computed in f32
on one CPU thread with eager attention. Greedy decoding ignores end-of-sequence tokens. Files are line
based, one `key value...` a line; HEADER below documents them.
"""

import argparse
import hashlib
import sys
import time
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGUFReader
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM

import golden_prompts

MIN_MARGIN = 1e-3  # below it another legal f32 summation order could pick the other token
LOGIT_PROMPTS = ("fact", "chat")
FORCED_PROMPT = "cut_255"
FORCED_POSITIONS = 100

HEADER = """\
# Greedy goldens. Made by tools/oracle/llama_goldens.py; do not edit.
# Lines are `key values...`; lines that start with '#' are comments. One record per prompt:
#   prompt NAME      starts a record
#   special 0|1      1: control tokens written in the text are parsed as such
#   text T           prompt text, UTF-8, with \\\\ \\n \\r \\t escaped; ends at the end of the line
#   ids N...         token ids of the prompt (no BOS is added)
#   tokens N...      greedy continuation, end-of-sequence ignored
#   margins F...     per token of the continuation: largest minus second largest logit
#   end
"""

LOGITS_HEADER = """\
# Logit goldens. Made by tools/oracle/llama_goldens.py; do not edit.
# Lines are `key values...`; lines that start with '#' are comments. Prompts are named as in the greedy
# file. Computed in f32; `error` is the largest |f32 - f64| over the vocabulary at all listed positions.
#   top8 NAME STEP ID:LOGIT...        8 largest logits that choose token STEP of the continuation
#   error NAME F                      as above, for top8 of NAME
#   forced NAME POSITION ID LOGPROB NEXT LOGPROB
#       after ids[0..POSITION] of the prompt: most likely token and its log-softmax over the
#       vocabulary, then the prompt's own next token and its log-softmax
#   forced_error NAME F               largest |f32 - f64| of log-softmax over those positions
"""


def build_tokenizer(reader: GGUFReader, special: bool) -> Tokenizer:
    """Byte-level BPE of the "smollm" pre-tokenizer, out of GGUF metadata."""
    assert reader.fields["tokenizer.ggml.pre"].contents() == "smollm"
    tokens = reader.fields["tokenizer.ggml.tokens"].contents()
    kinds = reader.fields["tokenizer.ggml.token_type"].contents()
    merges = [tuple(m.split(" ")) for m in reader.fields["tokenizer.ggml.merges"].contents()]
    tokenizer = Tokenizer(models.BPE(vocab={t: i for i, t in enumerate(tokens)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    if special:
        control = [t for t, kind in zip(tokens, kinds) if kind == gguf.TokenType.CONTROL]
        tokenizer.add_special_tokens([AddedToken(t, special=True, normalized=False)
                                      for t in control])
    return tokenizer


def unpermute(weight: np.ndarray, heads: int) -> np.ndarray:
    """GGUF keeps Q and K rows for interleaved RoPE pairs; transformers rotates halves."""
    rows, columns = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


def load_model(reader: GGUFReader) -> LlamaForCausalLM:
    def field(name):
        return reader.fields["llama." + name].contents()

    config = LlamaConfig(
        vocab_size=field("vocab_size"),
        hidden_size=field("embedding_length"),
        intermediate_size=field("feed_forward_length"),
        num_hidden_layers=field("block_count"),
        num_attention_heads=field("attention.head_count"),
        num_key_value_heads=field("attention.head_count_kv"),
        max_position_embeddings=field("context_length"),
        rms_norm_eps=field("attention.layer_norm_rms_epsilon"),
        rope_parameters={"rope_type": "default", "rope_theta": field("rope.freq_base")},
        tie_word_embeddings=True,
        attention_bias=False,
        mlp_bias=False,
    )
    config._attn_implementation = "eager"
    names = {
        "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
        "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
        "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
        "ffn_down": "mlp.down_proj",
    }
    state = {}
    for tensor in reader.tensors:
        value = gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        parts = tensor.name.split(".")
        if parts[0] == "blk":
            if parts[2] == "attn_q":
                value = unpermute(value, config.num_attention_heads)
            elif parts[2] == "attn_k":
                value = unpermute(value, config.num_key_value_heads)
            name = f"model.layers.{parts[1]}.{names[parts[2]]}.weight"
        else:
            name = {"token_embd.weight": "model.embed_tokens.weight",
                    "output_norm.weight": "model.norm.weight"}[tensor.name]
        state[name] = torch.from_numpy(value.copy())
    state["lm_head.weight"] = state["model.embed_tokens.weight"]
    model = LlamaForCausalLM(config).to(torch.float32).eval()
    model.load_state_dict(state, strict=True)
    model.tie_weights()
    assert model.config._attn_implementation == "eager"
    return model


def encode(tokenizers: dict, candidate: golden_prompts.Candidate) -> tuple[str, list[int]] | None:
    """Text and ids, or None when a cut prompt does not encode back to its own ids."""
    tokenizer = tokenizers[candidate.special]
    ids = tokenizer.encode(candidate.text, add_special_tokens=False).ids
    if candidate.length is None:
        return candidate.text, ids
    assert len(ids) >= candidate.length, f"text too short: {len(ids)} < {candidate.length}"
    ids = ids[:candidate.length]
    text = tokenizer.decode(ids, skip_special_tokens=False)
    again = tokenizer.encode(text, add_special_tokens=False).ids
    return (text, ids) if again == ids else None


@torch.inference_mode()
def decode_greedy(model, ids: list[int], count: int, on_logits=None):
    """Tokens and margins, or None at the first margin that is too narrow."""
    output = model(torch.tensor([ids]), use_cache=True, logits_to_keep=1)
    tokens, margins = [], []
    for step in range(count):
        logits = output.logits[0, -1]
        values, indices = torch.topk(logits, 8)
        margin = float(values[0]) - float(values[1])
        if margin < MIN_MARGIN:
            print(f"  margin {margin:.2e} at step {step}: replaced", file=sys.stderr)
            return None
        if on_logits:
            on_logits(step, values, indices)
        tokens.append(int(indices[0]))
        margins.append(margin)
        if step + 1 < count:
            output = model(torch.tensor([tokens[-1:]]), past_key_values=output.past_key_values,
                           use_cache=True)
    return tokens, margins


def escape(text: str) -> str:
    for raw, escaped in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(raw, escaped)
    return text


def unescape(text: str) -> str:
    out, i = [], 0
    while i < len(text):
        if text[i] == "\\":
            i += 1
            out.append({"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}[text[i]])
        else:
            out.append(text[i])
        i += 1
    return "".join(out)


def read_goldens(path: Path) -> dict[str, dict]:
    """Records by name, as write_goldens wrote them."""
    records, record = {}, {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        key, _, value = line.partition(" ")
        if key == "prompt":
            record = records[value] = {}
        elif key == "special":
            record[key] = value == "1"
        elif key == "text":
            record[key] = unescape(value)
        elif key in ("ids", "tokens"):
            record[key] = [int(x) for x in value.split()]
        elif key == "margins":
            record[key] = [float(x) for x in value.split()]
    return records


def write_goldens(path: Path, provenance: str, slots: dict, count: int, model, tokenizers) -> None:
    lines = [HEADER + provenance]
    for name, candidates in slots.items():
        start = time.time()
        for candidate in candidates:
            encoded = encode(tokenizers, candidate)
            decoded = encoded and decode_greedy(model, encoded[1], count)
            if decoded:
                break
        else:
            sys.exit(f"slot {name}: no candidate has margins of at least {MIN_MARGIN}; add one to "
                     "golden_prompts.py")
        (text, ids), (tokens, margins) = encoded, decoded
        print(f"{name}: {len(ids)} + {count} tokens, margin {min(margins):.4f}, "
              f"{time.time() - start:.1f} s: {tokenizers[True].decode(tokens)[:60]!r}",
              file=sys.stderr, flush=True)
        lines += [
            f"prompt {name}", f"special {int(candidate.special)}", f"text {escape(text)}",
            "ids " + " ".join(map(str, ids)), "tokens " + " ".join(map(str, tokens)),
            "margins " + " ".join(f"{m:.4f}" for m in margins), "end",
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@torch.inference_mode()
def write_logits(path: Path, provenance: str, records: dict, model, exact) -> None:
    """`exact` is the same model in f64."""
    lines = [LOGITS_HEADER + provenance]
    for name in LOGIT_PROMPTS:
        ids, tokens = records[name]["ids"], records[name]["tokens"]
        got = {}

        def keep(step, values, indices, got=got):
            got[step] = [(int(i), float(v)) for i, v in zip(indices, values)]

        decoded = decode_greedy(model, ids, len(tokens), keep)
        assert decoded and decoded[0] == tokens, f"{name}: not the tokens of the greedy file"
        forced = torch.tensor([ids + tokens[:-1]])
        error = (model(forced).logits.double() - exact(forced).logits)[0, len(ids) - 1:].abs().max()
        for step, top in got.items():
            lines.append(f"top8 {name} {step} " + " ".join(f"{i}:{v:.5f}" for i, v in top))
        lines.append(f"error {name} {float(error):.2e}")
    ids = records[FORCED_PROMPT]["ids"][:FORCED_POSITIONS + 1]
    logprobs = torch.log_softmax(model(torch.tensor([ids])).logits[0].double(), -1)
    reference = torch.log_softmax(exact(torch.tensor([ids])).logits[0], -1)
    for position in range(FORCED_POSITIONS):
        row, following = logprobs[position], ids[position + 1]
        best = int(row.argmax())
        lines.append(f"forced {FORCED_PROMPT} {position} {best} {float(row[best]):.5f} "
                     f"{following} {float(row[following]):.5f}")
    error = (logprobs - reference)[:FORCED_POSITIONS].abs().max()
    lines.append(f"forced_error {FORCED_PROMPT} {float(error):.2e}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--prefix", default="smollm2")
    parser.add_argument("--sets", default="greedy,logits,long")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("highest")
    reader = GGUFReader(args.gguf)
    tokenizers = {special: build_tokenizer(reader, special) for special in (False, True)}
    model = load_model(reader)
    digest = hashlib.sha256(args.gguf.read_bytes()).hexdigest()
    provenance = f"# Model file sha256: {digest}"
    greedy = args.out / f"{args.prefix}_greedy.txt"
    for name in args.sets.split(","):
        if name == "greedy":
            write_goldens(greedy, provenance, golden_prompts.GREEDY, 64, model, tokenizers)
        elif name == "logits":
            exact = load_model(reader).double()
            write_logits(args.out / f"{args.prefix}_logits.txt", provenance, read_goldens(greedy),
                         model, exact)
        elif name == "long":
            write_goldens(args.out / f"{args.prefix}_long.txt", provenance, golden_prompts.LONG, 700,
                          model, tokenizers)
        else:
            sys.exit(f"unknown set {name!r}: use greedy, logits or long")


if __name__ == "__main__":
    main()
