"""RUNG_MEMORY_LIMIT from tiny to ample: refused with numbers, or served within the limit."""

import concurrent.futures
import json
import re

import pytest
from serving import fault_env

MIB = 1 << 20
STREAMS = 8
NEW_TOKENS = 40
# As long as time allows: rows run at the lowest rung that holds them.
PROMPT_TOKENS = {"kernel": 1500, "portable": 600}


def fill(server, capacity: int, lowering: str):
    """Eight rows at once."""
    prompt_tokens = min(capacity - NEW_TOKENS, PROMPT_TOKENS[lowering])

    def one(seed: int):
        prompt = [1000 + (seed * 7 + i * 37) % 5000 for i in range(prompt_tokens)]
        server.complete(prompt=prompt, max_tokens=NEW_TOKENS, ignore_eos=True, seed=seed)

    with concurrent.futures.ThreadPoolExecutor(STREAMS) as pool:
        for result in [pool.submit(one, seed) for seed in range(STREAMS)]:
            result.result()


def serve_within(start_server, model, tmp_path, lowering: str, limit: int) -> tuple[list[int], int]:
    """The capacities held under the limit, checked under load, and the most memory taken."""
    # A cache of its own: the compiler's memory counts too.
    server = start_server("-m", model, "--lowering", lowering, env={
        "RUNG_MEMORY_LIMIT": str(limit), "RUNG_CACHE_DIR": str(tmp_path / f"{lowering}-{limit}")})
    server.wait_until_compiled()
    capacities = server.health()[1]["capacities"]
    fill(server, capacities[-1], lowering)
    server.wait_until_idle()
    peak = server.rss_bytes("VmHWM")
    assert server.stop() == 0, server.log
    print(f"{lowering}: limit {limit / MIB:.0f} MiB, peak {peak / MIB:.0f}, {capacities}")
    assert peak <= limit * 1.05, (lowering, limit / MIB, peak / MIB, capacities)
    return capacities, peak


def needs(rung, model, lowering: str) -> tuple[int, int]:
    """The least limits under which anything and the derived set start, as the plan has them."""
    refused = rung("buckets", "-m", model, "--lowering", lowering, "--json",
                   env={"RUNG_MEMORY_LIMIT": "1MiB"})
    assert refused.code == 2
    plan = json.loads(refused.out)
    least = int(re.search(r"the least that starts is (\d+) bytes", refused.err).group(1))
    assert least == plan["least_limit_bytes"]
    return least, plan["asked"][-1]["needs_bytes"]


def walk(rung, start_server, model, tmp_path, lowering: str, steps: int):
    low, high = needs(rung, model, lowering)
    limits = [64 * MIB, low - 1, low]  # to the byte
    between = steps - len(limits) - 1
    limits += [low + (high - low) * (i + 1) // (between + 1) for i in range(between)]
    limits += [high + 2048 * MIB]
    held = []
    for limit in limits:
        if limit < low:
            refused = rung("serve", "-m", model, "--lowering", lowering, "--port", "0",
                           env={"RUNG_MEMORY_LIMIT": str(limit)})
            assert refused.code == 2
            assert "not enough memory to start" in refused.err and "weights" in refused.err
            assert f"the least that starts is {low} bytes" in refused.err
            assert "with capacities=[256]" in refused.err
            held.append([])
        else:
            capacities, peak = serve_within(start_server, model, tmp_path, lowering, limit)
            held.append(capacities)
            if limit == low:  # the least that is asked for is taken
                assert limit <= peak * 1.15, (lowering, limit / MIB, peak / MIB)
    assert held[:3] == [[], [], [256]]
    assert held[-1] == [256, 4096]
    assert held == sorted(held)


def test_a_short_walk_of_the_limit(rung, start_server, model, tmp_path):
    walk(rung, start_server, model, tmp_path, "kernel", steps=5)


@pytest.mark.long
@pytest.mark.parametrize("lowering", ["kernel", "portable"])
def test_the_whole_walk_of_the_limit(rung, start_server, model, tmp_path, lowering):
    walk(rung, start_server, model, tmp_path, lowering, steps=12)


def test_device_statistics_come_before_the_machine(rung, model, build_dir):
    """Of the fault plugin, whose device can claim to have memory of its own."""

    def buckets(**env):
        return rung("buckets", "-m", model, "--lowering", "portable", "--json",
                    env={**fault_env(build_dir), **env})

    small = buckets(RUNG_FAULT_DEVICE_BYTES=str(540 * MIB))
    assert small.code == 2
    assert "540 MiB allowed by the device's memory statistics" in small.err
    assert "program and compiler" not in small.err  # that is in the host's memory
    middle = buckets(RUNG_FAULT_DEVICE_BYTES=str(700 * MIB))
    assert middle.code == 0 and "allowed by the device's memory statistics" in middle.err
    assert json.loads(middle.out)["dropped"]
    ample = buckets(RUNG_FAULT_DEVICE_BYTES=str(8192 * MIB))
    assert ample.code == 0 and json.loads(ample.out)["dropped"] == []
    # What the operator says goes before what the device says.
    told = buckets(RUNG_FAULT_DEVICE_BYTES=str(8192 * MIB), RUNG_MEMORY_LIMIT="600MiB")
    assert told.code == 2 and "allowed by RUNG_MEMORY_LIMIT" in told.err
    # A device that does not tell: the machine's limits hold.
    assert buckets().code == 0
