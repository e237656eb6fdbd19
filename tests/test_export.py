"""`rung export` and `rung buckets`: what is known of a model without its weights."""

import json

import pytest

GOLDENS = "tests/data/goldens"


@pytest.mark.parametrize("args, golden", [
    (("--decode", "300"), "decode_300.mlir"),
    (("--prefill", "16@300"), "prefill_16_at_300.mlir"),
])
def test_text_is_the_golden_whatever_the_list_says(rung, model, source_dir, args, golden):
    """These are the two programs of a request pinned to 300 (see test_pin_is_silent_and_wins)."""
    expected = (source_dir / GOLDENS / golden).read_bytes()
    for env in ({}, {"MLXCEL_XLA_CONTEXT_BUCKETS": "64,4096", "MLXCEL_XLA_CONTEXT_CAPACITY": "300"}):
        result = rung("export", "-m", model, "--lowering", "portable", *args, env=env)
        assert result.code == 0, result.err
        assert result.out_bytes == expected


@pytest.mark.parametrize("args", [
    (), ("--decode", "256", "--prefill", "16@256"), ("--decode", "256,256,256"), ("--decode", "0"),
    ("--prefill", "16"), ("--prefill", "512@256"),
])
def test_export_refuses(rung, model, args):
    result = rung("export", "-m", model, *args)
    assert result.code == 2
    assert len(result.err_lines) == 1


def test_precision_changes_the_text(rung, model):
    result = rung("export", "-m", model, "--decode", "256", "--precision", "bf16", "--kv-dtype", "f16")
    assert "tensor<49152x576xbf16>" in result.out
    assert "tensor<3x256x64xf16>" in result.out


def test_buckets_prints_the_plan(rung, model):
    result = rung("buckets", "-m", model)
    assert result.code == 0, result.err
    assert "capacities=[256, 4096] image_floor=None" in result.out
    assert "window 8192" in result.out


def test_buckets_as_json(rung, model):
    plan = json.loads(rung("buckets", "-m", model, "--json").out)
    assert [bucket["capacity"] for bucket in plan["generate"]] == [256, 512, 1024, 2048, 4096, 8192]
    assert [bucket["capacity"] for bucket in plan["server"]] == [256, 4096]
    # 30 layers of K and V, 3 heads of 64 numbers of 16 bits and a scale; floats on the portable
    # lowering.
    assert plan["kv_bytes_per_position"] == 30 * 2 * 3 * (64 * 2 + 4)
    assert plan["server"][1]["kv_bytes"] == 4096 * plan["kv_bytes_per_position"]
    portable = json.loads(rung("buckets", "-m", model, "--json", "--lowering", "portable").out)
    assert portable["kv_bytes_per_position"] == 30 * 2 * 3 * 64 * 4


def test_buckets_follow_pin_and_list(rung, model):
    pinned = json.loads(rung("buckets", "-m", model, "--json", "-c", "300").out)
    assert [bucket["capacity"] for bucket in pinned["server"]] == [300]
    listed = json.loads(rung("buckets", "-m", model, "--json",
                             env={"MLXCEL_XLA_CONTEXT_BUCKETS": "1024,128"}).out)
    assert [bucket["capacity"] for bucket in listed["server"]] == [128, 1024]


def test_a_list_above_the_window_warns(rung, model):
    result = rung("buckets", "-m", model, env={"MLXCEL_XLA_CONTEXT_BUCKETS": "256,16384"})
    assert result.code == 0
    assert len(result.err_lines) == 1
    assert "16384" in result.err and "8192" in result.err
