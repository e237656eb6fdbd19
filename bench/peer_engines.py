"""Runs each engine once and returns its figures: the parts of one round of peers.py."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import peer_env

DECODE_TOKENS = 128  # from an empty context, as llama-bench does it
BATCH_ROWS = 8
BATCH_DEPTH = 128  # what each row of the batch holds before the first step
BATCH_TOKENS = 64
PREFILL_TOKENS = 512
REPETITIONS = 3  # within one run of one engine
PROMPT = "The capital of France is"
TIMEOUT_SECONDS = 3600  # of one program: nothing of a comparison takes minutes, quality.py's do


class RunError(Exception):
    """One line: what ran and how it failed."""


@dataclasses.dataclass(frozen=True)
class Setup:
    build: pathlib.Path
    model: pathlib.Path
    threads: int
    work: pathlib.Path  # temporary files, the compile cache among them

    @property
    def rung(self) -> pathlib.Path:
        return self.build / "bin/rung"


def run(command: list, variables: dict[str, str] | None = None) -> str:
    """The standard output of a program."""
    words = [os.fspath(word) if not isinstance(word, int) else str(word) for word in command]
    name = os.path.basename(words[0])
    try:
        done = subprocess.run(words, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT_SECONDS, check=False)
    except OSError as error:
        raise RunError(f"{words[0]} does not start: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise RunError(f"{name} was still running after {TIMEOUT_SECONDS} s") from error
    if done.returncode != 0:
        raise RunError(f"{name} failed with exit code {done.returncode}: "
                       f"{peer_env.last_error(done.stderr.decode(errors='replace'))}")
    return done.stdout.decode()


def rung_variables(setup: Setup, cache: pathlib.Path) -> dict[str, str]:
    """This environment without what would change how Rung runs."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("RUNG_", "MLXCEL_", "MLX_", "XLA_FLAGS"))}
    return {**kept, "RUNG_THREADS": str(setup.threads), "RUNG_CACHE_DIR": str(cache)}


def rung_bench(setup: Setup, *flags) -> dict:
    cache = setup.work / "programs"
    cache.mkdir(mode=0o700, exist_ok=True)
    command = [setup.rung, "bench", "--json", "-m", setup.model, *flags]
    return json.loads(run(command, rung_variables(setup, cache)))


def rung_alone(setup: Setup, *flags, repetitions: int = REPETITIONS) -> dict[str, float]:
    """One row and a prompt."""
    report = rung_bench(setup, "--rows", "256", "--tokens", DECODE_TOKENS, "--prefill",
                        PREFILL_TOKENS, "--repetitions", repetitions, *flags)
    rate = report["decode"][0]["tokens_per_second"]
    return {"decode_1": rate, "prefill_512": report["prefill"][0]["tokens_per_second"],
            "weight_read": rate * report["weight_bytes"] / 1e9}


def rung_batch(setup: Setup, *flags, repetitions: int = REPETITIONS) -> dict[str, float]:
    report = rung_bench(setup, "--rows", ",".join(["256"] * BATCH_ROWS), "--tokens", BATCH_TOKENS,
                        "--depth", BATCH_DEPTH, "--prefill", 16, "--repetitions", repetitions,
                        *flags)
    return {"decode_8": report["decode"][0]["tokens_per_second"]}


def rung_pinned(setup: Setup) -> dict[str, float]:
    """A decode step costs with what is live, not with the capacity. In one process, in turns."""
    report = rung_bench(setup, "--rows", "256", "--rows", "32768", "--rows", "32768", "--rows",
                        "256", "--tokens", DECODE_TOKENS, "--prefill", 16, "--repetitions",
                        REPETITIONS)
    rates = [case["tokens_per_second"] for case in report["decode"]]
    return {"pinned_256": (rates[0] + rates[3]) / 2, "pinned_32768": (rates[1] + rates[2]) / 2}


@contextlib.contextmanager
def busy_core():
    """Another process that never sleeps, on the last core this one may use."""
    core = max(os.sched_getaffinity(0))
    program = f"import os\nos.sched_setaffinity(0, [{core}])\nprint(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        try:
            process.stdout.readline()
            yield
        finally:
            process.kill()


