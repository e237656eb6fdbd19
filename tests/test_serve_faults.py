"""PJRT calls that fail while a real server streams (rung/pjrt/testing holds the failing plugin).

A step that fails once hurts nobody; the row that fails alone again ends with an error, and the rest
go on with the tokens that they have without any failure.
"""

import concurrent.futures
import json
import random
import time

import pytest
from serving import PROMPT, fault_env

PROMPTS = [PROMPT, "Once upon a time there was", "def fibonacci(n):", "Water boils at",
           "The three laws of robotics are", "Roses are red, violets are", "My favourite recipe:",
           "A long report begins here."]
TOKENS = 40
# What one prompt alone takes: a prefill and a decode for each further token; one probe at start.
CALLS_ALONE = len(PROMPTS) * TOKENS + 1
# After the prefills of eight streams, which run beside decode steps.
MID_STREAM = CALLS_ALONE + 2 * len(PROMPTS) + 14
# What a step calls, and how often about, what the start calls included.
STEP_ENTRIES = {"PJRT_LoadedExecutable_Execute": 1, "PJRT_Client_BufferFromHostBuffer": 3,
                "PJRT_Buffer_UnsafePointer": 1, "PJRT_Event_Await": 2, "PJRT_Event_Destroy": 2,
                "PJRT_Buffer_Destroy": 2}
LOWERINGS = ["kernel", "portable"]


def options(prompt: str, tokens: int = TOKENS) -> dict:
    return {"prompt": prompt, "max_tokens": tokens, "temperature": 0, "ignore_eos": True}


@pytest.fixture
def start_with_plan(start_server, build_dir, model):
    def start(lowering: str, plan: str):
        server = start_server("-m", model, "--lowering", lowering, "-c", "256", "--log", "debug",
                              "--prefix-cache", "off", env=fault_env(build_dir, plan))
        return server.wait_until_compiled()

    return start


def texts_alone(server) -> list[str]:
    texts = [server.text(**options(prompt)) for prompt in PROMPTS]
    while server.metric("compiling"):  # the programs for several rows
        time.sleep(0.05)
    return texts


def stream(server, prompt: str) -> tuple[str, str | None]:
    """The text and, of one that failed, its error's message. [DONE] only after the right end."""
    text, error = "", None
    with server.open_stream(**options(prompt)) as events:
        response = events.response()
        if response.status == 500:  # it failed before its first token
            return "", json.loads(response.read())["error"]["message"]
        data = list(events.events())
    for event in data:
        if event == "[DONE]":
            continue
        chunk = json.loads(event)
        if "error" in chunk:
            assert event == data[-1]
            error = chunk["error"]["message"]
        else:
            text += "".join(choice["text"] for choice in chunk["choices"])
    assert (data[-1] == "[DONE]") == (error is None)
    return text, error


def assert_idle_and_healthy(server, expected: list[str]):
    server.wait_until_idle()
    status, state = server.health()
    assert (status, state["running"], state["waiting"]) == (200, 0, 0)
    assert server.text(**options(PROMPTS[0])) == expected[0]
    server.wait_until_idle()
    assert server.metric("kv_bytes") == 0
    assert server.metric("kv_cache_bytes") == 0
    assert (server.metric("pjrt_live_objects", kind="buffer")
            == server.metric("pjrt_resident_buffers"))
    assert server.stop() == 0, server.log
    assert "live PJRT objects at exit: 0" in server.log


@pytest.mark.parametrize("lowering", LOWERINGS)
def test_one_of_eight_streams_fails(start_with_plan, lowering):
    """Two executions in a row fail: a step of eight rows, and the first of them alone."""
    server = start_with_plan(lowering,
                             f"PJRT_LoadedExecutable_Execute@{MID_STREAM}-{MID_STREAM + 1}")
    expected = texts_alone(server)
    assert server.metric("engine_failed_steps_total") == 0
    with concurrent.futures.ThreadPoolExecutor(len(PROMPTS)) as pool:
        results = list(pool.map(lambda prompt: stream(server, prompt), PROMPTS))
    failed = [(text, error) for text, error in results if error is not None]
    assert len(failed) == 1, results
    assert "injected fault in PJRT_LoadedExecutable_Execute" in failed[0][1]
    for (text, error), whole in zip(results, expected, strict=True):
        assert text == whole if error is None else whole.startswith(text)
    assert server.metric("request_failures_total") == 1
    assert_idle_and_healthy(server, expected)


