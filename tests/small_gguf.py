"""Writes small GGUF checkpoints with random weights around the embedded model's tokenizer."""

import array
import random
import struct

# Bytes of GGUF's value types by their numbers; 8 is a string, 9 an array.
WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
GGML_TYPES = {"F32": 0, "F16": 1, "BF16": 30}
ALIGNMENT = 32

# Heads of 32, an inner width of no whole block, two layers.
SIZES = {"embedding_length": 64, "block_count": 2, "feed_forward_length": 112,
         "attention.head_count": 2, "attention.head_count_kv": 1, "rope.dimension_count": 32}


def _value_end(data, at, kind):
    if kind == 8:
        return at + 8 + struct.unpack_from("<Q", data, at)[0]
    if kind != 9:
        return at + WIDTHS[kind]
    item, count = struct.unpack_from("<IQ", data, at)
    at += 12
    if item != 8:
        return at + count * WIDTHS[item]
    for _ in range(count):
        at = _value_end(data, at, 8)
    return at


def _pairs(data):
    """Key -> the pair as it lies in the file, of all metadata."""
    count = struct.unpack_from("<Q", data, 16)[0]
    at = 24
    for _ in range(count):
        begin = at
        at = _value_end(data, at, 8)
        key = data[begin + 8:at].decode()
        at = _value_end(data, at + 4, struct.unpack_from("<I", data, at)[0])
        yield key, data[begin:at]


def _string(text):
    return struct.pack("<Q", len(text)) + text.encode()


def _encode(values, kind):
    if kind == "F32":
        return values.tobytes()
    if kind == "F16":
        return struct.pack(f"<{len(values)}e", *values)
    return b"".join(values.tobytes()[at + 2:at + 4] for at in range(0, 4 * len(values), 4))


def _shapes(vocab):
    """Tensors, their dimensions fastest first, as in the file."""
    dim, inner = SIZES["embedding_length"], SIZES["feed_forward_length"]
    yield "token_embd.weight", (dim, vocab)
    yield "output_norm.weight", (dim,)
    for layer in range(SIZES["block_count"]):
        for name, dims in {"attn_norm": (dim,), "attn_q": (dim, 64), "attn_k": (dim, 32),
                           "attn_v": (dim, 32), "attn_output": (64, dim), "ffn_norm": (dim,),
                           "ffn_gate": (dim, inner), "ffn_up": (dim, inner),
                           "ffn_down": (inner, dim)}.items():
            yield f"blk.{layer}.{name}.weight", dims


def write_small_gguf(path, embedded_model, kind_of):
    """`kind_of(name)`: "F32", "F16" or "BF16" of each matrix. Vectors are F32."""
    with open(embedded_model, "rb") as file:
        data = file.read(8 << 20)  # the metadata ends within
    pairs = dict(_pairs(data))
    for key, value in SIZES.items():
        key = f"llama.{key}"
        pairs[key] = _string(key) + struct.pack("<II", 4, value)
    tokens = pairs["tokenizer.ggml.tokens"]
    vocab = struct.unpack_from("<Q", tokens, 8 + len("tokenizer.ggml.tokens") + 8)[0]
    draw = random.Random(1)
    header, body = b"", bytearray()
    shapes = list(_shapes(vocab))
    for name, dims in shapes:
        count = dims[0] * (dims[1] if len(dims) > 1 else 1)
        if len(dims) == 1:
            kind, values = "F32", array.array("f", [1.0]) * count
        else:
            kind = kind_of(name)
            spread = 1.5 / dims[0] ** 0.5
            values = array.array("f", (draw.uniform(-spread, spread) for _ in range(count)))
        header += _string(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims,
                                              GGML_TYPES[kind], len(body))
        body += _encode(values, kind)
        body += bytes(-len(body) % ALIGNMENT)
    start = b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(pairs)) + b"".join(pairs.values())
    start += header
    path.write_bytes(start + bytes(-len(start) % ALIGNMENT) + body)
    return path
