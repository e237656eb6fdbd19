"""Which lowering runs: the default, what the operator asks for, and what a plugin cannot do."""

import json

import pytest

PROMPT = "The capital of France is"


def generate(rung, model, *args, env=None):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "8", *args, env=env)
    return result


@pytest.fixture
def no_extensions(build_dir):
    """The environment of a plugin that runs no custom calls."""
    plugins = build_dir / "lib/rung"
    return {"RUNG_PLUGIN_PATH": str(plugins / "testing/fault_plugin.so"),
            "RUNG_FAULT_PLUGIN": str(plugins / "plugins/lammps_jax_pjrt_cpu.so"),
            "RUNG_FAULT_NO_EXTENSIONS": "1"}


def weight_bytes(rung, model, *args, env=None):
    return json.loads(rung("buckets", "-m", model, "--json", *args, env=env).out)["weight_bytes"]


def test_auto_means_kernels(rung, model):
    assert weight_bytes(rung, model) == weight_bytes(rung, model, "--lowering", "kernel")
    assert weight_bytes(rung, model) < 110e6 < weight_bytes(rung, model, "--lowering", "portable")
    text = rung("export", "-m", model, "--decode", "256").out
    assert text.count("@rung_layers") == 2
    assert "@rung_layers" not in rung("export", "-m", model, "--decode", "256", "--lowering",
                                     "portable").out


def test_every_plugin_runs_them_and_says_the_same(rung, model, build_dir):
    outs = set()
    for plugin in sorted((build_dir / "lib/rung/plugins").glob("*.so")):
        result = generate(rung, model, "--lowering", "kernel", "--plugin-path", plugin)
        assert result.code == 0, result.err
        outs.add(result.out)
    assert len(outs) == 1 and outs.pop().startswith(" Paris.")


def test_auto_falls_back_with_one_line(rung, model, no_extensions):
    result = generate(rung, model, env=no_extensions)
    assert result.code == 0, result.err
    assert result.out.startswith(" Paris.")
    assert [("portable lowering:" in line) for line in result.err_lines].count(True) == 1
    assert "no FFI extension" in result.err


def test_kernel_does_not_fall_back(rung, model, no_extensions):
    result = generate(rung, model, env={**no_extensions, "RUNG_LOWERING": "kernel"})
    assert (result.code, len(result.err_lines)) == (2, 1), result.err
    assert "RUNG_LOWERING=kernel" in result.err and "no FFI extension" in result.err


def test_a_precision_is_of_the_portable_lowering(rung, model):
    assert "@rung_layers" not in rung("export", "-m", model, "--decode", "256",
                                     env={"MLXCEL_XLA_PRECISION": "bf16"}).out
    result = rung("export", "-m", model, "--decode", "256", "--lowering", "kernel",
                  "--precision", "bf16")
    assert (result.code, len(result.err_lines)) == (2, 1)
    assert "--precision" in result.err


@pytest.mark.parametrize("dtype", ["f16", "bf16", "f32"])
def test_cache_types(rung, model, dtype):
    result = generate(rung, model, "--lowering", "kernel", "--kv-dtype", dtype)
    assert result.out.startswith(" Paris."), result.err


@pytest.mark.parametrize("threads", ["1", "2", "3"])
def test_threads_change_nothing(rung, model, threads):
    assert generate(rung, model, "--threads", threads).out == generate(rung, model).out
