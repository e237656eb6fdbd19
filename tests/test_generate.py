"""`rung generate` as a user runs it: real plugin, real checkpoint, real tokenizer."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

PROMPT = "The capital of France is"
SUMMARY = re.compile(
    r"^(\d+) prompt \+ (\d+) new tokens, first token in [\d.]+ s, [\d.]+ tok/s, capacity (\d+)(?:, ran at (\d+(?:, \d+)*))?"
    r"(?:, seed \d+)?$")


def summary(result):
    """The last line on stderr, parsed: (prompt tokens, new tokens, capacity)."""
    match = SUMMARY.match(result.err_lines[-1])
    assert match, result.err
    return tuple(int(group) for group in match.groups()[:3])


def rungs(result):
    """The capacities that the row ran at; [] when the summary names none."""
    match = SUMMARY.match(result.err_lines[-1])
    assert match, result.err
    return [int(rung) for rung in (match.group(4) or "").split(", ") if rung]


def assert_refused(result, *parts):
    """Bad input: exit code 2, nothing on stdout, one line on stderr that holds all `parts`."""
    assert result.code == 2, result
    assert result.out == ""
    assert len(result.err_lines) == 1, result.err
    for part in parts:
        assert part in result.err


@pytest.fixture(scope="session")
def goldens(source_dir):
    """name -> (prompt text, special, ids, tokens) of tests/data/goldens/smollm2_greedy.txt."""
    records, current = {}, {}
    escapes = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
    for line in (source_dir / "tests/data/goldens/smollm2_greedy.txt").read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == "prompt":
            current = {}
            records[value] = current
        elif key == "text":
            current["text"] = re.sub(r"\\(.)", lambda m: escapes[m.group(1)], value)
        elif key == "special":
            current["special"] = value == "1"
        elif key in ("ids", "tokens"):
            current[key] = [int(field) for field in value.split()]
    return records


def test_prints_the_right_words(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "32")
    assert result.code == 0, result.err
    assert result.out.startswith(" Paris.")
    assert "context capacity: 256 for 5 prompt + up to 32" in result.err_lines
    assert summary(result)[0] == 5
    assert summary(result)[2] == 256


def test_bundled_model_is_the_default(rung):
    result = rung("generate", "-p", PROMPT, "-n", "2")
    assert (result.code, result.out) == (0, " Paris.")


def test_prompt_from_a_file_and_from_stdin(rung, model, tmp_path):
    path = tmp_path / "prompt.txt"
    path.write_text(PROMPT)
    assert rung("generate", "-m", model, "-f", path, "-n", "2").out == " Paris."
    assert rung("generate", "-m", model, "-p", "-", "-n", "2", stdin=PROMPT.encode()).out == " Paris."


def test_growing_requests_get_larger_capacities(rung, model):
    for n, line in (("64", "context capacity: 256 for 5 prompt + up to 64"),
                    ("252", "context capacity: 512 for 5 prompt + up to 252"),
                    ("-1", "context capacity: 1024 for 5 prompt + up to 1019")):
        # A stop string that comes at once keeps this short: only the sizing matters.
        result = rung("generate", "-m", model, "-p", PROMPT, "-n", n, "--stop", " ")
        assert result.code == 0
        assert line in result.err_lines
        assert result.out == ""


def test_growth_climbs_and_changes_no_token(rung, model):
    """Reserved at 300, run at the rungs below as far as they hold; the sizing line is the same."""
    env = {"MLXCEL_XLA_CONTEXT_BUCKETS": "64,128,300"}
    args = ("generate", "-m", model, "-p", PROMPT, "-n", "200", "--ignore-eos")
    on = rung(*args, env=env)
    off = rung(*args, "--growth", "off", env=env)
    by_variable = rung(*args, "--log", "debug", env={**env, "RUNG_GROWTH": "on"})
    line = "context capacity: 300 for 5 prompt + up to 200"
    for result in (on, off, by_variable):
        assert result.code == 0, result.err
        assert line in result.err_lines
        assert summary(result) == (5, 200, 300)
        assert result.out_bytes == on.out_bytes
    # 64 would be outgrown within a moment: it is not compiled.
    assert rungs(on) == rungs(by_variable) == [128, 256]
    assert rungs(off) == []
    assert "growth: 1 copies" in by_variable.err
    assert "live PJRT objects at exit: 0" in by_variable.err


def test_what_fits_the_lowest_rung_stays_there(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "300", "--stop", " ")
    assert "context capacity: 512 for 5 prompt + up to 300" in result.err_lines
    assert summary(result)[2] == 512
    assert rungs(result) == [256]


def test_growth_needs_room_for_two_rungs(rung, model):
    """The KV of 1024 and, while it is copied up, that of 512."""
    args = ("generate", "-m", model, "-p", PROMPT, "--stop", " ", "--lowering", "portable")

    def need(*flags):
        result = rung(*args, *flags, env={"RUNG_MEMORY_LIMIT": "1MiB"})
        assert_refused(result, "RUNG_MEMORY_LIMIT", "capacity 1024")
        assert ("the rung below it" in result.err) == (flags == ())
        return int(re.search(r"raise the limit to (\d+) bytes", result.err).group(1))

    both, one = need(), need("--growth", "off")
    assert both - one >= 512 * 45 * 1024  # and the programs of the rungs below
    assert_refused(rung(*args, env={"RUNG_MEMORY_LIMIT": str(both - 1)}), "the rung below it")
    assert rung(*args, env={"RUNG_MEMORY_LIMIT": str(both)}).code == 0


def test_buckets_lists_the_rungs_that_are_only_run(rung, model):
    lines = rung("buckets", "-m", model).out.splitlines()
    only_run = [int(line.split()[0]) for line in lines if line.endswith("run only")]
    assert only_run == [512, 1024, 2048]
    assert "run only" not in rung("buckets", "-m", model, "--growth", "off").out
    assert "run only" not in rung("buckets", "-m", model, "-c", "300").out


def test_pin_is_silent_and_wins(rung, model, source_dir):
    outs = set()
    for env in ({}, {"MLXCEL_XLA_CONTEXT_BUCKETS": "512,1024"},
                {"MLXCEL_XLA_CONTEXT_BUCKETS": "64"}):
        result = rung("generate", "-m", model, "-p", PROMPT, "-n", "24", "--lowering", "portable",
                      env={"MLXCEL_XLA_CONTEXT_CAPACITY": "300", **env})
        assert result.code == 0, result.err
        assert "context capacity" not in result.err
        assert summary(result)[2] == 300
        assert rungs(result) == []
        outs.add(result.out_bytes)
    golden = (source_dir / "tests/data/goldens/pinned_300.txt").read_bytes()
    assert outs == {golden}


def test_flag_beats_the_variable(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "2", "-c", "512",
                  env={"MLXCEL_XLA_CONTEXT_CAPACITY": "300"})
    assert summary(result)[2] == 512


def test_list_prints_its_line(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "2",
                  env={"MLXCEL_XLA_CONTEXT_BUCKETS": " 700, ,400 ,400"})
    assert "context capacity: 400 for 5 prompt + up to 2" in result.err_lines


def test_pin_refuses_what_it_cannot_hold(rung, model, tmp_path):
    path = tmp_path / "prompt.txt"
    path.write_text("word " * 552 + "word")
    result = rung("generate", "-m", model, "-f", path, "-n", "1", "-c", "300")
    assert_refused(result, "effective_prompt_len=553 + max_new_tokens=1 > context_capacity=300")


def test_zero_tokens_print_nothing(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "0")
    assert (result.code, result.out) == (0, "")


def test_greedy_text_equals_the_goldens(rung, model, goldens):
    """The whole command on a few prompts; all 24 run through the step runner in C++."""
    special = [n for n, record in goldens.items() if record["special"]]
    plain = [n for n, record in goldens.items() if not record["special"]]
    assert len(special) >= 2
    for name in plain[:4] + special:
        record = goldens[name]
        result = rung("generate", "-m", model, "-p", record["text"], "-n", "16", "--ignore-eos",
                      "--lowering", "portable", "--log", "debug")
        assert result.code == 0, result.err
        ids = next(line for line in result.err_lines if "tokens: " in line)
        assert [int(i) for i in ids.split("tokens: ")[1].split()] == record["tokens"][:16], name
        assert summary(result)[:2] == (len(record["ids"]), 16)


def test_seed_repeats_and_differs(rung, model):
    def run(*args):
        return rung("generate", "-m", model, "-p", PROMPT, "-n", "12", "--temp", "1.5", *args).out
    assert run("--seed", "7") == run("--seed", "7")
    assert run("--seed", "7") != run("--seed", "8")


def test_stop_string_is_not_printed(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "16", "--stop", "ris")
    assert (result.code, result.out) == (0, " Pa")


@pytest.mark.parametrize("args, parts", [
    (["-p", ""], ["prompt is empty"]),
    ([], ["-p"]),
    (["-p", "x", "-n", "-2"], ["-n", "-2"]),
    (["-p", "x", "--temp", "-1"], ["error: --temp must be", "-1"]),
    (["-p", "x", "--temperature", "-1"], ["error: --temperature must be", "-1"]),
    (["-p", "x", "--top-p", "2"], ["error: --top-p must be", "2"]),
    (["-p", "x", "--min-p", "5"], ["error: --min-p must be", "5"]),
    (["-p", "x", "--presence-penalty", "9"], ["error: --presence-penalty must be", "9"]),
    (["-p", "x", "--stop", ""], ["stop"]),
    (["-p", "x", "--logit-bias", "999999+1"], ["error: --logit-bias holds", "999999"]),
    (["-p", "x", "--stop-token-id", "999999"], ["error: --stop-token-id holds", "999999"]),
    (["-p", "x", "-t", "0"], ["error: -t must be an integer in 1..=1024", "0"]),
    (["-p", "x", "--n-predict", "-2"], ["error: --n-predict -2: must be"]),
    (["-p", "x", "--ctx-size", "no"], ["error: --ctx-size must be"]),
    (["-p", "x", "-dev", "gpu"], ["error: -dev='gpu' is no device"]),
    (["-p", "x", "--logit-bias", "abc"], ["--logit-bias", "abc"]),
    (["-p", "x", "--promt", "y"], ["--promt", "--prompt"]),
    (["-p", "x", "--image", "a.png"], ["--image"]),
    (["-f", "/nonexistent/prompt"], ["/nonexistent/prompt"]),
    (["-p", "x", "-c", "-1"], ["-c", "-1", "1..=2147483647"]),
])
def test_bad_flags(rung, model, args, parts):
    assert_refused(rung("generate", "-m", model, *args), *parts)


@pytest.mark.parametrize("variable, value, parts", [
    ("MLXCEL_XLA_CONTEXT_CAPACITY", "0", ["1..=2147483647", '"0"']),
    ("MLXCEL_XLA_CONTEXT_CAPACITY", "", ["1..=2147483647"]),
    ("MLXCEL_XLA_CONTEXT_CAPACITY", "2147483648", ["2147483648"]),
    ("MLXCEL_XLA_CONTEXT_BUCKETS", "", []),
    ("MLXCEL_XLA_CONTEXT_BUCKETS", " , ", []),
    ("MLXCEL_XLA_CONTEXT_BUCKETS", "256,many", ["many"]),
    ("MLXCEL_BACKEND", "mlx", ["mlx", "xla"]),
    ("MLXCEL_XLA_DEVICE", "vulcan", ["vulcan"]),
    ("MLXCEL_XLA_PRECISION", "f64", ["f64", "bf16"]),
    ("MLX_ENABLE_TF32", "yes", ["yes"]),
    ("RUNG_PLUGIN_PATH", "/nonexistent.so", ["/nonexistent.so"]),
    ("RUNG_LOWERING", "fast", ["fast"]),
    ("RUNG_GROWTH", "maybe", ["maybe"]),
    ("RUNG_KV_DTYPE", "int8", ["int8"]),
    ("RUNG_MEMORY_LIMIT", "lots", ["lots"]),
    ("RUNG_THREADS", "0", ['"0"']),
    ("RUNG_LOG", "loud", ["loud"]),
])
def test_bad_variables(rung, model, variable, value, parts):
    result = rung("generate", "-m", model, "-p", "x", "-n", "1", env={variable: value})
    assert_refused(result, variable, *parts)


def test_memory_limit_is_refused_with_the_numbers(rung, model):
    result = rung("generate", "-m", model, "-p", "x", "-n", "1",
                  env={"RUNG_MEMORY_LIMIT": "100MiB"})
    assert_refused(result, "RUNG_MEMORY_LIMIT", "100")


def test_invalid_utf8_prompt(rung, model, tmp_path):
    path = tmp_path / "prompt.txt"
    path.write_bytes(b"abc\xff")
    assert_refused(rung("generate", "-m", model, "-f", path), "UTF-8", "3")


def test_bad_models(rung, tmp_path):
    empty = tmp_path / "empty.gguf"
    empty.touch()
    text = tmp_path / "text.gguf"
    text.write_text("version https://git-lfs.github.com/spec/v1\n")
    for path, parts in ((tmp_path / "gone.gguf", ["gone.gguf"]), (empty, ["empty"]),
                        (text, ["not a GGUF"]), (tmp_path / "dir", ["dir"])):
        assert_refused(rung("generate", "-m", path, "-p", "x"), *parts)


def test_truncated_model(rung, model, tmp_path):
    whole = model.read_bytes()
    for size in (3, 20, 1000, 2_000_000, len(whole) - 1):
        path = tmp_path / "cut.gguf"
        path.write_bytes(whole[:size])
        assert_refused(rung("generate", "-m", path, "-p", "x"), "cut.gguf")


def test_not_a_plugin(rung, model, tmp_path):
    path = tmp_path / "plugin.so"
    path.write_text("hello")
    assert_refused(rung("generate", "-m", model, "-p", "x", "--plugin-path", path), str(path))


def test_interrupt_stops_cleanly(build_dir, model):
    process = subprocess.Popen(
        [build_dir / "bin/rung", "generate", "-m", model, "-p", "Once upon a time", "-n", "4000",
         "--ignore-eos"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.read(4)  # the reply has begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    lines = err.decode().splitlines()
    assert any("interrupted" in line for line in lines), lines
    assert SUMMARY.match(lines[-1]), lines


def test_progress_bar_only_on_a_terminal(build_dir, model):
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen([build_dir / "bin/rung", "generate", "-m", model, "-p", "x", "-n", "1"],
                               stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    seen = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if select.select([controller], [], [], 1)[0]:
            try:
                data = os.read(controller, 65536)
            except OSError:
                break  # the other end is closed
            if not data:
                break
            seen += data
    assert process.wait(timeout=60) == 0
    assert b"[#" in seen and b"100 %" in seen and b"context capacity" in seen


def test_all_plugins_make_the_same_text(rung, model, build_dir):
    plugins = sorted((build_dir / "lib/rung/plugins").glob("*.so"))
    assert len(plugins) == 3
    outs = {rung("generate", "-m", model, "-p", PROMPT, "-n", "8", "--plugin-path", plugin).out
            for plugin in plugins}
    assert len(outs) == 1


def test_next_plugin_is_tried_when_one_is_missing(build_dir, model, tmp_path):
    """An installation that holds only the last of the three known plugins works."""
    root = tmp_path / "prefix"
    (root / "bin").mkdir(parents=True)
    (root / "lib/rung/plugins").mkdir(parents=True)
    binary = root / "bin/rung"
    binary.write_bytes((build_dir / "bin/rung").read_bytes())
    binary.chmod(0o755)
    (root / "lib/rung/plugins/xla_cpu_pjrt.so").symlink_to(
        (build_dir / "lib/rung/plugins/xla_cpu_pjrt.so").resolve())
    done = subprocess.run([binary, "generate", "-m", model, "-p", PROMPT, "-n", "2"],
                          capture_output=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, b" Paris."), done.stderr
    pathlib.Path(root / "lib/rung/plugins/xla_cpu_pjrt.so").unlink()
    done = subprocess.run([binary, "generate", "-m", model, "-p", PROMPT, "-n", "2"],
                          capture_output=True, timeout=300)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    for name in (b"lammps_jax_pjrt_cpu.so", b"fastatomstruct_xla_cpu.so", b"xla_cpu_pjrt.so"):
        assert name in done.stderr
