"""The clients that people use: each gets the same text, streamed or not, and is served when it waits.

openai, LangChain, LiteLLM, prometheus_client and curl, as they come.
"""

import asyncio
import json
import os
import subprocess
import sys

import httpx2
import openai
import pytest
from prometheus_client.parser import text_string_to_metric_families
from serving import PROMPT

# Some greedy, some drawn; two capacities.
REQUESTS = [
    {"prompt": PROMPT, "max_tokens": 12, "temperature": 0},
    {"prompt": "Once upon a time there was", "max_tokens": 16, "temperature": 0.8, "seed": 11},
    {"prompt": "Water boils at", "max_tokens": 10, "temperature": 1.0, "seed": 12, "top_p": 0.9},
    {"prompt": "A long report begins here. " * 60, "max_tokens": 8, "temperature": 0},
]


@pytest.fixture(scope="module")
def alone(server) -> list[str]:
    """The text of each of REQUESTS with nothing beside it."""
    return [server.text(**options) for options in REQUESTS]


def async_client(server, **options) -> openai.AsyncOpenAI:
    # httpx2's own limit is 100 connections; more would wait inside the client.
    http = openai.DefaultAsyncHttpxClient(limits=httpx2.Limits(max_connections=None))
    return openai.AsyncOpenAI(base_url=f"http://127.0.0.1:{server.port}/v1", api_key="none",
                              timeout=300, http_client=http, **{"max_retries": 0, **options})


async def complete(client, options: dict, stream: bool) -> str:
    if not stream:
        return (await client.completions.create(model="", **options)).choices[0].text
    events = await client.completions.create(model="", **options, stream=True)
    return "".join([event.choices[0].text async for event in events])


# openai


def test_16_async_clients(server, alone):
    async def run():
        async with async_client(server) as client:
            return await asyncio.gather(*(complete(client, REQUESTS[i % 4], stream=i % 2 == 0)
                                          for i in range(16)))

    assert asyncio.run(run()) == alone * 4


class FullServer:
    """A server of two rows, both taken, so that whatever comes next has the queue alone."""

    QUEUE = 8

    def __init__(self, start_server, model):
        self.server = start_server("-m", model, "-c", "4096", "--max-batch", "2", "--max-queue",
                                   str(self.QUEUE)).wait_until_compiled()
        self.running = [self.server.open_stream(prompt=PROMPT, max_tokens=4000, ignore_eos=True)
                        for _ in range(2)]
        for stream in self.running:
            next(stream.chunks())

    def free(self):
        for stream in self.running:
            stream.hang_up()


@pytest.fixture
def full(start_server, model):
    full = FullServer(start_server, model)
    yield full
    full.free()
    assert full.server.stop() == 0


def test_100_async_clients_against_a_queue_of_8(full):
    """As many as may wait are served; the rest are told when to try again."""
    options = {"prompt": PROMPT, "max_tokens": 4, "temperature": 0}

    async def run():
        refused = []
        async with async_client(full.server) as client:
            tasks = {asyncio.create_task(complete(client, options, stream=i % 2 == 0))
                     for i in range(100)}
            while len(refused) < 100 - full.QUEUE:
                done, tasks = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
                refused += [task.exception() for task in done]
            full.free()
            return refused, await asyncio.gather(*tasks)

    refused, texts = asyncio.run(run())
    assert len(texts) == full.QUEUE and set(texts) == {full.server.text(**options)}
    assert len(refused) == 100 - full.QUEUE
    for error in refused:
        assert isinstance(error, openai.RateLimitError)
        assert int(error.response.headers["Retry-After"]) >= 1
        assert error.code == "queue_full"
    rejected = full.server.metric("requests_rejected_total")
    assert rejected == len(refused)


def test_100_async_clients_that_retry_are_all_served(full):
    options = {"prompt": PROMPT, "max_tokens": 4, "temperature": 0}

    async def run():
        async with async_client(full.server, max_retries=1000) as client:
            tasks = [asyncio.create_task(complete(client, options, stream=i % 2 == 0))
                     for i in range(100)]
            while full.server.metric("requests_rejected_total") < 100 - full.QUEUE:
                await asyncio.sleep(0.05)
            full.free()
            return await asyncio.gather(*tasks)

    texts = asyncio.run(run())
    assert len(texts) == 100 and set(texts) == {full.server.text(**options)}


