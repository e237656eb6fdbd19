"""Capacities that do not compile or do not fit: replaced or dropped, said, and served around.

The plugin under test is wrapped by one whose compiles fail by a plan (rung/pjrt/testing).
"""

import json

import pytest
from serving import PROMPT, fault_env


@pytest.fixture
def start_failing(start_server, build_dir, model, tmp_path):
    """start_failing(modules, ...) -> a server for which no program of these modules compiles."""

    def start(modules, **env):
        plan = ";".join(f"PJRT_Client_Compile({module})@*" for module in modules)
        return start_server("-m", model, env={
            **fault_env(build_dir, plan), "RUNG_CACHE_DIR": str(tmp_path / "cache"),
            "MLXCEL_XLA_CONTEXT_BUCKETS": "256,512,1024", **env})

    return start


def test_the_largest_is_retried_lower_and_then_dropped(start_failing):
    server = start_failing(["decode_1024"]).wait_until_compiled()
    status, state = server.health()
    assert status == 200
    assert state["capacities"] == state["compiled"] == [256, 512]
    assert len(state["dropped"]) == 1
    assert state["dropped"][0].startswith("capacity 1024 bucket was dropped: compiling decode_1024")
    assert "capacity 1024 bucket was dropped" in server.log
    assert server.stop() == 0


def test_a_lower_rung_takes_the_place_of_one_that_fails(start_failing):
    server = start_failing(["decode_4096"], MLXCEL_XLA_CONTEXT_BUCKETS="256,1024,4096")
    server.wait_until_compiled()
    _, state = server.health()
    assert state["capacities"] == state["compiled"] == [256, 1024, 2048]
    assert state["dropped"][0].endswith("; 2048 takes its place")
    answer = server.complete(prompt=PROMPT, max_tokens=1500, stop=["."], timings=True)
    assert answer["choices"][0]["timings"]["capacity"] == 2048
    assert server.metric("bucket_requests_total", capacity="2048") == 1
    assert server.metric("capacity_compiled", capacity="2048") == 1
    status, _, body = server.request("POST", "/v1/completions",
                                     {"prompt": PROMPT, "max_tokens": 3000})
    assert status == 400
    message = json.loads(body)["error"]["message"]
    assert "maximum context length is 2048 tokens" in message and "[256, 1024, 2048]" in message
    assert "dropped" not in message  # why is for the operator: /health and the log say it
    assert server.stop() == 0


def test_short_requests_go_to_the_next_when_the_smallest_fails(start_failing):
    server = start_failing(["decode_256"], RUNG_GROWTH="off").wait_until_compiled()
    assert server.health()[1]["capacities"] == [512, 1024]
    assert server.stop() == 0


def test_all_failing_ends_the_start_with_each_reason(start_failing):
    server = start_failing(["*"])
    assert server.process.wait(timeout=120) == 2
    for capacity in (256, 512, 1024):
        assert f"capacity {capacity} bucket was dropped" in server.log.splitlines()[-1]


def test_a_failing_pin_is_an_error(start_failing):
    server = start_failing(["decode_300"], MLXCEL_XLA_CONTEXT_CAPACITY="300")
    assert server.process.wait(timeout=120) == 2
    assert "the capacity 300 that MLXCEL_XLA_CONTEXT_CAPACITY asks for cannot be used" in server.log


def test_buckets_follow_the_memory_limit(rung, model):
    held = []
    limits = [f"{mib}MiB" for mib in (64, *range(200, 400, 5), 8192)]
    for limit in limits:
        result = rung("buckets", "-m", model, "--json", env={"RUNG_MEMORY_LIMIT": limit})
        if result.code == 0:
            plan = json.loads(result.out)
            held.append([bucket["capacity"] for bucket in plan["server"]])
            assert bool(plan["dropped"]) == (held[-1] != [256, 4096])
        else:
            assert "not enough memory to start" in result.err
            held.append([])
    assert held[0] == [] and held[-1] == [256, 4096]
    assert [256] in held
    assert held == sorted(held)
