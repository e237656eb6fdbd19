"""What a reply's text is and where it ends, and what clients of other servers send with it."""

import json
import re

import pytest
from serving import PROMPT


@pytest.mark.parametrize("tail", [b"\0", b"\0rubbish", b" \0{}"], ids=["nul", "rubbish", "object"])
def test_nothing_follows_a_body(server, tail):
    body = b'{"prompt":"a","max_tokens":1}'
    for path, content in (("/v1/completions", body), ("/tokenize", b'{"content":"a"}'),
                          ("/detokenize", b'{"tokens":[64]}')):
        assert server.request("POST", path, content + b" \r\n\t")[0] == 200
        status, _, answer = server.request("POST", path, content + tail)
        assert status == 400, path
        assert "NUL" in json.loads(answer)["error"]["message"]


def test_stop_strings_wait_for_min_tokens(server, rung, model):
    """As stop tokens do: what ends in the text of the first min_tokens tokens is text."""
    options = {"prompt": PROMPT, "max_tokens": 48, "temperature": 0}
    whole = server.text(**options)
    assert whole.startswith(" Paris")
    assert server.text(**options, stop=["ris"]) == " Pa"
    for min_tokens in (1, 2, 16):
        for stop in ("ris", "a", " the"):
            stopping = {**options, "stop": [stop], "min_tokens": min_tokens}
            answer = server.complete(**stopping)
            text = answer["choices"][0]["text"]
            assert whole.startswith(text)
            assert answer["usage"]["completion_tokens"] >= min_tokens
            if answer["choices"][0]["finish_reason"] == "stop":
                assert answer["usage"]["completion_tokens"] > min_tokens
                assert whole[len(text):].startswith(stop)
            else:
                assert text == whole
            assert server.stream_text(**stopping) == text
    told = rung("generate", "-m", model, "-p", PROMPT, "-n", "48", "--min-tokens", "16", "-r", "a")
    assert told.code == 0, told.err
    assert told.out == server.text(**options, stop="a", min_tokens=16)


def test_min_tokens_need_room(rung, model):
    result = rung("generate", "-m", model, "-p", PROMPT, "-n", "8", "--min-tokens", "9")
    assert result.code == 2 and "--min-tokens 9" in result.err


def test_an_echo_and_its_reply_are_one_text(server):
    def post(path, body):
        return json.loads(server.request("POST", path, body)[2])

    tokens = post("/tokenize", {"content": "I feel 😀", "with_pieces": True})["tokens"]
    ids = [token["id"] for token in tokens]
    pieces = [bytes(token["piece"]) if isinstance(token["piece"], list)
              else token["piece"].encode() for token in tokens]
    before = [b"".join(pieces[:i]) for i in range(len(pieces))]
    assert pieces[-1][0] & 0xc0 == 0x80, "the last token must end a character and not begin it"
    options = {"prompt": ids[:-1], "logit_bias": {str(ids[-1]): 100}, "max_tokens": 1,
               "temperature": 0}
    for extra in ({}, {"n": 2}, {"logprobs": 1}):
        echoed = {**options, **extra, "echo": True}
        answer = server.complete(**echoed)
        assert [choice["text"] for choice in answer["choices"]] == ["I feel 😀"] * len(
            answer["choices"])
        with server.open_stream(**echoed) as stream:
            parts = [chunk["choices"][0] for chunk in stream.chunks() if chunk["choices"]]
        text = "".join(part["text"] for part in parts if part["index"] == 0)
        assert text == "I feel 😀"
        if "logprobs" in extra:
            offsets = answer["choices"][0]["logprobs"]["text_offset"]
            assert sum((part["logprobs"]["text_offset"] for part in parts), []) == offsets
            assert offsets == [len(text.decode(errors="ignore")) for text in before]
    assert server.text(**{**options, "max_tokens": 0}, echo=True) == "I feel \ufffd"
    assert set(server.text(**options)) == {"\ufffd"}  # alone it is no character
    assert post("/detokenize", {"tokens": ids})["content"] == "I feel 😀"