def test_a_wrong_request_is_not_retried(server):
    before = server.metric("requests_rejected_total")
    client = server.client().with_options(max_retries=5)
    with pytest.raises(openai.BadRequestError):
        client.completions.create(model="", prompt=PROMPT, max_tokens=-1)
    assert server.metric("requests_rejected_total") == before + 1


def test_what_is_not_there_is_asked_for_once(server):
    """Clients repeat what fails with a 5xx; there is no chat yet, and repeating does not help."""
    sent = []
    http = openai.DefaultHttpxClient(event_hooks={"request": [sent.append]})
    client = server.client(http_client=http).with_options(max_retries=5)
    for call in (lambda: client.chat.completions.create(model="", messages=[
                     {"role": "user", "content": "Hello"}]),
                 lambda: client.embeddings.create(model="", input="Hello"),
                 lambda: client.models.retrieve("no-such-model")):
        sent.clear()
        with pytest.raises(openai.NotFoundError) as error:
            call()
        assert len(sent) == 1, error.value
    with pytest.raises(openai.NotFoundError, match="use /v1/completions") as error:
        client.chat.completions.create(model="", messages=[{"role": "user", "content": "Hello"}])
    assert (error.value.code, error.value.type) == ("not_supported", "not_supported_error")


def test_models_usage_and_logprobs(server):
    client = server.client()
    (card,) = client.models.list().data
    assert client.models.retrieve(card.id).id == card.id
    answer = client.completions.create(model=card.id, prompt=PROMPT, max_tokens=3, temperature=0,
                                       logprobs=2)
    assert answer.usage.prompt_tokens == 5 and answer.usage.completion_tokens == 3
    assert [len(top) for top in answer.choices[0].logprobs.top_logprobs] == [2, 2, 2]
    events = list(client.completions.create(model=card.id, prompt=PROMPT, max_tokens=3, stream=True,
                                            temperature=0, stream_options={"include_usage": True}))
    assert events[-1].choices == [] and events[-1].usage == answer.usage


# LangChain


def langchain(server, **options):
    from langchain_openai import OpenAI

    return OpenAI(base_url=f"http://127.0.0.1:{server.port}/v1", api_key="none", max_retries=0,
                  model=server.client().models.list().data[0].id,
                  **{"temperature": 0, "max_tokens": 12, **options})


def test_langchain(server, alone):
    model = langchain(server)
    assert model.invoke(PROMPT) == alone[0]
    assert "".join(model.stream(PROMPT)) == alone[0]
    assert asyncio.run(model.ainvoke(PROMPT)) == alone[0]
    drawn = langchain(server, temperature=0.8, seed=11, max_tokens=16)
    assert drawn.invoke(REQUESTS[1]["prompt"]) == alone[1]


def test_langchain_sends_several_prompts_at_once(server, alone):
    model = langchain(server)
    others = ["Roses are red, violets are", "The three laws of robotics are"]
    expected = [server.text(prompt=prompt, max_tokens=12, temperature=0) for prompt in others]
    assert model.batch([PROMPT, *others]) == [alone[0], *expected]
    generated = model.generate([PROMPT, *others])
    assert [prompt[0].text for prompt in generated.generations] == [alone[0], *expected]
    assert generated.llm_output["token_usage"]["prompt_tokens"] > 10


def test_langchain_stops_at_a_word(server, alone):
    stop = alone[0].split()[3]
    assert langchain(server).invoke(PROMPT, stop=[stop]) == alone[0][:alone[0].index(stop)]


def test_langchain_knows_a_prompt_that_is_too_long(server):
    # Where it tells such errors apart it looks for this code in the message.
    with pytest.raises(openai.BadRequestError, match="context_length_exceeded"):
        langchain(server, max_tokens=5000).invoke(PROMPT)


# LiteLLM. In a process of its own: it reads its variables when it is imported.