@pytest.mark.parametrize("lowering", ["kernel", pytest.param("portable", marks=pytest.mark.long)])
def test_single_failures_hurt_no_stream(start_with_plan, lowering):
    plan = ";".join(f"{entry}@{calls * (MID_STREAM + 11 * i)}:after"
                    for i, (entry, calls) in enumerate(STEP_ENTRIES.items()))
    server = start_with_plan(lowering, plan)
    expected = texts_alone(server)
    with concurrent.futures.ThreadPoolExecutor(len(PROMPTS)) as pool:
        for _ in range(3):
            results = list(pool.map(lambda prompt: stream(server, prompt), PROMPTS))
            assert results == [(text, None) for text in expected]
    assert server.metric("engine_failed_steps_total") >= 1
    assert server.metric("request_failures_total") == 0
    assert_idle_and_healthy(server, expected)


def test_a_device_that_fails_for_good_is_said_to_every_request(start_with_plan):
    server = start_with_plan("kernel", "PJRT_LoadedExecutable_Execute@40-1000000")
    assert server.text(**options(PROMPT, 8))
    with concurrent.futures.ThreadPoolExecutor(len(PROMPTS)) as pool:
        results = list(pool.map(lambda prompt: stream(server, prompt), PROMPTS))
    assert all("injected fault" in (error or "") for _, error in results), results
    status, _, body = server.request("POST", "/v1/completions", options(PROMPT))
    assert status == 500 and "injected fault" in json.loads(body)["error"]["message"]
    server.wait_until_idle()
    assert server.metric("kv_bytes") == 0
    assert server.health()[0] == 200
    assert server.stop() == 0, server.log


def random_plan(choose: random.Random, requests: int) -> str:
    rules = []
    for _ in range(requests // 5):
        entry = choose.choice(list(STEP_ENTRIES))
        # Among eight a request takes about five steps of its own.
        k = STEP_ENTRIES[entry] * choose.randrange(CALLS_ALONE, CALLS_ALONE + 5 * requests)
        rules.append(f"{entry}@{k}{choose.choice(['', ':after'])}")
    return ";".join(rules)


def soak(start, lowering: str, requests: int):
    """Random faults, cancels and disconnects: right or an error, and memory stays where it was after
    the first half. (Objects of the device are counted to the last one; of freed rows the allocator
    keeps more or less, as their order makes it.)"""
    choose = random.Random(requests)
    server = start(lowering, random_plan(choose, requests))
    expected = texts_alone(server)
    plans = [(choose.randrange(len(PROMPTS)), choose.random(), choose.randrange(12))
             for _ in range(requests)]

    def one(step) -> bool:
        index, kind, after = step
        if kind < 0.6:
            text, error = stream(server, PROMPTS[index])
            assert text == expected[index] if error is None else expected[index].startswith(text)
            return error is None
        if kind < 0.7:
            status, _, body = server.request("POST", "/v1/completions", options(PROMPTS[index]))
            assert status in (200, 500), body
            if status == 200:
                assert json.loads(body)["choices"][0]["text"] == expected[index]
            return status == 200
        with server.open_stream(**options(PROMPTS[index])) as left:
            if kind < 0.9:
                response = left.response()
                for _ in range(after):
                    response.readline()
        return True

    rss = []
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        results = []
        for block in range(4):
            results += pool.map(one, plans[block * requests // 4:(block + 1) * requests // 4])
            server.wait_until_idle()
            rss.append(server.rss_bytes())
    assert results.count(False) <= requests / 20
    assert server.metric("engine_failed_steps_total") >= requests / 20
    assert server.metric("cancelled_total") >= requests / 20
    assert max(rss[2:]) <= rss[1] * 1.1, rss
    assert_idle_and_healthy(server, expected)


def test_a_hundred_requests_with_random_faults(start_with_plan):
    soak(start_with_plan, "kernel", 100)


@pytest.mark.long
@pytest.mark.parametrize("lowering", LOWERINGS)
def test_a_thousand_requests_with_random_faults(start_with_plan, lowering):
    soak(start_with_plan, lowering, 1000)
