"""`rung serve` as its clients use it: the official client, a real checkpoint, a real plugin."""

import json
import re

import openai
import pytest
from serving import PROMPT


def long_prompt(server, tokens: int) -> list[int]:
    """Token ids of plain text, exactly so many."""
    content = "One day a small fox went out. " * 999
    _, _, body = server.request("POST", "/tokenize", {"content": content})
    return json.loads(body)["tokens"][:tokens]


def test_start_lines(server):
    lines = server.log.splitlines()
    assert lines[0] == "capacities=[256, 4096] image_floor=None"
    assert "OpenXLA capacity buckets compiled capacities=[256, 4096]" in lines
    status, health = server.health()
    assert status == 200
    assert health["compiled"] == health["capacities"] == [256, 4096]
    assert (health["status"], health["phase"]) == ("ok", "ready")


def test_models(server):
    models = server.client().models.list().data
    assert [m.id for m in models] == ["SmolLM2-135M-Instruct.Q4_1"]
    assert server.client().models.retrieve(models[0].id).id == models[0].id
    with pytest.raises(openai.NotFoundError):
        server.client().models.retrieve("other")


def test_completion_is_what_generate_prints(server, rung, model):
    expected = rung("generate", "-m", model, "-p", PROMPT, "-n", "12").out
    answer = server.client().completions.create(model="SmolLM2-135M-Instruct.Q4_1", prompt=PROMPT,
                                                max_tokens=12, temperature=0)
    assert answer.choices[0].text == expected
    assert answer.choices[0].finish_reason == "length"
    assert answer.object == "text_completion" and answer.id.startswith("cmpl-")
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (5, 12)


def test_stream_is_the_same_text(server):
    client, options = server.client(), {"model": "", "prompt": PROMPT, "max_tokens": 16, "seed": 7}
    whole = client.completions.create(**options)
    chunks = list(client.completions.create(**options, stream=True,
                                            stream_options={"include_usage": True}))
    assert "".join(c.choices[0].text for c in chunks if c.choices) == whole.choices[0].text
    assert chunks[-1].choices == [] and chunks[-1].usage == whole.usage
    reasons = [c.choices[0].finish_reason for c in chunks[:-1]]
    assert reasons == [None] * (len(reasons) - 1) + [whole.choices[0].finish_reason]


def test_usage_only_when_asked_for(server):
    with server.open_stream(prompt=PROMPT, max_tokens=2) as stream:
        assert all("usage" not in chunk for chunk in stream.chunks())


def test_seeds(server):
    options = {"prompt": PROMPT, "max_tokens": 12, "temperature": 1.0}
    first = server.text(**options, seed=1)
    assert first == server.text(**options, seed=1)
    texts = {server.text(**options, seed=seed) for seed in range(4)}
    assert len(texts) > 1
    unseeded = server.complete(**options)
    seed = int(server.request_line(unseeded["id"])["seed"])
    assert server.text(**options, seed=seed) == unseeded["choices"][0]["text"]


def test_choices_and_prompts_are_what_each_is_alone(server):
    answer = server.complete(prompt=[PROMPT, "Once upon a time"], n=2, seed=3, max_tokens=8)
    texts = [choice["text"] for choice in answer["choices"]]
    assert [choice["index"] for choice in answer["choices"]] == [0, 1, 2, 3]
    assert answer["usage"]["prompt_tokens"] == 5 + 4
    for prompt, pair in ((PROMPT, texts[:2]), ("Once upon a time", texts[2:])):
        assert server.text(prompt=prompt, seed=3, max_tokens=8) == pair[0]
        assert pair[0] != pair[1]


def test_prompts_as_token_ids_and_echo(server):
    _, _, body = server.request("POST", "/tokenize", {"content": PROMPT})
    ids = json.loads(body)["tokens"]
    options = {"max_tokens": 6, "temperature": 0}
    text = server.text(prompt=PROMPT, **options)
    assert server.text(prompt=ids, **options) == text
    assert server.text(prompt=[ids], **options) == text
    assert server.text(prompt=PROMPT, echo=True, **options) == PROMPT + text
    assert server.text(prompt=ids, echo=True, **options) == PROMPT + text
    assert server.stream_text(prompt=PROMPT, echo=True, **options) == PROMPT + text
    nothing = server.complete(prompt=PROMPT, max_tokens=0)
    assert nothing["choices"][0]["text"] == "" and nothing["usage"]["completion_tokens"] == 0
    assert nothing["choices"][0]["finish_reason"] == "length"


def test_logprobs(server):
    options = {"prompt": PROMPT, "max_tokens": 6, "temperature": 0}
    choice = server.complete(**options, logprobs=2)["choices"][0]
    logprobs = choice["logprobs"]
    assert "".join(logprobs["tokens"]) == choice["text"]
    assert logprobs["text_offset"] == [len("".join(logprobs["tokens"][:i])) for i in range(6)]
    for token, logprob, top in zip(logprobs["tokens"], logprobs["token_logprobs"],
                                   logprobs["top_logprobs"]):
        assert -9999 <= logprob <= 0 and top[token] == logprob == max(top.values())
        assert len(top) == 2
    zero = server.complete(**options, logprobs=0)["choices"][0]["logprobs"]
    assert zero["tokens"] == logprobs["tokens"]
    assert all(len(top) == 1 for top in zero["top_logprobs"])
    with server.open_stream(**options, logprobs=2) as stream:
        streamed = [c["choices"][0]["logprobs"] for c in stream.chunks()]
    for field in ("tokens", "text_offset"):
        assert sum((part[field] for part in streamed), []) == logprobs[field]


