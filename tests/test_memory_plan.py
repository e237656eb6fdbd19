"""The memory plan beside what a server really takes, on as many cores as there are."""

import json

import pytest

MIB = 1 << 20
MOST_ABOVE = 1.15  # the plan is made before anything is loaded, and holds for cold and warm caches
MOST_BELOW = 1.05  # what test_memory_limit.py grants


def need_of(rung, args, env) -> int:
    """What a start with all of the buckets must have."""
    plan = rung("buckets", *args, "--json", env={**env, "RUNG_MEMORY_LIMIT": "64GiB"})
    return json.loads(plan.out)["asked"][-1]["needs_bytes"]


def serve_and_fill(rung, start_server, model, tmp_path, lowering: str, buckets: str, state: str):
    """One row at the largest capacity, full, once everything is compiled."""
    args = ("-m", model, "--lowering", lowering, "--max-batch", "1")
    env = {"MLXCEL_XLA_CONTEXT_BUCKETS": buckets, "RUNG_CACHE_DIR": str(tmp_path / buckets)}
    planned = need_of(rung, args, env)
    server = start_server(*args, env={**env, "RUNG_MEMORY_LIMIT": str(planned)})
    server.wait_until_compiled()
    length = int(buckets.split(",")[-1]) - 8
    server.complete(prompt=[1000 + i * 37 % 5000 for i in range(length)], max_tokens=8,
                    ignore_eos=True)
    server.wait_until_settled()
    peak = server.rss_bytes("VmHWM")
    assert server.stop() == 0, server.log
    said = f"{lowering} {buckets} {state}: peak {peak / MIB:.0f} MiB, planned {planned / MIB:.0f}"
    print(said)
    assert planned * MOST_BELOW >= peak, said
    assert planned <= peak * MOST_ABOVE, said


def test_a_server_with_two_buckets(rung, start_server, model, tmp_path):
    for state in ("cold", "warm"):
        serve_and_fill(rung, start_server, model, tmp_path, "kernel", "256,1024", state)


@pytest.mark.parametrize("lowering", ["kernel", pytest.param("portable", marks=pytest.mark.long)])
def test_a_start_at_its_need_keeps_its_buckets(rung, start_server, model, lowering):
    """With every row that the server may run, once the programs have said what they take."""
    args = ("-m", model, "--lowering", lowering)
    env = {"MLXCEL_XLA_CONTEXT_BUCKETS": "256,1024"}
    limit = str(need_of(rung, args, env))
    server = start_server(*args, env={**env, "RUNG_MEMORY_LIMIT": limit}).wait_until_compiled()
    assert server.health()[1]["capacities"] == [256, 1024], server.log
    assert server.stop() == 0, server.log


@pytest.mark.long
@pytest.mark.parametrize("lowering,buckets", [
    *(("kernel", buckets) for buckets in ("256", "256,512", "256,2048", "256,4096")),
    *(("portable", buckets) for buckets in ("256", "256,1024"))])
def test_servers_with_one_to_five_capacities(rung, start_server, model, tmp_path, lowering, buckets):
    for state in ("cold", "warm"):
        serve_and_fill(rung, start_server, model, tmp_path, lowering, buckets, state)
