"""Sequences that climb the rungs, and prompts whose beginning is there already."""

import pytest
from serving import PROMPT

ESSAY = "The history of the bicycle begins in the nineteenth century, when a German baron"


@pytest.fixture(scope="module")
def growing(start_server, model):
    """Buckets 64 and 300: rows run at 64, 256 and 300. Everything that idle time compiles is there."""
    server = start_server("-m", model, env={"MLXCEL_XLA_CONTEXT_BUCKETS": "64,300"})
    server.wait_until_compiled()
    server.wait_until_settled()
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture(scope="module")
def plain(start_server, model):
    """Where they reserved, and nothing reused."""
    server = start_server("-m", model, "--growth", "off", "--prefix-cache", "off",
                          env={"MLXCEL_XLA_CONTEXT_BUCKETS": "64,300"}).wait_until_compiled()
    yield server
    assert server.stop() == 0, server.log


def where(server, answer):
    """Reserved, and ran at."""
    line = server.request_line(answer["id"])
    return int(line["capacity"]), [int(rung) for rung in line["rungs"].split(",")]


def test_runs_where_it_is_needed_with_the_same_text(growing, plain):
    options = {"prompt": PROMPT, "max_tokens": 280, "temperature": 0, "ignore_eos": True}
    climbed, fixed = growing.complete(**options), plain.complete(**options)
    assert climbed["choices"] == fixed["choices"]
    assert where(growing, climbed) == (300, [64, 256, 300])
    assert where(plain, fixed) == (300, [300])
    assert growing.metric("growth_copies_total") == 2
    assert growing.metric("growth_waits_total") == 0
    assert growing.metric("compiles_waited_for_total") == 0
    assert plain.metric("growth_copies_total") == 0


def test_a_reply_that_fits_the_lowest_rung_stays_there(growing):
    answer = growing.complete(prompt=PROMPT, max_tokens=250, temperature=0, stop=["."])
    assert where(growing, answer) == (300, [64])


def test_a_conversation_prefills_only_what_is_new(growing, plain):
    history = ESSAY
    for turn in range(4):
        options = {"prompt": history, "max_tokens": 12, "temperature": 0, "ignore_eos": True}
        before = growing.metric("engine_prefilled_tokens_total")
        answer = growing.complete(**options)
        usage = answer["usage"]
        cached = usage["prompt_tokens_details"]["cached_tokens"]
        fresh = growing.metric("engine_prefilled_tokens_total") - before
        assert fresh == usage["prompt_tokens"] - cached
        if turn > 0:
            assert fresh <= 20, usage
        text = answer["choices"][0]["text"]
        assert text == plain.text(**options)
        assert plain.complete(**options)["usage"]["prompt_tokens_details"]["cached_tokens"] == 0
        history += text + " And then, you ask?"
    assert growing.metric("prefix_cache_prompts_total", result="hit") >= 3


@pytest.mark.parametrize("lowering", ["kernel", "portable"])
def test_ten_turns_prefill_the_new_tokens_alone(start_server, model, lowering):
    """Token by token: a reply's ids are known, since a bias leaves one token to choose."""
    server = start_server("-m", model, "-c", "1024", "--lowering", lowering).wait_until_compiled()
    reply = 2500
    history = []
    prompts = 0
    for turn in range(10):
        known = max(len(history) - 1, 0)  # the last token of a reply has never been fed
        history += [1000 + (turn * 97 + i * 37) % 5000 for i in range(64)]
        before = server.metric("engine_prefilled_tokens_total")
        usage = server.complete(prompt=history, max_tokens=16, temperature=0, ignore_eos=True,
                                logit_bias={str(reply): 100})["usage"]
        server.wait_until_idle()
        assert usage["prompt_tokens"] == len(history) and usage["completion_tokens"] == 16
        assert usage["prompt_tokens_details"]["cached_tokens"] == known
        prompts += len(history)
        assert server.metric("prompt_tokens_total") == prompts
        assert server.metric("prefix_cache_queries_total") == prompts
        assert server.metric("engine_prefilled_tokens_total") - before == len(history) - known
        history += [reply] * 16
    assert server.metric("prefix_cache_prompts_total", result="hit") == 9
    assert server.metric("prefix_cache_hits_total") == prompts - 10 * 64 - 9
    assert server.stop() == 0, server.log


def test_bad_values_are_refused(rung, model):
    for flag, value in (("--prefix-cache", "maybe"), ("--prefix-cache-size", "lots")):
        result = rung("serve", "-m", model, flag, value)
        assert result.code == 2
        assert flag in result.err and value in result.err
