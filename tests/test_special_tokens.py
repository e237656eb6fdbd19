"""Special tokens that are written in prompts: parsed, echoed as they were sent, never shown in replies."""

import json

import pytest
from serving import PROMPT
from test_generate import summary
from tiny_checkpoint import CONTROL, USER_DEFINED, Checkpoint

QUESTION = "What is the capital of France?"
CHATML = f"<|im_start|>user\n{QUESTION}<|im_end|>\n<|im_start|>assistant\n"
ANSWER = "The capital of France is Paris."
TOKENS, LETTERS = 16, 33  # of CHATML: parsed, and read as letters
IM_START, IM_END = 1, 2


def ids_of(server, text: str, **options) -> list[int]:
    status, _, body = server.request("POST", "/tokenize", {"content": text, **options})
    assert status == 200, body
    return json.loads(body)["tokens"]


# The program


def test_generate_answers_a_chat_prompt(rung, model, tmp_path):
    args = ("generate", "-m", model, "-n", "40")
    result = rung(*args, "-p", CHATML)
    assert (result.code, result.out.strip()) == (0, ANSWER)
    prompt_tokens, new_tokens, _ = summary(result)
    assert prompt_tokens == TOKENS and new_tokens < 40  # it ended by itself
    path = tmp_path / "prompt.txt"
    path.write_bytes(CHATML.encode() + b"\n")  # an editor's
    assert rung(*args, "-f", path).out == result.out
    assert rung(*args, "-p", "-", stdin=CHATML.encode()).out == result.out


def test_generate_may_read_them_as_letters(rung, model):
    args = ("generate", "-m", model, "-n", "1", "-p")
    assert summary(rung(*args, CHATML, "--no-parse-special"))[0] == LETTERS
    for text in (PROMPT, "<|im_start", "< |im_end|>"):  # nothing to parse
        assert rung(*args, text).out == rung(*args, text, "--no-parse-special").out
    assert "--no-parse-special" in rung("generate", "--help").out