LITELLM = """
import asyncio, json, sys
import litellm

server, prompt, stop = sys.argv[1:]
common = {"model": "text-completion-openai/" + server.split("|")[1], "prompt": prompt,
          "api_base": server.split("|")[0], "api_key": "none", "max_retries": 0}
call = {**common, "max_tokens": 12, "temperature": 0}
answer = litellm.text_completion(**call)
result = {"text": answer.choices[0].text, "usage": answer.usage.completion_tokens}
result["streamed"] = "".join(chunk.choices[0].text or ""
                             for chunk in litellm.text_completion(**call, stream=True))
result["async"] = asyncio.run(litellm.atext_completion(**call)).choices[0].text
result["stopped"] = litellm.text_completion(**call, stop=stop).choices[0].text
try:
    litellm.text_completion(**common, max_tokens=-1)
except litellm.exceptions.BadRequestError as error:
    result["refused"] = str(error)
try:
    litellm.text_completion(**common, max_tokens=100000)
except litellm.exceptions.ContextWindowExceededError as error:
    result["too_long"] = str(error)
print(json.dumps(result))
"""


def test_litellm(server, alone):
    name = server.client().models.list().data[0].id
    stop = alone[0].split()[3]
    # Its list of models comes with it; else it asks the network for a newer one.
    env = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    done = subprocess.run(
        [sys.executable, "-c", LITELLM, f"http://127.0.0.1:{server.port}/v1|{name}", PROMPT, stop],
        env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["text"] == result["streamed"] == result["async"] == alone[0]
    assert result["usage"] == 12 and "max_tokens" in result["refused"]
    assert result["stopped"] == alone[0][:alone[0].index(stop)]
    assert "maximum context length is 4096 tokens" in result["too_long"]
    assert "max_new_tokens=100000" in result["too_long"]


# prometheus_client


def test_prometheus_reads_every_line(server):
    _, headers, body = server.request("GET", "/metrics")
    assert headers["Content-Type"].startswith("text/plain; version=0.0.4")
    text = body.decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert len(families) == sum(line.startswith("# TYPE ") for line in text.splitlines())
    for family in families.values():
        assert family.documentation and family.type in ("counter", "gauge", "histogram")
        assert family.name.startswith(("rung_", "process_")), family.name


# curl


def curl(server, path: str, *arguments, data=None) -> subprocess.CompletedProcess:
    return subprocess.run(["curl", "-sS", *arguments, f"http://127.0.0.1:{server.port}{path}"],
                          input=data, capture_output=True, text=True)


def test_curl(server, alone):
    body = json.dumps({**REQUESTS[0], "stream": True})
    done = curl(server, "/v1/completions", "-N", "--json", body)
    assert done.returncode == 0, done.stderr
    events = [line.removeprefix("data: ") for line in done.stdout.splitlines() if line]
    assert events[-1] == "[DONE]"
    assert "".join(json.loads(event)["choices"][0]["text"] for event in events[:-1]) == alone[0]
    done = curl(server, "/v1/completions", "--json", json.dumps(REQUESTS[0]), "--fail-with-body")
    assert json.loads(done.stdout)["choices"][0]["text"] == alone[0]


def test_curl_with_a_large_body_asks_before_it_sends(server):
    """Above a megabyte curl sends `Expect: 100-continue` and waits for the answer."""
    tokens = server.request("POST", "/tokenize", {"content": "x " * 600_000})[2]
    body = json.dumps({"content": "x " * 600_000})
    done = curl(server, "/tokenize", "-v", "--json", "@-", data=body)
    assert "HTTP/1.1 100 Continue" in done.stderr
    assert done.stdout == tokens.decode()


def test_curl_sees_heads_and_exit_codes(server):
    done = curl(server, "/health", "-I")
    assert done.stdout.startswith("HTTP/1.1 200") and "X-Request-Id" in done.stdout
    done = curl(server, "/v1/completions", "--json", '{"prompt": ""}', "--fail-with-body")
    assert done.returncode == 22 and json.loads(done.stdout)["error"]["param"] == "prompt"