def rung_beside_load(setup: Setup) -> dict[str, float]:
    flags = ("--rows", "256", "--tokens", DECODE_TOKENS, "--prefill", 16, "--repetitions",
             REPETITIONS)
    free = rung_bench(setup, *flags)["decode"][0]["tokens_per_second"]
    with busy_core():
        busy = rung_bench(setup, *flags)["decode"][0]["tokens_per_second"]
    return {"decode_free": free, "decode_busy": busy}


def generate(setup: Setup, cache: pathlib.Path) -> tuple[float, float]:
    """`rung generate` at 256: seconds from its start to its first byte, and its peak RSS in MB."""
    command = [setup.rung, "generate", "-m", setup.model, "-p", PROMPT, "-n", "64"]
    with (setup.work / "generate.log").open("wb") as log:
        start = time.monotonic()
        process = subprocess.Popen([os.fspath(word) for word in command], stdout=subprocess.PIPE,
                                   stderr=log, stdin=subprocess.DEVNULL,
                                   env=rung_variables(setup, cache))
        process.stdout.read(1)
        first = time.monotonic() - start
        process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RunError(f"rung generate failed with exit code {process.returncode}: "
                       f"{peer_env.last_error((setup.work / 'generate.log').read_text())}")
    return first, usage.ru_maxrss * 1024 / 1e6


def rung_start(setup: Setup) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=setup.work) as directory:
        _, cold = generate(setup, pathlib.Path(directory))
        first, warm = generate(setup, pathlib.Path(directory))
    return {"rss_cold": cold, "rss_warm": warm, "first_token": first}


def read_bandwidth(setup: Setup) -> dict[str, float]:
    """A plain read by as many threads, of a buffer that no cache holds."""
    report = json.loads(run([setup.build / "bin/kernels_bench", "--benchmark_format=json",
                             f"--benchmark_filter=^BM_Read/{setup.threads}/"]))
    return {"read": report["benchmarks"][0]["GB/s"]}


def llama_alone(setup: Setup, programs: pathlib.Path, model: pathlib.Path) -> dict[str, float]:
    report = json.loads(run([programs / "llama-bench", "-m", model, "-t", setup.threads, "-p",
                             PREFILL_TOKENS, "-n", DECODE_TOKENS, "-r", REPETITIONS, "-o",
                             "json"]))
    by_prompt = {case["n_prompt"]: case["avg_ts"] for case in report}
    return {"decode_1": by_prompt[0], "prefill_512": by_prompt[PREFILL_TOKENS]}


def llama_batch(setup: Setup, programs: pathlib.Path, model: pathlib.Path) -> dict[str, float]:
    out = run([programs / "llama-batched-bench", "-m", model, "-t", setup.threads, "-c", 4096,
               "-npp", BATCH_DEPTH, "-ntg", BATCH_TOKENS, "-npl", BATCH_ROWS, "--output-format",
               "jsonl"])
    return {"decode_8": batched_rate(out)}


def batched_rate(out: str) -> float:
    """Tokens a second of all rows, from what llama-batched-bench prints."""
    for line in out.splitlines():
        if line.startswith("{"):
            return json.loads(line)["speed_tg"]
    raise RunError("llama-batched-bench printed no result")


class OpenVino:
    """The worker process with the model in it; a context manager. Not thread-safe."""

    def __init__(self, setup: Setup, environment: peer_env.PeerEnvironment):
        worker = pathlib.Path(__file__).with_name("openvino_worker.py")
        self._log = setup.work / "openvino.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [environment.python, worker, setup.model, str(setup.threads)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        self._answer()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._process.kill()
        self._process.communicate()

    def measure(self) -> dict[str, float]:
        prompt = self._ask(prompt=PREFILL_TOKENS, new=1)
        reply = self._ask(prompt=8, new=DECODE_TOKENS)
        return {"decode_1": 1 / reply["next"], "prefill_512": PREFILL_TOKENS / prompt["first"]}

    def _ask(self, **order) -> dict:
        try:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer says why
        return self._answer()

    def _answer(self) -> dict:
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            log = self._log.read_text(errors="replace")
            raise RunError(f"OpenVINO GenAI failed: {peer_env.last_error(log)}")
        return json.loads(line)
