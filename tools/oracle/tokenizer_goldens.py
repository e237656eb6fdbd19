#!/usr/bin/env python3
"""Makes tests/data/tokenizer: what Hugging Face's tokenizers says about generated text.

Needs: pip install tokenizers==0.23.3 gguf==0.19.0
Usage: tokenizer_goldens.py --gguf SmolLM2-135M-Instruct.Q4_1.gguf --out tests/data/tokenizer
       tokenizer_goldens.py --classes   (prints what unicode_classes.cc and nfc.cc are made from)

All four pre-tokenizers run over SmolLM2's vocabulary and merges, the only ones at hand, each with
the ignore_merges and the normalizer that its own checkpoints have. llama-bpe lacks every seventh
merge, so that it has tokens which only ignore_merges finds. Every line of text is invented
by tokenizer_texts.py from a fixed seed.

Files written:
  smollm2_vocab.txt   the tokenizer's metadata, tokens and merges
  lines.txt           the texts, one a line: backslash, controls and line ends as \\xNN, \\\\, \\n
  ids_<family>.bin    per line two little-endian uint64: hash_ids without and with parse_special
  decoded.bin         per case one uint64: hash_bytes of the text decoded from pseudo-random ids
"""

import argparse
import pathlib
import struct
import unicodedata

import tokenizers
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from tokenizer_texts import SEED, make_lines

NUM_DECODE_CASES = 2000
VERSION = "0.23.3"

LLAMA_HEAD = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+"
LLAMA_TAIL = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
FAMILIES = ("smollm", "gpt-2", "llama-bpe", "qwen2")


def hash_bytes(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def hash_ids(ids):
    return hash_bytes(struct.pack(f"<{len(ids)}i", *ids))


def escape(text):
    out = []
    for c in text:
        if c == "\\":
            out.append("\\\\")
        elif c == "\n":
            out.append("\\n")
        elif ord(c) < 0x20 or c == "\x7f":
            out.append(f"\\x{ord(c):02x}")
        else:
            out.append(c)
    return "".join(out)


def read_gguf(path):
    import gguf

    fields = gguf.GGUFReader(path).fields
    return {
        name.removeprefix("tokenizer.ggml."): fields[name].contents()
        for name in fields
        if name.startswith("tokenizer.ggml.")
    }


def write_vocab(meta, path):
    lines = [f"model {meta['model']}", "pre_tokenizer smollm"]
    for name in ("bos", "eos", "unknown", "padding"):
        lines.append(f"{name} {meta[name + '_token_id']}")
    control = [i for i, kind in enumerate(meta["token_type"]) if kind == 3]
    assert all(kind in (1, 3) for kind in meta["token_type"])
    lines.append("control " + " ".join(map(str, control)))
    lines += [f"tokens {len(meta['tokens'])}"] + meta["tokens"]
    lines += [f"merges {len(meta['merges'])}"] + meta["merges"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def pre_tokenizer(family):
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    gpt2 = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    if family == "gpt-2":
        return gpt2
    if family == "smollm":
        return pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), gpt2])
    numbers = r"\p{N}{1,3}" if family == "llama-bpe" else r"\p{N}"
    pattern = f"{LLAMA_HEAD}|{numbers}|{LLAMA_TAIL}"
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"), byte_level])


def make_tokenizer(meta, family):
    vocab = {token: i for i, token in enumerate(meta["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in meta["merges"]]
    if family == "llama-bpe":
        del merges[6::7]
    tokenizer = Tokenizer(
        models.BPE(vocab=vocab, merges=merges, ignore_merges=family == "llama-bpe")
    )
    if family == "qwen2":
        tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizer(family)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [
            AddedToken(meta["tokens"][i], special=True, normalized=False)
            for i, kind in enumerate(meta["token_type"])
            if kind == 3
        ]
    )
    assert tokenizer.get_vocab_size() == len(vocab)
    return tokenizer


def encode_all(tokenizer, lines, parse_special):
    tokenizer.encode_special_tokens = not parse_special
    return [e.ids for e in tokenizer.encode_batch(lines, add_special_tokens=False)]


def decode_cases(vocab_size):
    """The ids of golden_test.cc: a 64-bit linear congruential generator, top bits first."""
    state = SEED
    for case in range(NUM_DECODE_CASES):
        ids = []
        for _ in range(case % 40):
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            ids.append((state >> 33) % (vocab_size if case % 2 else 300))  # below 300: mostly bytes
        yield ids


def print_classes():
    """Letters and digits that Unicode 14 did not have, and marks that NFC does not know here."""
    scalars = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    text = "".join(map(chr, scalars))
    for name, pattern in (("letter", r"\p{L}+"), ("number", r"\p{N}+"), ("space", r"\s+")):
        rest = set(
            "".join(
                p for p, _ in pre_tokenizers.Split(Regex(pattern), "removed").pre_tokenize_str(text)
            )
        )
        new = [c for c in scalars if chr(c) not in rest and unicodedata.category(chr(c)) == "Cn"]
        print(name, " ".join(f"{c:X}" for c in new))
    single = pre_tokenizers.Digits(individual_digits=True)
    number = pre_tokenizers.Split(Regex(r"\p{N}"), "isolated")
    print(
        "digits step only",
        " ".join(
            f"{c:X}"
            for c in scalars
            if len(single.pre_tokenize_str(f"x{chr(c)}y")) == 3
            and len(number.pre_tokenize_str(f"x{chr(c)}y")) == 1
        ),
    )
    nfc = normalizers.NFC()
    print(
        "marks",
        " ".join(
            f"{c:X}"
            for c in scalars
            if nfc.normalize_str(s := f"a{chr(c)}\u0327\u0301") != unicodedata.normalize("NFC", s)
        ),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gguf")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--classes", action="store_true")
    args = parser.parse_args()
    if tokenizers.__version__ != VERSION:
        raise SystemExit(
            f"tokenizers {tokenizers.__version__} is installed; the goldens are made with {VERSION}"
        )
    if args.classes:
        return print_classes()
    if not args.gguf or not args.out:
        parser.error("--gguf and --out are needed")

    meta = read_gguf(args.gguf)
    args.out.mkdir(parents=True, exist_ok=True)
    write_vocab(meta, args.out / "smollm2_vocab.txt")
    lines = make_lines()
    (args.out / "lines.txt").write_text(
        "".join(escape(line) + "\n" for line in lines), encoding="utf-8", newline="\n"
    )
    for family in FAMILIES:
        tokenizer = make_tokenizer(meta, family)
        text = encode_all(tokenizer, lines, parse_special=False)
        special = encode_all(tokenizer, lines, parse_special=True)
        (args.out / f"ids_{family}.bin").write_bytes(
            b"".join(struct.pack("<QQ", hash_ids(a), hash_ids(b)) for a, b in zip(text, special))
        )
        print(
            f"{family}: {len(lines)} lines, {sum(map(len, text))} ids, "
            f"{sum(a != b for a, b in zip(text, special))} lines differ with parse_special"
        )
    tokenizer = make_tokenizer(meta, "smollm")
    (args.out / "decoded.bin").write_bytes(
        b"".join(
            struct.pack("<Q", hash_bytes(tokenizer.decode(ids, skip_special_tokens=True).encode()))
            for ids in decode_cases(len(meta["tokens"]))
        )
    )


if __name__ == "__main__":
    main()
