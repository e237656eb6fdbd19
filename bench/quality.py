#!/usr/bin/env python3
"""How far the kernel lowering's logits lie from portable f32, beside llama.cpp's on the same file.

    bench/quality.py [--json FILE] [--into docs/performance.md]

Teacher-forced over the texts in bench/text/: each token's logits after the true ones before it, in
chunks of 512. Portable f32 writes its logits (4 GB, below --work), the kernel lowering and llama.cpp
are compared with them. Exit code 1 when a gate is missed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import sys
import tempfile

import peer_engines
import peer_env
import peers
import quality_report
from quality_report import Score

TEXT_DIR = pathlib.Path(__file__).resolve().parent / "text"
TEXTS = ("english", "code")
KERNEL, LLAMA, LLAMA_Q4_0 = "rung kernel", "llama.cpp", "llama.cpp Q4_0"


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=peers.SOURCE_DIR / "build",
                        help="build directory with bin/rung")
    parser.add_argument("--model", type=pathlib.Path, help="GGUF file (default: the bundled one)")
    parser.add_argument("--env", type=pathlib.Path, default=peer_env.default_directory(),
                        help="scratch environment (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="of each engine")
    parser.add_argument("--work", type=pathlib.Path, help="where logits lie for the while")
    parser.add_argument("--without-llama", action="store_true", help="compare with f32 alone")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to this file")
    parser.add_argument("--into", type=pathlib.Path,
                        help="replace the section `quality` of this document")
    options = parser.parse_args()
    options.model = options.model or options.build / peers.MODEL
    return options


def rung_perplexity(setup: peer_engines.Setup, text: str, logits: pathlib.Path, *flags) -> dict:
    cache = setup.work / "programs"
    cache.mkdir(mode=0o700, exist_ok=True)
    return json.loads(peer_engines.run(
        [setup.rung, "perplexity", "-m", setup.model, "-f", TEXT_DIR / f"{text}.txt", "--json",
         "--kl-divergence-base", logits, *flags], peer_engines.rung_variables(setup, cache)))


def llama_perplexity(setup: peer_engines.Setup, environment: peer_env.PeerEnvironment,
                     model: pathlib.Path, logits: pathlib.Path) -> dict:
    script = pathlib.Path(__file__).with_name("llama_scores.py")
    return json.loads(peer_engines.run(
        [environment.python, script, logits, model, setup.threads],
        {**peer_engines.rung_variables(setup, setup.work), **environment.binding_variables()}))


def llama_models(options: argparse.Namespace,
                 environment: peer_env.PeerEnvironment) -> dict[str, pathlib.Path]:
    """Nothing, and one line, where llama.cpp cannot be had."""
    if options.without_llama:
        return {}
    try:
        environment.install_llama_binding()
        return {LLAMA: options.model, LLAMA_Q4_0: environment.quantize_q4_0(options.model)}
    except peer_env.PeerError as error:
        peers.say(f"without llama.cpp: {error}")
        return {}


def measure(setup: peer_engines.Setup, options: argparse.Namespace,
            environment: peer_env.PeerEnvironment) -> dict[str, dict[str, Score]]:
    models = llama_models(options, environment)
    scores: dict[str, dict[str, Score]] = {}
    logits = setup.work / "logits"
    for text in TEXTS:
        rung_perplexity(setup, text, logits, "--lowering", "portable")
        peers.say(f"{text}: portable f32 done")
        reports = {KERNEL: rung_perplexity(setup, text, logits, "--kl-divergence", "--lowering",
                                           "kernel")}
        for engine, model in models.items():
            reports[engine] = llama_perplexity(setup, environment, model, logits)
        for engine, report in reports.items():
            scores.setdefault(engine, {})[text] = quality_report.score_from(report)
        peers.say(f"{text}: compared")
        logits.unlink()
    return scores


def main() -> int:
    options = read_arguments()
    environment = peer_env.PeerEnvironment(options.env, peers.say)
    try:
        with tempfile.TemporaryDirectory(prefix="rung-quality-", dir=options.work) as work:
            setup = peer_engines.Setup(options.build.absolute(), options.model, options.threads,
                                       pathlib.Path(work))
            scores = measure(setup, options, environment)
    except peer_engines.RunError as error:
        peers.say(str(error))
        return 2
    pooled = {engine: quality_report.pool(list(by_text.values()))
              for engine, by_text in scores.items()}
    verdicts = quality_report.verdicts(pooled[KERNEL], pooled.get(LLAMA))
    lines = [*quality_report.table(scores), "",
             *(f"- {text}: {'holds' if holds else 'MISS'}" for text, holds in verdicts), ""]
    print("\n".join(lines))
    if options.into:
        peers.write_section(options.into, "quality", "\n".join(lines))
    if options.json:
        report = {engine: {text: dataclasses.asdict(score) for text, score in by_text.items()}
                  for engine, by_text in scores.items()}
        options.json.write_text(json.dumps(report, indent=2) + "\n")
    return 0 if all(holds for _, holds in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
