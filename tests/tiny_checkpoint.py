"""A llama checkpoint of a few kilobytes, and copies of it that say something odd.

A byte-level tokenizer of 256 bytes, one merge and an end token; two layers of random weights, so its
replies mean nothing, but are the same for every copy whose oddity changes no answer.
"""

import pathlib
import random
import struct

LAYERS, DIM, HEADS, KV_HEADS, FFN, WINDOW = 2, 64, 2, 1, 96, 256
F32 = 0  # ggml's number
NORMAL, CONTROL, USER_DEFINED, UNUSED = 1, 3, 4, 5  # kinds of tokens


def alphabet() -> list[str]:
    """The character that stands for each byte in the vocabularies of byte-level BPE."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = iter(range(0x100, 0x200))
    return [chr(byte) if byte in plain else chr(next(others)) for byte in range(256)]


def _text(value: str | bytes) -> bytes:
    data = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(data)) + data


def _typed(value) -> bytes:
    """A metadata value with its type: bool, int (u32), float, str, list of str or of int (i32)."""
    if isinstance(value, bool):
        return struct.pack("<IB", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if value and isinstance(value[0], int):
        return struct.pack(f"<IIQ{len(value)}i", 9, 5, len(value), *value)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))


class Checkpoint:
    """`metadata` and `tensors` may be changed before write(). A tensor's extents are in the order of
    the file, the fastest first."""

    def __init__(self):
        tokens = [*alphabet(), "ab", "<end>"]
        self.metadata = {
            "general.architecture": "llama",
            "llama.block_count": LAYERS,
            "llama.context_length": WINDOW,
            "llama.embedding_length": DIM,
            "llama.feed_forward_length": FFN,
            "llama.attention.head_count": HEADS,
            "llama.attention.head_count_kv": KV_HEADS,
            "llama.attention.layer_norm_rms_epsilon": 1e-5,
            "tokenizer.ggml.model": "gpt2",
            "tokenizer.ggml.pre": "gpt-2",
            "tokenizer.ggml.tokens": tokens,
            "tokenizer.ggml.token_type": [NORMAL] * 257 + [CONTROL],
            "tokenizer.ggml.merges": ["a b"],
            "tokenizer.ggml.eos_token_id": 257,
        }
        self.tensors = {"token_embd.weight": (DIM, len(tokens)), "output_norm.weight": (DIM,)}
        kv_dim = DIM // HEADS * KV_HEADS
        for layer in range(LAYERS):
            for name, dims in {"attn_norm": (DIM,), "attn_q": (DIM, DIM), "attn_k": (DIM, kv_dim),
                               "attn_v": (DIM, kv_dim), "attn_output": (DIM, DIM),
                               "ffn_norm": (DIM,), "ffn_gate": (DIM, FFN), "ffn_up": (DIM, FFN),
                               "ffn_down": (FFN, DIM)}.items():
                self.tensors[f"blk.{layer}.{name}.weight"] = dims

    def add_token(self, token: str | bytes, kind: int = NORMAL) -> int:
        """Behind the others. Its row of the embedding is zero, so no reply holds it."""
        self.metadata["tokenizer.ggml.tokens"].append(token)
        self.metadata["tokenizer.ggml.token_type"].append(kind)
        rows = len(self.metadata["tokenizer.ggml.tokens"])
        self.tensors["token_embd.weight"] = (DIM, rows)
        return rows - 1

    def write(self, path: pathlib.Path) -> pathlib.Path:
        header = b"GGUF" + struct.pack("<IQQ", 3, len(self.tensors), len(self.metadata))
        header += b"".join(_text(key) + _typed(value) for key, value in self.metadata.items())
        data = b""
        for name, dims in self.tensors.items():
            header += _text(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims, F32,
                                                len(data))
            values = self._values(name, dims)
            data += struct.pack(f"<{len(values)}f", *values)
            data += bytes(-len(data) % 32)
        path.write_bytes(header + bytes(-len(header) % 32) + data)
        return path

    def _values(self, name: str, dims: tuple[int, ...]) -> list[float]:
        if len(dims) == 1:
            return [1.0] * dims[0]
        draw = random.Random(name)  # the same for every copy
        rows = 258 if name == "token_embd.weight" else dims[1]
        values = [draw.gauss(0, 0.3) for _ in range(dims[0] * rows)]
        return values + [0.0] * (dims[0] * (dims[1] - rows))
