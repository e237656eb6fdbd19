"""Log-probabilities of prompts: `echo` with `logprobs`, as evaluation harnesses ask for them."""

import json
import pathlib
import time

import pytest

GOLDENS = pathlib.Path(__file__).parent / "data/goldens"
PROMPT = "The capital of France is"


@pytest.fixture(scope="module")
def client(server):
    with server.client() as client:
        yield client


def scores(client, prompt, **options):
    """The `logprobs` of the first choice."""
    options = {"model": client.models.list().data[0].id, "prompt": prompt, "echo": True,
               "logprobs": 2, "max_tokens": 0, **options}
    return client.completions.create(**options).choices[0].logprobs


def test_the_shape_that_harnesses_read(client, server):
    model = client.models.list().data[0].id
    answer = client.completions.create(model=model, prompt=PROMPT, echo=True, logprobs=2,
                                       max_tokens=0)
    choice, logprobs = answer.choices[0], answer.choices[0].logprobs
    assert (choice.text, choice.finish_reason) == (PROMPT, "length")
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (5, 0)
    assert "".join(logprobs.tokens) == PROMPT
    assert logprobs.token_logprobs[0] is None and logprobs.top_logprobs[0] is None
    assert logprobs.text_offset == [len("".join(logprobs.tokens[:i])) for i in range(5)]
    for token, logprob, top in zip(logprobs.tokens[1:], logprobs.token_logprobs[1:],
                                   logprobs.top_logprobs[1:]):
        assert -9999 <= logprob <= 0 and top[token] == logprob and 2 <= len(top) <= 3
    # With new tokens behind it the prompt scores the same, and the new ones are what they were.
    more = scores(client, PROMPT, max_tokens=4, temperature=0)
    assert more.token_logprobs[:5] == logprobs.token_logprobs
    plain = server.complete(prompt=PROMPT, max_tokens=4, temperature=0, logprobs=2)
    plain = plain["choices"][0]["logprobs"]
    assert more.token_logprobs[5:] == plain["token_logprobs"]
    assert more.text_offset[5:] == [len(PROMPT) + offset for offset in plain["text_offset"]]


def test_scores_are_those_of_the_same_tokens_generated(client, server):
    """What generation says of its own tokens is what scoring says of them, to the last bit."""
    _, _, body = server.request("POST", "/tokenize", {"content": PROMPT})
    ids = json.loads(body)["tokens"]
    for seed in range(3, 13):
        written = server.complete(prompt=ids, max_tokens=40, temperature=1, seed=seed, logprobs=0,
                                  ignore_eos=True)["choices"][0]
        _, _, body = server.request("POST", "/tokenize", {"content": PROMPT + written["text"]})
        scored = scores(client, json.loads(body)["tokens"], logprobs=0)
        if scored.tokens[5:] == written["logprobs"]["tokens"]:
            break  # not every text of random tokens becomes the same tokens again
    else:
        pytest.fail("no text of ten tokenized back")
    assert scored.token_logprobs[5:] == written["logprobs"]["token_logprobs"]


def test_lists_choices_and_streams(client, server):
    prompts = [PROMPT, "Once upon a time", "A"]
    alone = [scores(client, prompt) for prompt in prompts]
    answer = server.complete(prompt=prompts, n=2, echo=True, logprobs=2, max_tokens=3, seed=1)
    for i, choice in enumerate(answer["choices"]):
        expected = alone[i // 2].model_dump()
        count = len(expected["tokens"])
        assert choice["text"].startswith(prompts[i // 2])
        assert len(choice["logprobs"]["tokens"]) == count + 3
        for field in ("tokens", "token_logprobs", "top_logprobs", "text_offset"):
            assert choice["logprobs"][field][:count] == expected[field]
    options = {"prompt": prompts[1], "echo": True, "logprobs": 2, "max_tokens": 3, "seed": 1}
    whole = server.complete(**options)["choices"][0]
    with server.open_stream(**options) as stream:
        parts = [chunk["choices"][0] for chunk in stream.chunks()]
    assert "".join(part["text"] for part in parts) == whole["text"]
    for field in ("tokens", "token_logprobs", "top_logprobs", "text_offset"):
        joined = sum((part["logprobs"][field] for part in parts), [])
        assert joined == whole["logprobs"][field]


def test_others_are_served_meanwhile(client, server):
    alone = scores(client, PROMPT)
    long = server.open_stream(prompt=[7] * 1500, echo=True, logprobs=1, max_tokens=0)
    assert scores(client, PROMPT) == alone
    # The long one is still at it; the numbers of the other may be those of the step before.
    while (running := server.metric("num_requests_running")) > 1:
        time.sleep(0.01)
    assert running == 1
    long.hang_up()
    server.wait_until_idle()


def test_scores_equal_those_of_transformers(start_server, model):
    """Teacher-forced over 100 positions, portable lowering in f32 against transformers in f32."""
    forced = {}
    for line in (GOLDENS / "smollm2_logits.txt").read_text().splitlines():
        if line.startswith("forced cut_255 "):
            _, _, position, best, best_logprob, token, logprob = line.split()
            forced[int(position)] = (int(best), float(best_logprob), int(token), float(logprob))
    text = (GOLDENS / "smollm2_greedy.txt").read_text()
    record = text[text.index("prompt cut_255"):]
    ids = [int(i) for i in record[record.index("\nids ") + 5:].split("\n", 1)[0].split()]
    count = max(forced) + 2
    server = start_server("-m", model, "--lowering", "portable", "-c", "256").wait_until_compiled()
    answer = server.complete(prompt=ids[:count], echo=True, logprobs=1, max_tokens=0)
    logprobs = answer["choices"][0]["logprobs"]
    assert len(forced) == 100 and len(logprobs["tokens"]) == count
    for position, (_, best_logprob, token, logprob) in forced.items():
        assert ids[position + 1] == token
        assert logprobs["token_logprobs"][position + 1] == pytest.approx(logprob, abs=2e-3)
        top = max(logprobs["top_logprobs"][position + 1].values())
        assert top == pytest.approx(best_logprob, abs=2e-3)
    assert server.stop() == 0