def test_stop_strings(server):
    options = {"prompt": PROMPT, "max_tokens": 24, "temperature": 0}
    text = server.text(**options)
    # Begins in one token and ends in another.
    start = text.index(" ", len(text) // 2) - 2
    stop = text[start:start + 5]
    expected = text[:text.index(stop)]
    stopped = server.complete(**options, stop=stop)["choices"][0]
    assert (stopped["text"], stopped["finish_reason"]) == (expected, "stop")
    assert server.stream_text(**options, stop=[stop, "never in there"]) == expected
    # A near miss is shown.
    assert server.text(**options, stop=stop[:4] + "\x00") == text


def test_end_of_sequence_is_not_shown(server):
    # A bias for <|im_end|> makes it come at once.
    answer = server.complete(prompt=PROMPT, max_tokens=5, temperature=0, logit_bias={"2": 100})
    assert answer["choices"][0]["text"] == "" and answer["choices"][0]["finish_reason"] == "stop"
    more = server.complete(prompt=PROMPT, max_tokens=3, temperature=0, logit_bias={"2": 100},
                           ignore_eos=True)
    assert more["choices"][0]["finish_reason"] == "length"


def test_text_beyond_ascii_streams_whole(server):
    for prompt in ("Here are ten emoji: 😀 🎉 🚀 🌍 🎶", "日本語で答えてください。東京は"):
        options = {"prompt": prompt, "max_tokens": 20, "seed": 5, "temperature": 0.7}
        with server.open_stream(**options) as stream:
            streamed = "".join(c["choices"][0]["text"] for c in stream.chunks())
        assert streamed == server.text(**options)


def test_routing_in_answer_log_and_metrics(server):
    cases = (("415 + 8", 415, 8, 4096), ("6 + 8", 6, 8, 256), ("exactly 256", 250, 6, 256),
             ("257", 250, 7, 4096))
    for name, prompt_tokens, max_tokens, capacity in cases:
        prompt = long_prompt(server, prompt_tokens)
        before = server.metric("bucket_requests_total", capacity=str(capacity))
        answer = server.complete(prompt=prompt, max_tokens=max_tokens, temperature=0, timings=True,
                                 ignore_eos=True)
        assert answer["choices"][0]["timings"]["capacity"] == capacity, name
        line = server.request_line(answer["id"])
        assert int(line["capacity"]) == capacity, name
        assert int(line["prompt_tokens"]) == len(prompt) and int(line["new_tokens"]) == max_tokens
        assert server.metric("bucket_requests_total", capacity=str(capacity)) == before + 1, name


def test_absent_max_tokens_is_the_room_left(server):
    # 512 more than 5 tokens route to 4096; a stop string ends it soon.
    answer = server.complete(prompt=PROMPT, temperature=0, stop="\n", timings=True)
    assert answer["choices"][0]["timings"]["capacity"] == 4096
    assert answer["choices"][0]["text"].startswith(" Paris.")


@pytest.mark.parametrize("prompt_tokens,max_tokens", [(4090, 7), (4096, None), (5, 4092)])
def test_above_the_largest_is_refused_with_the_numbers(server, prompt_tokens, max_tokens):
    with pytest.raises(openai.BadRequestError) as error:
        server.client().completions.create(model="", prompt=long_prompt(server, prompt_tokens),
                                           max_tokens=max_tokens)
    body = error.value.body
    assert body["code"] == "context_length_exceeded" and body["type"] == "invalid_request_error"
    for part in (f"effective_prompt_len={prompt_tokens}", f"max_new_tokens={max_tokens or 1}",
                 "context_capacity=4096", "[256, 4096]"):
        assert part in body["message"]
    assert body["message"].startswith("This model's maximum context length is 4096 tokens")
    # What only an operator can change stands in the log.
    assert "MLXCEL_" not in body["message"] and "RUNG_" not in body["message"]


def test_tokenize_and_back(server):
    for text in ("Hello, world", "日本語 😀", "<|im_end|> is a token"):
        _, _, body = server.request("POST", "/tokenize", {"content": text})
        answer = json.loads(body)
        assert answer["count"] == len(answer["tokens"])
        _, _, body = server.request("POST", "/detokenize", {"tokens": answer["tokens"]})
        assert json.loads(body)["content"] == text
    _, _, body = server.request("POST", "/tokenize", {"content": "😀", "with_pieces": True})
    pieces = json.loads(body)["tokens"]
    assert bytes(b for p in pieces for b in p["piece"]) == " 😀".encode()[-4:]


def test_metrics_are_prometheus(server):
    metrics = server.metrics()
    names = {key[0] if isinstance(key, tuple) else key for key in metrics}
    for name in ("num_requests_running", "num_requests_waiting", "prompt_tokens_total",
                 "generation_tokens_total", "time_to_first_token_seconds_bucket",
                 "inter_token_latency_seconds_count", "e2e_request_latency_seconds_sum",
                 "request_queue_time_seconds_count", "request_prefill_time_seconds_count",
                 "request_decode_time_seconds_count", "request_success_total",
                 "bucket_requests_total", "decode_padding_rows_total", "compiles_total",
                 "compile_seconds_total", "compiles_waited_for_total", "kv_cache_bytes",
                 "pjrt_live_objects"):
        assert f"rung_{name}" in names
    assert server.metric("compiles_total") + server.metric("compile_cache_hits_total") >= 8


def test_request_ids(server):
    _, headers, _ = server.request("GET", "/health", headers={"X-Request-Id": "mine-7"})
    assert headers["X-Request-Id"] == "mine-7"
    _, headers, _ = server.request("GET", "/health", headers={"X-Request-Id": "not mine!"})
    assert re.fullmatch(r"req-[0-9a-f]+", headers["X-Request-Id"])
