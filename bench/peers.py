#!/usr/bin/env python3
"""Compares Rung with other CPU engines: same file, same cores, one run, in turns.

    bench/peers.py [--runs 5] [--json FILE] [--svg FILE] [--into docs/performance.md]

The engines are installed into a scratch environment (--env) the first time, which takes minutes; a
C++ compiler, cmake and ninja must be there for llama.cpp. What cannot be installed is left out with
one line. Exit code 1 when a gate is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time
from typing import Callable

import peer_chart
import peer_engines
import peer_env
import peer_report
from peer_report import LLAMA, LLAMA_Q4_0, MACHINE, OPENVINO, PORTABLE, RUNG

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
MODEL = "share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf"
ENGINES = ("rung", "portable", "llama.cpp", "openvino")
PORTABLE_FLAGS = ("--lowering", "portable")

# One part of a round: the engine its figures belong to, and what runs.
Part = tuple[str, Callable[[], dict[str, float]]]


def say(text: str) -> None:
    print(f"peers: {text}", file=sys.stderr, flush=True)


def read_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE_DIR / "build",
                        help="build directory with bin/rung and bin/kernels_bench")
    parser.add_argument("--model", type=pathlib.Path, help="GGUF file (default: the bundled one)")
    parser.add_argument("--env", type=pathlib.Path, default=peer_env.default_directory(),
                        help="scratch environment (default: %(default)s)")
    parser.add_argument("--engines", default=",".join(ENGINES),
                        help="comma list of those to run (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="rounds (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="of each engine")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to this file")
    parser.add_argument("--svg", type=pathlib.Path, help="draw the comparison into this file")
    parser.add_argument("--into", type=pathlib.Path,
                        help="replace the section `peers` of this document")
    parser.add_argument("--install-only", action="store_true", help="install the engines and stop")
    parsed = parser.parse_args(arguments)
    parsed.engines = parsed.engines.split(",")
    unknown = set(parsed.engines) - set(ENGINES)
    if unknown:
        parser.error(f"--engines: {sorted(unknown)[0]} is not one of {', '.join(ENGINES)}")
    if parsed.runs < 1 or parsed.threads < 1:
        parser.error("--runs and --threads must be 1 or more")
    parsed.model = parsed.model or parsed.build / MODEL
    return parsed


def install(options: argparse.Namespace, environment: peer_env.PeerEnvironment) -> set[str]:
    """The peers that are there; one line for each that is not."""
    there = set()
    for name, make in (("llama.cpp", environment.install_llama),
                       ("openvino", environment.install_openvino)):
        if name not in options.engines:
            continue
        try:
            make()
            there.add(name)
        except peer_env.PeerError as error:
            say(f"without {name}: {error}")
    return there


def rung_parts(setup: peer_engines.Setup) -> list[Part]:
    return [(MACHINE, lambda: peer_engines.read_bandwidth(setup)),
            (RUNG, lambda: peer_engines.rung_alone(setup)),
            (RUNG, lambda: peer_engines.rung_batch(setup))]


def more_rung_parts(setup: peer_engines.Setup) -> list[Part]:
    return [(RUNG, lambda: peer_engines.rung_pinned(setup)),
            (RUNG, lambda: peer_engines.rung_beside_load(setup)),
            (RUNG, lambda: peer_engines.rung_start(setup))]


def llama_parts(setup: peer_engines.Setup, environment: peer_env.PeerEnvironment) -> list[Part]:
    programs = environment.llama_bin
    q4_0 = environment.quantize_q4_0(setup.model)
    parts: list[Part] = []
    for engine, model in ((LLAMA, setup.model), (LLAMA_Q4_0, q4_0)):
        parts.append((engine, lambda m=model: peer_engines.llama_alone(setup, programs, m)))
        parts.append((engine, lambda m=model: peer_engines.llama_batch(setup, programs, m)))
    return parts


def portable_parts(setup: peer_engines.Setup) -> list[Part]:
    return [(PORTABLE, lambda: {name: value for name, value in peer_engines.rung_alone(
                setup, *PORTABLE_FLAGS, repetitions=1).items() if name != "weight_read"}),
            (PORTABLE, lambda: peer_engines.rung_batch(setup, *PORTABLE_FLAGS, repetitions=1))]


def run_rounds(parts: list[Part], runs: int) -> peer_report.Figures:
    """Every part once a round. A part that fails has no value in that round, and one line."""
    figures: peer_report.Figures = {}
    start = time.monotonic()
    for number in range(runs):
        for engine, measure in parts:
            try:
                measured = measure()
            except peer_engines.RunError as error:
                say(f"round {number + 1}: {error}")
                continue
            for name, value in measured.items():
                values = figures.setdefault(engine, {}).setdefault(name, [None] * runs)
                values[number] = value
        say(f"round {number + 1} of {runs} done after {time.monotonic() - start:.0f} s")
    return figures


def measure(options: argparse.Namespace, environment: peer_env.PeerEnvironment,
            there: set[str], work: pathlib.Path) -> peer_report.Figures:
    setup = peer_engines.Setup(options.build.absolute(), options.model, options.threads, work)
    parts = rung_parts(setup) if "rung" in options.engines else []
    if "llama.cpp" in there:
        try:
            parts += llama_parts(setup, environment)
        except peer_env.PeerError as error:
            say(f"without llama.cpp: {error}")
    if "portable" in options.engines:
        parts += portable_parts(setup)
    if "rung" in options.engines:
        parts += more_rung_parts(setup)
        for warm_up in (peer_engines.rung_alone, peer_engines.rung_pinned):
            try:
                warm_up(setup)  # fills the compile cache
            except peer_engines.RunError as error:
                say(str(error))
    if "openvino" not in there:
        return run_rounds(parts, options.runs)
    try:
        worker = peer_engines.OpenVino(setup, environment)
    except peer_engines.RunError as error:
        say(f"without openvino: {error}")
        return run_rounds(parts, options.runs)
    with worker:
        worker.measure()  # warms up, as the other engines' programs do themselves
        return run_rounds([*parts, (OPENVINO, worker.measure)], options.runs)


def machine_facts(threads: int) -> dict[str, str]:
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return {"processor": model, "cores": str(len(os.sched_getaffinity(0))),
            "threads": str(threads), "kernel": platform.release(),
            "date": time.strftime("%Y-%m-%d")}


def versions(options: argparse.Namespace, there: set[str]) -> dict[str, str]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=SOURCE_DIR, text=True,
                            capture_output=True, check=False).stdout.strip()
    result = {"rung": commit or "unknown commit"}
    if "llama.cpp" in there:
        result["llama.cpp"] = f"of llama-cpp-python {peer_env.LLAMA_CPP_PYTHON}, built natively"
    if "openvino" in there:
        result["openvino-genai"] = peer_env.OPENVINO_GENAI
    return result


def text_of(machine: dict[str, str], engines: dict[str, str], figures: peer_report.Figures,
            judged: list[peer_report.Judged]) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in {**machine, **engines}.items())
    return "\n".join([facts, "", *peer_report.gate_table(judged), "",
                      *peer_report.figure_table(figures), ""])


def write_section(path: pathlib.Path, name: str, text: str) -> None:
    path.write_text(peer_report.replace_section(path.read_text(), name, text.strip().split("\n")))


def main() -> int:
    options = read_arguments()
    environment = peer_env.PeerEnvironment(options.env, say)
    there = install(options, environment)
    if options.install_only:
        return 0
    for path in (options.build / "bin/rung", options.build / "bin/kernels_bench", options.model):
        if not path.exists():
            say(f"{path} is missing: build first (`make build`), or name it with --build, --model")
            return 2
    with tempfile.TemporaryDirectory(prefix="rung-peers-") as work:
        figures = measure(options, environment, there, pathlib.Path(work))
    judged = peer_report.judge(figures)
    machine, engines = machine_facts(options.threads), versions(options, there)
    text = text_of(machine, engines, figures, judged)
    print(text)
    if options.into:
        write_section(options.into, "peers", text)
    if options.json:
        report = peer_report.as_json(machine, engines, figures, judged)
        options.json.write_text(json.dumps(report, indent=2) + "\n")
    if options.svg:
        subtitle = f"{machine['processor']}, {machine['threads']} threads, {machine['date']}"
        options.svg.write_text(peer_chart.draw(figures, subtitle))
    return 1 if any(item.verdict == "MISS" for item in judged) else 0


if __name__ == "__main__":
    sys.exit(main())
