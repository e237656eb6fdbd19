"""`--request-timeout`: an answer that takes too long is given up, wherever its request is."""

import concurrent.futures
import json
import time

import openai
import pytest
from serving import PROMPT

LIMIT = "2.5"
MESSAGE = f"limit of {LIMIT} s (--request-timeout)"
# On the portable lowering at 8192 a step takes 25 ms and a chunk of 256 half a second or more:
# each of these is far from done at the limit, on any machine, and the short ones far below it.
LONG_REPLY = {"prompt": PROMPT, "max_tokens": 8000, "ignore_eos": True, "temperature": 0}
LONG_PROMPT = {"prompt": [1000 + i % 5000 for i in range(8000)], "max_tokens": 4}


@pytest.fixture(scope="module")
def slow(start_server, model):
    """One row at a time, the prefix cache off."""
    server = start_server("-m", model, "--lowering", "portable", "-c", "8192", "--max-batch", "1",
                          "--prefix-cache", "off", "--request-timeout", LIMIT)
    yield server.wait_until_compiled()
    assert server.stop() == 0, server.log


def assert_given_up(server, body: dict):
    status, _, answer = server.request("POST", "/v1/completions", body)
    assert status == 504, answer
    error = json.loads(answer)["error"]
    assert MESSAGE in error["message"]
    assert (error["type"], error["code"], error["param"]) == ("timeout_error", "request_timeout",
                                                              None)

def assert_free(server, timeouts: int):
    """No row, no KV, the sequences counted and logged, and the next request is served."""
    # The answer does not wait for the step that runs; on a slow machine that is the first.
    deadline = time.monotonic() + 120
    while server.metric("request_timeouts_total") < timeouts:
        assert time.monotonic() < deadline, server.log
        time.sleep(0.05)
    server.wait_until_idle()
    assert server.metric("kv_bytes") == 0
    assert server.metric("kv_cache_bytes") == 0
    assert server.metric("request_timeouts_total") == timeouts
    lines = [line for line in server.request_lines() if line["finish"] == "cancelled"]
    assert [line["cancelled_by"] for line in lines] == ["timeout"] * timeouts
    assert server.text(prompt=PROMPT, max_tokens=1, temperature=0) == " Paris"


def test_in_prefill_in_decode_and_in_a_stream(slow):
    assert_given_up(slow, LONG_PROMPT)
    assert_free(slow, 1)
    assert slow.request_lines()[0]["new_tokens"] == "0"
    assert_given_up(slow, LONG_REPLY)
    assert_free(slow, 2)
    with slow.open_stream(**LONG_REPLY) as stream:
        events = list(stream.events())
    assert len(events) > 1 and "[DONE]" not in events
    assert MESSAGE in json.loads(events[-1])["error"]["message"]
    for event in events[:-1]:
        assert json.loads(event)["choices"][0]["finish_reason"] is None
    assert_free(slow, 3)
    stream = slow.client().completions.create(model="", prompt=PROMPT, max_tokens=8000, stream=True,
                                              extra_body={"ignore_eos": True})
    with pytest.raises(openai.APIError, match="--request-timeout"):
        list(stream)
    assert_free(slow, 4)


def test_in_the_queue(slow):
    """Those behind the one that has the row end too, most of them without ever having had one."""
    before = int(slow.metric("request_timeouts_total"))
    seen = len(slow.request_lines())
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: assert_given_up(slow, LONG_PROMPT), range(6)))
    assert_free(slow, before + 6)
    rungs = [line["rungs"] for line in slow.request_lines()[seen:]
             if line["finish"] == "cancelled"]
    assert len(rungs) == 6 and "" in rungs, rungs
