"""`rung buckets` shows what decides: the limit, what each capacity needs, and what does not fit."""

import json
import re

import pytest

MIB = 1 << 20


@pytest.fixture
def plan_of(rung, model):
    """plan_of("-c", "300", RUNG_MEMORY_LIMIT="1GiB") -> the JSON plan."""

    def run(*args, code=0, **env) -> dict:
        result = rung("buckets", "-m", model, "--json", *args, env=env)
        assert result.code == code, result.err
        return json.loads(result.out)

    return run


def needs(rows: list[dict]) -> dict[int, int]:
    return {row["capacity"]: row["needs_bytes"] for row in rows}


def test_the_limit_and_its_source(rung, model, plan_of):
    by_flag = plan_of("--memory-limit", "3GiB", RUNG_MEMORY_LIMIT="1GiB")
    assert (by_flag["limit_bytes"], by_flag["limit_source"]) == (3 << 30, "--memory-limit")
    by_variable = plan_of(RUNG_MEMORY_LIMIT="3GiB")
    assert (by_variable["limit_bytes"], by_variable["limit_source"]) == (3 << 30, "RUNG_MEMORY_LIMIT")
    derived = plan_of()
    assert derived["limit_bytes"] > 0 and derived["limit_source"] not in ("", "RUNG_MEMORY_LIMIT")
    text = rung("buckets", "-m", model, "--memory-limit", "3GiB").out
    assert "limit      3 GiB (--memory-limit)" in text.splitlines()


def test_the_need_is_what_decides(plan_of):
    """A start with a capacity as the largest works at its need, and not a byte below."""
    plan = plan_of(RUNG_MEMORY_LIMIT="8GiB")
    asked = needs(plan["asked"])
    assert list(asked) == [256, 512, 1024, 2048, 4096] == sorted(asked, key=asked.get)
    assert asked == needs(plan["server_rungs"])
    for largest, smaller in ((4096, [256, 2048]), (2048, [256, 1024]), (512, [256])):
        held = plan_of(RUNG_MEMORY_LIMIT=str(asked[largest]))
        assert [row["capacity"] for row in held["server"]] == [256, largest]
        below = plan_of(RUNG_MEMORY_LIMIT=str(asked[largest] - 1))
        assert [row["capacity"] for row in below["server"]] == smaller
        assert {row["capacity"]: row["fits"] for row in below["asked"]}[largest] is False
    assert (plan["least_limit_bytes"], plan["least_capacities"]) == (asked[256], [256])


def test_more_rows_need_more(plan_of):
    one, eight = plan_of("--max-batch", "1"), plan_of()
    assert (one["max_batch"], eight["max_batch"]) == (1, 8)
    padding = eight["asked"][0]["needs_bytes"] - one["asked"][0]["needs_bytes"]
    assert padding > 0 and padding % eight["asked"][0]["kv_bytes"] == 0
    assert eight["generate"] == one["generate"]


def test_too_little_memory_still_prints_the_plan(rung, model, plan_of):
    least = plan_of()["least_limit_bytes"]
    plan = plan_of(code=2, RUNG_MEMORY_LIMIT=str(least - 1))
    assert plan["server"] == plan["server_rungs"] == plan["dropped"] == []
    assert [row["fits"] for row in plan["asked"]] == [False] * 5
    assert plan["least_limit_bytes"] == least

    text = rung("buckets", "-m", model, "--memory-limit", str(least - 1))
    assert text.code == 2
    rows = [line for line in text.out.split("a server")[1].splitlines() if line.startswith("  ")]
    assert [line.endswith("does not fit") for line in rows] == [False] + [True] * 5
    assert "does not start within the limit" in text.out
    # The command ends as a start does.
    refused = rung("serve", "-m", model, "--port", "0", "--memory-limit", str(least - 1))
    assert (refused.code, refused.err_lines[-1]) == (2, text.err_lines[-1])
    assert re.search(rf"the least that starts is {least} bytes \([\d.]+ MiB\), with "
                     r"capacities=\[256\]$", text.err_lines[-1])


def test_a_pin_that_does_not_fit(plan_of, rung, model):
    plan = plan_of("-c", "4096", code=2, RUNG_MEMORY_LIMIT="64MiB")
    assert plan["least_capacities"] == [4096]
    assert plan["least_limit_bytes"] == plan["asked"][0]["needs_bytes"]
    assert plan_of("-c", "4096", RUNG_MEMORY_LIMIT=str(plan["least_limit_bytes"]))["server"]


def test_what_took_the_place_is_shown(rung, model, plan_of):
    limit = str(needs(plan_of()["asked"])[2048])
    text = rung("buckets", "-m", model, "--memory-limit", limit).out.split("a server")[1]
    rows = [line.split(None, 1)[0] + ":" + " ".join(re.findall(r"run only|does not fit", line))
            for line in text.splitlines() if line.startswith("  ")][1:]
    assert rows == ["256:", "512:run only", "1024:run only", "2048:", "4096:does not fit"]


def test_generate_needs_what_it_is_refused_below(plan_of, rung, model):
    need = needs(plan_of()["generate"])
    assert list(need) == [256, 512, 1024, 2048, 4096, 8192]
    args = ("generate", "-m", model, "-p", "The capital of France is", "-n", "4", "--memory-limit")
    assert rung(*args, str(need[256])).code == 0
    refused = rung(*args, str(need[256] - 1))
    assert refused.code == 2 and f"raise the limit to {need[256]} bytes" in refused.err
