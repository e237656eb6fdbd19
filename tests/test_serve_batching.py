"""Many at once: each exactly what it would be alone, and nothing left behind."""

import concurrent.futures
import json
import random
import threading
import time

import pytest
from serving import PROMPT

# Different prompts, seeds, temperatures, lengths and capacities: two reserve 4096.
STREAMS = [
    {"prompt": PROMPT, "max_tokens": 24, "temperature": 0},
    {"prompt": "Once upon a time there was", "max_tokens": 20, "temperature": 0.8, "seed": 11},
    {"prompt": "def fibonacci(n):", "max_tokens": 16, "temperature": 0.2, "seed": 12, "top_k": 40},
    {"prompt": "The three laws of robotics are", "max_tokens": 28, "temperature": 1.0, "seed": 13,
     "top_p": 0.9},
    {"prompt": "Water boils at", "max_tokens": 12, "temperature": 0.5, "seed": 14, "min_p": 0.05},
    {"prompt": "Roses are red, violets are", "max_tokens": 18, "temperature": 0.7, "seed": 15,
     "repetition_penalty": 1.1},
    {"prompt": "My favourite recipe: " * 100, "max_tokens": 10, "temperature": 0},
    {"prompt": "A long report begins here. " * 80, "max_tokens": 14, "temperature": 0.9,
     "seed": 16},
]


@pytest.fixture(scope="module")
def alone(server):
    """The text of each of STREAMS with nothing beside it."""
    return [server.text(**options) for options in STREAMS]


def run_together(server, requests):
    with concurrent.futures.ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(lambda options: server.stream_text(**options), requests))


def test_eight_streams_at_once(server, alone):
    answers = [server.complete(**options, timings=True) for options in STREAMS[-2:]]
    assert [a["choices"][0]["timings"]["capacity"] for a in answers] == [4096, 4096]
    waited = server.metric("compiles_waited_for_total")
    assert run_together(server, STREAMS) == alone
    assert server.metric("compiles_waited_for_total") == waited  # all capacities were compiled


def join_end_and_cancel(server, alone, count: int, seed: int):
    """`count` requests from 10 clients, a third of them cancelled at a random point."""
    choose = random.Random(seed)
    plan = [(choose.randrange(len(STREAMS)), choose.random() < 0.33, choose.randrange(0, 8))
            for _ in range(count)]

    def one(step):
        index, cancel, after = step
        if not cancel:
            assert server.stream_text(**STREAMS[index]) == alone[index], index
            return
        with server.open_stream(**STREAMS[index]) as stream:
            seen = ""
            for number, chunk in enumerate(stream.chunks()):
                seen += chunk["choices"][0]["text"]
                if number >= after:
                    break
            assert alone[index].startswith(seen)

    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        for result in [pool.submit(one, step) for step in plan]:
            result.result()


@pytest.fixture(scope="module", autouse=True)
def resident_events(server):
    """Events that weights keep: there before any request, and no more of them after."""
    server.wait_until_idle()
    server.resident_events = server.metric("pjrt_live_objects", kind="event")


def assert_nothing_left(server):
    server.wait_until_idle()
    metrics = server.metrics()
    assert metrics["rung_kv_cache_bytes"] == 0
    # Buffers: weights and padding rows, and no other.
    assert (server.metric("pjrt_live_objects", kind="buffer")
            == metrics["rung_pjrt_resident_buffers"])
    assert server.metric("pjrt_live_objects", kind="event") == server.resident_events
    assert server.metric("pjrt_live_objects", kind="client") == 1
    # Programs may still be compiling in the background: the two are equal once that is over.
    deadline = time.monotonic() + 120
    while (server.metric("compiling") or server.metric("pjrt_live_objects", kind="executable")
           != server.metric("pjrt_resident_programs")):
        assert time.monotonic() < deadline, server.metrics()
        time.sleep(0.2)


def test_others_join_end_and_leave(server, alone):
    join_end_and_cancel(server, alone, count=24, seed=1)
    assert_nothing_left(server)


@pytest.mark.long
def test_others_join_end_and_leave_200(server, alone):
    join_end_and_cancel(server, alone, count=200, seed=2)
    assert_nothing_left(server)


