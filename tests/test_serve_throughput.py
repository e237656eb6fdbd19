"""What the server costs on top of the steps that it runs."""

import json
import time

import pytest
from serving import PROMPT

ROWS = 8
CAPACITY = 512


def bench_rate(rung, model) -> float:
    """Tokens a second of all rows together, by `rung bench`."""
    result = rung("bench", "-m", model, "--rows", ",".join([str(CAPACITY)] * ROWS),
                  "--prefill", "16", "--tokens", "100", "--repetitions", "3", "--json")
    assert result.code == 0, result.err
    return json.loads(result.out)["decode"][0]["tokens_per_second"]


def server_rate(server) -> float:
    """The same with clients: between the moment all streams run and the first end."""
    streams = [server.open_stream(prompt=f"{PROMPT} {i}", max_tokens=450, ignore_eos=True,
                                  temperature=0) for i in range(ROWS)]
    for stream in streams:
        next(stream.chunks())
    start, tokens = time.monotonic(), server.metric("engine_generated_tokens_total")
    time.sleep(2)
    tokens = server.metric("engine_generated_tokens_total") - tokens
    seconds = time.monotonic() - start
    assert server.metric("num_requests_running") == ROWS, "too fast for this test: ask for more"
    for stream in streams:
        stream.hang_up()
    server.wait_until_idle()
    return tokens / seconds


@pytest.mark.long
def test_eight_streams_against_bench(start_server, rung, model):
    before = bench_rate(rung, model)
    server = start_server("-m", model, "-c", str(CAPACITY)).wait_until_compiled()
    # The first streams run in groups until the program for all rows is there.
    deadline = time.monotonic() + 120
    while server.metric("compiling"):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    served = server_rate(server)
    assert server.stop() == 0
    after = bench_rate(rung, model)
    ratio = served / ((before + after) / 2)
    print(f"bench {before:.1f} and {after:.1f} tok/s, server {served:.1f} tok/s: {ratio:.3f}")
    # The target is 0.95 on a quiet machine; neighbours move both by more than that.
    assert ratio > 0.8
