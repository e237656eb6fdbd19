"""Scores a text with llama.cpp for quality.py, inside the scratch environment.

    llama_scores.py LOGITS MODEL THREADS

LOGITS is a file of `rung perplexity --kl-divergence-base` (rung/cli/logits_file.h): the same tokens
run through llama.cpp in the same chunks, and its logits are compared with those in the file. Prints
one JSON object with the keys of `rung perplexity --json`.
"""

import json
import sys

import llama_cpp
import numpy

BLOCK = 64  # rows at once, in f64


def read_head(file):
    if file.read(8) != b"RUNGLOG1":
        raise SystemExit(f"{file.name} holds no logits")
    vocab, chunk, count = numpy.frombuffer(file.read(24), dtype="<i8").tolist()
    tokens = numpy.frombuffer(file.read(4 * count), dtype="<i4")
    return vocab, chunk, tokens


def log_probabilities(logits):
    logits = logits.astype(numpy.float64)
    top = logits.max(axis=1, keepdims=True)
    return logits - top - numpy.log(numpy.exp(logits - top).sum(axis=1, keepdims=True))


def main():
    path, model, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
    surprise, base_surprise, divergence, same = [], [], [], []
    with open(path, "rb") as file:
        vocab, chunk, tokens = read_head(file)
        llama = llama_cpp.Llama(model_path=model, n_ctx=chunk, n_batch=chunk, n_threads=threads,
                                n_threads_batch=threads, logits_all=True, verbose=False)
        for start in range(0, len(tokens), chunk):
            part = tokens[start:start + chunk]
            llama.reset()
            llama.eval(part.tolist())
            for first in range(0, len(part) - 1, BLOCK):
                places = numpy.arange(first, min(first + BLOCK, len(part) - 1))
                base = numpy.frombuffer(file.read(4 * vocab * len(places)), dtype="<f4")
                base = log_probabilities(base.reshape(len(places), vocab))
                own = log_probabilities(llama.scores[places, :vocab])
                following = part[places + 1]
                rows = numpy.arange(len(places))
                surprise += (-own[rows, following]).tolist()
                base_surprise += (-base[rows, following]).tolist()
                divergence += (numpy.exp(base) * (base - own)).sum(axis=1).tolist()
                same += (own.argmax(axis=1) == base.argmax(axis=1)).tolist()

    def error(values):
        return float(numpy.std(values, ddof=1) / len(values) ** 0.5)

    print(json.dumps({
        "tokens": len(tokens), "chunk": chunk, "scored": len(surprise),
        "perplexity": float(numpy.exp(numpy.mean(surprise))),
        "base_perplexity": float(numpy.exp(numpy.mean(base_surprise))),
        "mean_kl_divergence": float(numpy.mean(divergence)),
        "mean_kl_divergence_error": error(divergence),
        "max_kl_divergence": max(divergence),
        "same_top_token": float(numpy.mean(same)), "same_top_token_error": error(same)}))


if __name__ == "__main__":
    main()