def cancelled_within_a_step(server, stream, before):
    stream.hang_up()
    deadline = time.monotonic() + 30
    while server.metric("cancelled_total") == before:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_cancel_in_decode(server):
    before = server.metric("cancelled_total")
    stream = server.open_stream(prompt=PROMPT, max_tokens=3000, ignore_eos=True)
    next(stream.chunks())
    cancelled_within_a_step(server, stream, before)
    assert_nothing_left(server)
    line = server.request_lines()[-1]
    assert line["finish"] == "cancelled" and int(line["new_tokens"]) < 300


def test_cancel_in_prefill(server):
    before = server.metric("cancelled_total")
    stream = server.open_stream(prompt=[1000] * 3500, max_tokens=100, ignore_eos=True)
    while not server.metric("num_requests_running"):
        time.sleep(0.02)
    cancelled_within_a_step(server, stream, before)
    assert_nothing_left(server)
    assert server.request_lines()[-1]["new_tokens"] == "0"


def test_cancel_in_the_queue(server):
    before = server.metric("cancelled_total")
    running = [server.open_stream(prompt=PROMPT, max_tokens=250, ignore_eos=True, temperature=0)
               for _ in range(8)]
    while server.metric("num_requests_running") < 8:
        time.sleep(0.02)
    queued = server.open_stream(prompt=PROMPT, max_tokens=5)
    while not server.metric("num_requests_waiting"):
        time.sleep(0.02)
    cancelled_within_a_step(server, queued, before)
    assert server.metric("num_requests_running") == 8  # those that run go on
    for stream in running:
        stream.hang_up()
    assert_nothing_left(server)


def test_cancel_unstreamed(server):
    before = server.metric("cancelled_total")
    stream = server.connect()
    stream.request("POST", "/v1/completions",
                   body=b'{"prompt":"x","max_tokens":3000,"ignore_eos":true}',
                   headers={"Content-Type": "application/json"})
    while not server.metric("num_requests_running"):
        time.sleep(0.02)
    stream.close()
    deadline = time.monotonic() + 30
    while server.metric("cancelled_total") == before:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert_nothing_left(server)


def test_a_long_prompt_does_not_hold_others(server):
    """While 3,500 tokens are prefilled, a stream beside them goes on."""
    with server.open_stream(prompt=PROMPT, max_tokens=240, ignore_eos=True) as short:
        chunks = short.chunks()
        next(chunks)
        long = server.open_stream(prompt=[1000] * 3500, max_tokens=1)
        while server.metric("num_requests_running") < 2:
            time.sleep(0.02)
        seen = 0
        prefilled = threading.Event()

        def wait_for_the_long_one():
            try:
                long.response()
                prefilled.set()
            except OSError:
                pass  # hung up below

        waiter = threading.Thread(target=wait_for_the_long_one)
        waiter.start()
        for _ in chunks:
            seen += 1
            if prefilled.is_set() or seen >= 20:
                break
        assert seen >= 20, "the short stream stood still during the long prompt"
        long.connection.sock.shutdown(2)
        waiter.join()
        long.hang_up()
    server.wait_until_idle()


@pytest.mark.long
def test_nothing_left_after_500_random_requests(server):
    choose = random.Random(3)
    plan = [{"prompt": [choose.randrange(3, 49000) for _ in range(choose.choice((1, 5, 40, 300)))],
             "max_tokens": choose.choice((0, 1, 4, 16)), "temperature": choose.choice((0, 1)),
             "stream": choose.random() < 0.5, "n": choose.choice((1, 1, 1, 2)),
             "hang_up": choose.random() < 0.3} for _ in range(500)]

    def one(options):
        hang_up = options.pop("hang_up")
        connection = server.connect(timeout=300)
        connection.request("POST", "/v1/completions", body=json.dumps(options).encode(),
                           headers={"Content-Type": "application/json"})
        if not hang_up:
            response = connection.getresponse()
            assert response.status in (200, 429), response.read()
            response.read()
        connection.close()

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        list(pool.map(one, plan))
    assert_nothing_left(server)
