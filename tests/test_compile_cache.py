"""The compile cache from outside: second starts, broken and foreign caches, `rung cache`."""

import json
import os
import re
import stat
import subprocess
import time

import pytest

PROMPT = ("-p", "The capital of France is", "-n", "4")
COUNTS = re.compile(r"compiles: (\d+) in all, \d+ waited for, (\d+) programs from the cache")


@pytest.fixture
def generate(rung, model, tmp_path):
    """generate() -> (reply, programs compiled, programs from the cache, stderr)."""

    def run(cache=tmp_path / "cache", **env):
        result = rung("generate", "-m", model, *PROMPT, "--log", "debug",
                      env={"RUNG_CACHE_DIR": str(cache), **env})
        assert result.code == 0, result.err
        compiled, cached = COUNTS.search(result.err).groups()
        return result.out, int(compiled), int(cached), result.err

    return run


def test_the_second_start_compiles_nothing(generate, tmp_path):
    first, compiled, cached, _ = generate()
    assert (compiled, cached) == (2, 0)
    second, compiled, cached, _ = generate()
    assert (compiled, cached) == (0, 2)
    assert second == first
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_other_compiler_flags_are_a_miss(generate):
    generate()
    assert generate(XLA_FLAGS="--xla_cpu_enable_fast_math=false")[1:3] == (2, 0)
    assert generate()[1:3] == (0, 2)


@pytest.mark.parametrize("damage", [b"", b"half", b"other"])
def test_damaged_entries_are_compiled_again(generate, tmp_path, damage):
    first = generate()[0]
    for entry in (tmp_path / "cache").glob("*.program"):
        data = entry.read_bytes()
        if damage == b"half":
            data = data[:len(data) // 2]
        elif damage == b"other":
            data = data[:-1000] + bytes(1000)
        else:
            data = b""
        entry.write_bytes(data)
    again, compiled, cached, _ = generate()
    assert (again, compiled, cached) == (first, 2, 0)
    assert generate()[1:3] == (0, 2)


def test_a_cache_that_others_can_use_is_said_once_and_not_used(generate, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o755)
    cache.chmod(0o755)
    _, compiled, _, err = generate(cache)
    assert compiled == 2
    assert err.count("compiled programs are not kept") == 1
    assert "choose a directory of your own with --cache-dir" in err and "chmod" not in err
    assert list(cache.iterdir()) == []


def test_off_means_off(generate, tmp_path):
    assert generate("off")[1:3] == (2, 0)
    assert generate("off")[1:3] == (2, 0)
    assert not (tmp_path / "cache").exists()


def test_two_starts_at_once(build_dir, model, tmp_path):
    env = {**os.environ, "RUNG_CACHE_DIR": str(tmp_path / "cache")}
    runs = [subprocess.Popen([build_dir / "bin/rung", "generate", "-m", model, *PROMPT], env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for _ in range(2)]
    replies = {run.communicate(timeout=300)[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0]
    assert len(replies) == 1
    # The two, and the probe that asks the plugin whether it runs our kernels.
    probes = 0 if os.environ.get("RUNG_LOWERING") == "portable" else 1
    assert len(list((tmp_path / "cache").glob("*.program"))) == 2 + probes


def test_show_and_clear(rung, generate, tmp_path):
    env = {"RUNG_CACHE_DIR": str(tmp_path / "cache")}
    assert "0 programs: it does not exist yet" in rung("cache", env=env).out
    generate()
    shown = rung("cache", env=env)
    assert shown.code == 0
    assert "3 programs" in shown.out
    assert "decode_" in shown.out and "prefill_" in shown.out and "probe" in shown.out
    assert "3 programs removed" in rung("cache", "--clear", env=env).out
    assert "0 programs, 0 bytes" in rung("cache", env=env).out
    assert "RUNG_CACHE_DIR is off" in rung("cache", env={"RUNG_CACHE_DIR": "off"}).out


def test_files_of_others_in_the_directory_stay(rung, generate, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    for name in ("tmp-thesis.txt", "a" * 64 + ".program", "b" * 64 + ".plugin",
                 f".rung-{'c' * 64}.1-1.tmp", "notes.txt"):
        (cache / name).write_text(f"chapter one of {name}")
    (cache / ("d" * 64 + ".program")).mkdir()
    (cache / ("e" * 64 + ".program")).symlink_to("notes.txt")
    two_hours_ago = time.time() - 7200
    for path in cache.iterdir():
        os.utime(path, (two_hours_ago, two_hours_ago), follow_symlinks=False)

    def foreign():
        return {path.name: path.read_text() for path in cache.iterdir() if path.is_file()
                and path.read_bytes().startswith(b"chapter")}

    before = foreign()
    assert len(before) == 6
    generate(cache)
    env = {"RUNG_CACHE_DIR": str(cache)}
    assert "\n3 programs, " in rung("cache", env=env).out
    assert foreign() == before
    assert "3 programs removed" in rung("cache", "--clear", env=env).out
    assert "\n0 programs, 0 bytes" in rung("cache", env=env).out
    assert foreign() == before
    assert (cache / ("d" * 64 + ".program")).is_dir()
    assert len(list(cache.iterdir())) == 7


def test_programs_of_one_name_are_told_apart(rung, generate, tmp_path, model):
    """By lowering, types, model and plugin."""
    generate(RUNG_LOWERING="kernel")
    generate(RUNG_LOWERING="portable")
    generate(RUNG_LOWERING="portable", RUNG_KV_DTYPE="bf16")
    shown = rung("cache", env={"RUNG_CACHE_DIR": str(tmp_path / "cache")}).out.splitlines()
    decode = [line.split("  ")[-1] for line in shown if " decode_256 " in line]
    decode = [line[line.index("decode_256"):] for line in decode]
    assert len(decode) == 3
    stem = model.stem
    for said in (f"decode_256 kernel f16 {stem} ", f"decode_256 portable f32 f32 {stem} ",
                 f"decode_256 portable f32 bf16 {stem} "):
        assert len([line for line in decode if line.startswith(said)]) == 1, decode


def test_bench_prints_both_starts(rung, model):
    result = rung("bench", "-m", model, "--start", "--json", env={"RUNG_CACHE_DIR": ""})
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert report["first"]["compiles"] == 2
    assert report["second"]["compiles"] == 0
    assert report["second"]["cache_hits"] == 2
    assert report["ratio"] > 0
    refused = rung("bench", "--start", "--cache-dir", "/tmp")
    assert refused.code == 2 and "leave it out" in refused.err