# What clients of other servers send along, and what asks for nothing.
NEUTRAL = {
    "best_of": 1, "suffix": "", "logprobs": False, "use_beam_search": False, "tools": [],
    "skip_special_tokens": True, "spaces_between_special_tokens": True, "length_penalty": 1.0,
    "response_format": {"type": "text"}, "tool_choice": "none", "stream_options": {},
    "service_tier": "auto", "store": False, "metadata": {}, "functions": [], "mirostat": 0,
    "mirostat_tau": 5.0, "typical_p": 1.0, "tfs_z": 1, "grammar": "", "lora": [], "id_slot": -1,
    "cache_prompt": True, "early_stopping": False, "include_stop_str_in_output": False,
    "add_special_tokens": True, "detokenize": True, "bad_words": [], "prompt_logprobs": None,
    "logit_bias": {}, "priority": 0, "return_tokens_as_token_ids": False, "repeat_penalty": 1.0,
    "repeat_last_n": 64, "dry_multiplier": 0, "xtc_probability": 0, "dynatemp_range": 0,
    "n_probs": 0, "n_keep": 0, "do_sample": True, "user": "me", "prompt_cache_key": "mine",
}


def test_what_asks_for_nothing_is_as_absent(server):
    options = {"prompt": PROMPT, "max_tokens": 4, "temperature": 0}
    plain = server.complete(**options)["choices"]
    assert server.complete(**options, **NEUTRAL)["choices"] == plain
    for field, value in NEUTRAL.items():
        assert server.request("POST", "/v1/completions", {**options, field: value})[0] == 200, field


def test_the_documented_fields_are_those_of_the_table(source_dir):
    source = (source_dir / "rung/api/neutral_fields.cc").read_text()
    table = set(re.findall(r'^    \{"(\w+)", ', source, re.MULTILINE))
    assert len(table) > 100
    section = (source_dir / "docs/server.md").read_text()
    section = section[section.index("### Fields that ask for nothing"):]
    section = section[:section.index("\n## ")]
    documented = set(re.findall(r"`(\w+)`", section.replace('"', "`")))
    assert table - documented == set()


def test_numbers_are_what_they_are_worth(server):
    def count(max_tokens):
        body = '{"prompt":"%s","ignore_eos":true,"max_tokens":%s}' % (PROMPT, max_tokens)
        status, _, answer = server.request("POST", "/v1/completions", body)
        if status == 200:
            return json.loads(answer)["usage"]["completion_tokens"]
        error = json.loads(answer)["error"]
        assert status == 400 and ("max_tokens" in error["message"] or max_tokens == "1e400")
        return None

    assert [count(n) for n in ("16.0", "1e1", "-0.0")] == [16, 10, 0]
    assert {count(n) for n in ("1.5", "1e400", "1e30", "9007199254740993.0", "-1.0")} == {None}


def test_top_p_0_is_the_likeliest(server, rung, model):
    greedy = server.text(prompt=PROMPT, max_tokens=8, temperature=0)
    assert server.text(prompt=PROMPT, max_tokens=8, temperature=1.5, top_p=0, seed=3) == greedy
    args = ("generate", "-m", model, "-p", PROMPT, "-n", "8", "--temp", "1.5", "--top-p", "0")
    assert rung(*args).out == greedy


def test_seed_minus_1_is_drawn_anew(server, rung, model):
    def seed(**body):
        answer = server.complete(prompt=PROMPT, max_tokens=1, **body)
        return server.request_line(answer["id"])["seed"]

    drawn = {seed(seed=-1), seed(seed=-1), seed(), seed(seed=-1.0)}
    assert len(drawn) == 4 and all(int(one) < 2**32 for one in drawn)
    assert seed(seed=-2) == str(2**64 - 2)
    args = ("generate", "-m", model, "-p", PROMPT, "-n", "32", "--temp", "2", "--seed")
    assert rung(*args, "-1").out != rung(*args, "-1").out
    assert rung(*args, "-2").out == rung(*args, str(2**64 - 2)).out


@pytest.mark.parametrize("letters", range(76, 83))
def test_messages_hold_whole_characters(server, letters):
    name = "x" * letters + "\uaaaa😀" * 40
    for body, status in (({"prompt": "a", name: 1}, 400), ({"prompt": "a", "model": name * 3}, 404),
                         ({"prompt": "a", "stop": name}, 200), ({"prompt": name, "n": name}, 400),
                         ('{"prompt":"%s' % name, 400), ('{"%s":1,"%s":2}' % (name, name), 400)):
        if isinstance(body, dict):
            body = {**body, "max_tokens": 1}
        got, _, answer = server.request("POST", "/v1/completions", body)
        assert got == status, answer
        text = answer.decode()
        assert status == 200 or "\ufffd" not in text and "\\ufffd" not in text, text