def test_perplexity_scores_letters(rung, model, tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes(CHATML.encode())
    result = rung("perplexity", "-m", model, "-f", path, "--json")
    assert json.loads(result.out)["tokens"] == LETTERS


# The server


def test_completions_answer_a_chat_prompt(server, rung, model):
    options = {"prompt": CHATML, "max_tokens": 40, "temperature": 0}
    answer = server.complete(**options)
    (choice,) = answer["choices"]
    assert choice["text"].strip() == ANSWER and choice["finish_reason"] == "stop"
    assert answer["usage"]["prompt_tokens"] == TOKENS
    assert server.stream_text(**options) == choice["text"]
    assert server.text(**options, parse_special=True) == choice["text"]
    assert rung("generate", "-m", model, "-p", CHATML, "-n", "40").out == choice["text"]
    # As ids, and among other prompts.
    assert server.text(**{**options, "prompt": ids_of(server, CHATML)}) == choice["text"]
    several = server.complete(**{**options, "prompt": [PROMPT, CHATML]})["choices"]
    assert several[1]["text"] == choice["text"]


def test_completions_may_read_them_as_letters(server):
    letters = server.complete(prompt=CHATML, parse_special=False, max_tokens=8, temperature=0)
    assert letters["usage"]["prompt_tokens"] == LETTERS
    ids = ids_of(server, CHATML, parse_special=False)
    assert len(ids) == LETTERS and IM_START not in ids
    same = server.complete(prompt=ids, max_tokens=8, temperature=0)
    assert same["choices"] == letters["choices"]
    status, _, body = server.request("POST", "/v1/completions",
                                     {"prompt": "a", "parse_special": "no"})
    assert status == 400 and json.loads(body)["error"]["param"] == "parse_special"


def test_tokenize_parses_them_unless_told(server):
    ids = ids_of(server, CHATML)
    assert len(ids) == TOKENS and ids.count(IM_START) == 2 and ids.count(IM_END) == 1
    assert ids_of(server, "<|im_end|>") == ids_of(server, "<|im_end|>", parse_special=True) == [2]
    assert len(ids_of(server, "<|im_end|>", parse_special=False)) > 1
    _, _, body = server.request("POST", "/detokenize", {"tokens": ids})
    assert json.loads(body)["content"] == CHATML


def joined(logprobs: dict, text: str) -> list[str]:
    """The parts of the text that the offsets cut it into."""
    offsets = [*logprobs["text_offset"], len(text)]
    assert offsets[0] == 0 and offsets == sorted(offsets)
    return [text[begin:end] for begin, end in zip(offsets, offsets[1:])]


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("as_ids", [False, True], ids=["text", "ids"])
def test_an_echo_is_the_prompt_as_it_was_sent(server, n, as_ids):
    prompts = [CHATML, "é<|im_end|>😀 <|im_start|>", PROMPT]
    sent = [ids_of(server, prompt) for prompt in prompts] if as_ids else prompts
    options = {"prompt": sent, "n": n, "max_tokens": 4, "seed": 5, "echo": True,
               "ignore_eos": True}
    plain = server.complete(**options)["choices"]
    assert len(plain) == 3 * n
    for choice in plain:
        assert choice["text"].startswith(prompts[choice["index"] // n])
    scored = server.complete(**options, logprobs=0)["choices"]
    assert [choice["text"] for choice in scored] == [choice["text"] for choice in plain]
    for choice in scored:
        prompt = prompts[choice["index"] // n]
        count = len(ids_of(server, prompt))
        parts = joined(choice["logprobs"], choice["text"])
        assert "".join(parts[:count]) == prompt
        for token, part in zip(choice["logprobs"]["tokens"][:count], parts):
            assert token == part or token.startswith("bytes:")
    with server.open_stream(**options, logprobs=0) as stream:
        chunks = [chunk["choices"][0] for chunk in stream.chunks() if chunk["choices"]]
    for choice in scored:
        own = [chunk for chunk in chunks if chunk["index"] == choice["index"]]
        assert "".join(chunk["text"] for chunk in own) == choice["text"]
        for field in ("tokens", "text_offset"):
            streamed = sum((chunk["logprobs"][field] for chunk in own), [])
            assert streamed == choice["logprobs"][field]


def test_an_echo_alone_is_the_prompt(server):
    for prompt in (CHATML, "<|im_end|>", " \x04a"):  # no token stands for the last one's first byte
        assert server.text(prompt=prompt, max_tokens=0, echo=True) == prompt
        answer = server.complete(prompt=prompt, max_tokens=0, echo=True, logprobs=1)["choices"][0]
        assert "".join(joined(answer["logprobs"], prompt)) == answer["text"] == prompt


def test_stop_strings_are_not_looked_for_in_the_prompt(server):
    options = {"prompt": CHATML, "max_tokens": 40, "temperature": 0, "echo": True}
    whole = server.text(**options)
    stops = ["<|im_end|>", "user", "assistant\n"]
    assert server.text(**options, stop=stops) == whole
    assert server.stream_text(**options, stop=stops) == whole
    # Found in the reply, it takes nothing from the prompt.
    assert server.text(**options, stop=[" of France"]) == whole[:whole.rindex(" of France")]


def test_a_reply_shows_no_special_token(server):
    forced = {"prompt": PROMPT, "max_tokens": 1, "temperature": 0,
              "logit_bias": {str(IM_START): 100}}
    assert server.text(**forced) == ""
    assert server.text(**forced, echo=True) == PROMPT


# A checkpoint that wants BOS in front


@pytest.fixture(scope="module")
def with_bos(start_server, tmp_path_factory):
    checkpoint = Checkpoint()
    bos = checkpoint.add_token("<s>", CONTROL)
    checkpoint.add_token("<img>", USER_DEFINED)
    checkpoint.metadata |= {"tokenizer.ggml.bos_token_id": bos,
                            "tokenizer.ggml.add_bos_token": True}
    path = checkpoint.write(tmp_path_factory.mktemp("bos") / "m.gguf")
    server = start_server("-m", path).wait_until_compiled()
    server.bos = bos
    server.model_path = path
    yield server
    assert server.stop() == 0


@pytest.mark.parametrize("prompt,offsets", [
    ("abc", [0, 0, 2]), ("c<s>é", [0, 0, 1, 4, 4]), ("<s>c", [0, 3]), ("<s><s>", [0, 3]),
    ("c<img>", [0, 0, 1]),
])
def test_bos_is_there_once_and_has_no_text_of_its_own(with_bos, rung, prompt, offsets):
    options = {"prompt": prompt, "max_tokens": 2, "temperature": 0, "echo": True,
               "ignore_eos": True}
    answer = with_bos.complete(**options, logprobs=0)
    (choice,) = answer["choices"]
    assert choice["text"].startswith(prompt)
    assert answer["usage"]["prompt_tokens"] == len(offsets)
    assert choice["logprobs"]["tokens"][0] == "<s>"
    assert choice["logprobs"]["text_offset"][:len(offsets)] == offsets
    assert choice["logprobs"]["text_offset"][len(offsets)] == len(prompt)
    assert with_bos.stream_text(**options) == choice["text"]
    # The same ids by every way.
    ids = ids_of(with_bos, prompt, add_special=True)
    assert ids[0] == with_bos.bos and len(ids) == len(offsets)
    result = rung("generate", "-m", with_bos.model_path, "-p", prompt, "-n", "1", "--ignore-eos")
    assert summary(result)[0] == len(offsets)
    # Sent as an id it has its text.
    text = prompt if prompt.startswith("<s>") else "<s>" + prompt
    assert with_bos.text(prompt=ids, max_tokens=0, echo=True) == text


def test_letters_are_no_bos(with_bos):
    ids = ids_of(with_bos, "<s>", add_special=True, parse_special=False)
    assert ids == [with_bos.bos, *ids_of(with_bos, "<s>", parse_special=False)] and len(ids) == 4
    answer = with_bos.complete(prompt="<s><img>", parse_special=False, max_tokens=0, echo=True,
                               logprobs=0)["choices"][0]
    assert answer["text"] == "<s><img>"  # a user-defined token is found all the same
    assert answer["logprobs"]["text_offset"] == [0, 0, 1, 2, 3]
