"""/metrics: live counters, every series from the start, the limit of KV, the process."""

import os
import pathlib
import re
import time

import pytest
from serving import PROMPT


@pytest.fixture(scope="module")
def fresh(start_server, model):
    server = start_server("-m", model, "-c", "2048", "--alias", "tiny",
                          env={"RUNG_MEMORY_LIMIT": "2GiB"}).wait_until_compiled()
    yield server
    assert server.stop() == 0, server.log


def test_every_series_is_there_before_the_first_request(fresh):
    at_start = fresh.metrics()
    counters = {key: value for key, value in at_start.items() if "request" in str(key)}
    assert counters and set(counters.values()) == {0}
    for reason in ("stop", "length"):
        assert at_start["rung_request_success_total",
                        (("capacity", "2048"), ("finished_reason", reason))] == 0
    # One of each that a client can bring about: no series comes that was not there.
    fresh.text(prompt="a b c d e f g h i j k l m n o p q r s t u v w x y z", max_tokens=20)
    fresh.stream_text(prompt=PROMPT, max_tokens=400, stop=["."])
    for method, path, body, headers in (
            ("POST", "/v1/completions", {}, {}), ("GET", "/nothing", None, {}),
            ("POST", "/v1/completions", {"prompt": "x", "model": "other"}, {}),
            ("POST", "/v1/completions", {"prompt": "x", "max_tokens": 9999}, {}),
            ("POST", "/v1/completions", {"prompt": "x", "grammar": "x"}, {}),
            ("POST", "/v1/completions", {"prompt": "x", "n": 73}, {}),
            ("GET", "/v1/models/other", None, {}), ("DELETE", "/health", None, {}),
            ("GET", "/health", None, {"Host": "a.example"}),
            ("POST", "/tokenize", {}, {"Content-Type": "text/plain"}),
            ("GET", "/health", None, {"Expect": "more"}),
            ("POST", "/v1/chat/completions", {}, {})):
        assert fresh.request(method, path, body, headers)[0] >= 400
    fresh.wait_until_idle()
    assert sorted(map(str, fresh.metrics())) == sorted(map(str, at_start))


def test_tokens_are_counted_as_they_are_made(fresh):
    prompt = fresh.metric("prompt_tokens_total")
    generated = fresh.metric("generation_tokens_total")
    ended = fresh.metric("request_success_total")
    with fresh.open_stream(prompt=PROMPT, max_tokens=2000, ignore_eos=True) as stream:
        chunks = stream.chunks()
        next(chunks)
        assert fresh.metric("prompt_tokens_total") == prompt + 5
        seen = [generated]
        while len(seen) < 4:
            now = fresh.metric("generation_tokens_total")
            assert now < generated + 2000
            seen += [now] if now > seen[-1] else []
        assert fresh.metric("request_success_total") == ended
        assert 0 < fresh.metric("kv_cache_usage_perc") < 1
        assert fresh.metric("kv_cache_usage_perc") == pytest.approx(
            fresh.metric("kv_bytes", kind="live") / fresh.metric("kv_limit_bytes"))
        list(chunks)
    fresh.wait_until_idle()
    assert fresh.metric("generation_tokens_total") == generated + 2000
    assert fresh.metric("prompt_tokens_total") == prompt + 5
    assert fresh.metric("kv_cache_usage_perc") == 0


def test_the_prefix_cache_is_counted_in_tokens(fresh):
    names = ("prefix_cache_queries_total", "prefix_cache_hits_total")
    prompt = list(range(1000, 1100))
    for expected in ((100, 0), (100, 99)):
        before = [fresh.metric(name) for name in names]
        fresh.complete(prompt=prompt, max_tokens=1)
        fresh.wait_until_idle()
        assert tuple(fresh.metric(name) - old for name, old in zip(names, before)) == expected


def test_what_serves(fresh):
    (labels,) = [dict(key[1]) for key in fresh.metrics() if key[0] == "rung_build_info"]
    assert (labels["lowering"], labels["model"]) == ("kernel", "tiny")
    assert re.fullmatch(r"\d+\.\d+\.\d+", labels["version"])
    assert labels["plugin"].endswith("cpu") or "pjrt" in labels["plugin"]
    assert re.fullmatch(r"0\.\d+", labels["pjrt_api"])
    assert 0 < fresh.metric("kv_limit_bytes") < 2 << 30


def test_the_process(fresh):
    metrics = fresh.metrics()
    proc = pathlib.Path(f"/proc/{fresh.process.pid}")
    assert time.time() - 3600 < metrics["process_start_time_seconds"] < time.time() + 2
    assert metrics["process_resident_memory_bytes"] == pytest.approx(fresh.rss_bytes(), rel=0.1)
    assert metrics["process_virtual_memory_bytes"] > metrics["process_resident_memory_bytes"]
    limit = re.search(r"Max open files +(\d+)", (proc / "limits").read_text())[1]
    assert metrics["process_max_fds"] == int(limit)
    assert 3 < metrics["process_open_fds"] < 200
    assert abs(len(os.listdir(proc / "fd")) - metrics["process_open_fds"]) <= 2
    assert metrics["process_cpu_seconds_total"] > 0
