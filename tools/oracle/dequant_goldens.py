"""Makes the goldens of rung/weights/dequantize_test.cc, with gguf-py as the oracle.

    pip install -r tools/oracle/requirements.txt
    python tools/oracle/dequant_goldens.py --gguf SmolLM2-135M-Instruct.Q4_1.gguf \
        --out rung/weights/testdata

dequant_model.txt has one line per tensor of the file: `NAME TYPE ELEMENTS HASH`.
dequant_blocks.txt has hand-made blocks, one a line: `TYPE BYTES FLOATS`, both in hex, floats as their
u32 bits. It also has one line `TYPE all HASH` for the 65,536 values of each 16-bit type.

HASH is the sum over i of bits(f32[i]) * (2 * i + 1), modulo 2^64, in hex: one wrong bit in one element
always changes it, and it is one pass in numpy. Every NaN counts as 0x7fc00000: converting a half to a
float may or may not set a NaN's quiet bit.
"""

import argparse
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType as Type
from gguf import GGUFReader
from gguf.quants import dequantize

CHUNK = 1 << 20
# zeros, smallest and largest subnormal, smallest normal, 1/3, 1, -1.5, largest, infinities, NaN
HALVES = [0x0000, 0x8000, 0x0001, 0x83FF, 0x0400, 0x3555, 0x3C00, 0xBE00, 0x7BFF, 0xFBFF, 0x7C00,
          0xFC00, 0x7E00]


def float_bits(values):
    bits = np.ascontiguousarray(values, dtype=np.float32).reshape(-1).view(np.uint32)
    return np.where((bits & 0x7FFFFFFF) > 0x7F800000, np.uint32(0x7FC00000), bits)


def position_hash(values):
    bits = float_bits(values)
    total = 0
    for start in range(0, bits.size, CHUNK):
        part = bits[start : start + CHUNK].astype(np.uint64)
        odd = 2 * np.arange(start, start + part.size, dtype=np.uint64) + np.uint64(1)
        total += int((part * odd).sum(dtype=np.uint64))
    return f"{total & (1 << 64) - 1:016x}"


def model_lines(path):
    for tensor in GGUFReader(path).tensors:
        values = dequantize(tensor.data, tensor.tensor_type)
        yield f"{tensor.name} {tensor.tensor_type.name} {values.size} {position_hash(values)}"


def half_bytes(value):
    return np.array([value], dtype="<u2").view(np.uint8)


def nibble_patterns(random):
    yield np.arange(16, dtype=np.uint8) | (np.arange(15, -1, -1, dtype=np.uint8) << 4)
    yield random.integers(0, 256, 16, dtype=np.uint8)


def blocks(random):
    for d in HALVES:
        for nibbles in nibble_patterns(random):
            yield Type.Q4_0, np.concatenate([half_bytes(d), nibbles])
            for m in (0x8000, 0x3555, int(random.choice(HALVES))):
                yield Type.Q4_1, np.concatenate([half_bytes(d), half_bytes(m), nibbles])
        extremes = np.array([-128, -127, -1, 0, 1, 2, 63, 127] * 4, dtype=np.int8).view(np.uint8)
        for values in (extremes, random.integers(0, 256, 32, dtype=np.uint8)):
            yield Type.Q8_0, np.concatenate([half_bytes(d), values])
    for d in random.uniform(1e-4, 1e-1, 32).astype(np.float16).view(np.uint16):  # like real scales
        m = np.float16(-8 * np.uint16(d).view(np.float16)).view(np.uint16)
        nibbles = random.integers(0, 256, 16, dtype=np.uint8)
        yield Type.Q4_0, np.concatenate([half_bytes(d), nibbles])
        yield Type.Q4_1, np.concatenate([half_bytes(d), half_bytes(m), nibbles])
        yield Type.Q8_0, np.concatenate([half_bytes(d), random.integers(0, 256, 32, dtype=np.uint8)])


def block_lines():
    random = np.random.default_rng(7)
    for kind, data in blocks(random):
        with np.errstate(all="ignore"):
            bits = float_bits(dequantize(data.reshape(1, -1), kind))
        yield f"{kind.name} {data.tobytes().hex()} {''.join(f'{b:08x}' for b in bits)}"
    every = np.arange(65536, dtype=np.uint16)
    for kind in (Type.F16, Type.BF16):
        yield f"{kind.name} all {position_hash(dequantize(every.view(np.uint8), kind))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gguf", required=True)
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    for name, lines in (("model", model_lines(args.gguf)), ("blocks", block_lines())):
        text = f"# Made by tools/oracle/dequant_goldens.py; do not edit.\n{chr(10).join(lines)}\n"
        (args.out / f"dequant_{name}.txt").write_text(text)


if __name__ == "__main__":
    main()
