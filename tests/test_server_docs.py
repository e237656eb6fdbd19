"""docs/server.md against the server: every flag, field, metric and log field stands in it, and what it names is there."""

import json
import pathlib
import re

import pytest
from serving import PROMPT

COMMANDS = ("serve", "generate", "buckets", "bench", "perplexity", "cache", "export")
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


@pytest.fixture(scope="module")
def page(source_dir) -> str:
    return (source_dir / "docs/server.md").read_text()


def section(page: str, heading: str) -> str:
    """From a heading to the next one of any level."""
    _, found, rest = page.partition(f"{heading}\n")
    assert found, f"docs/server.md has no {heading!r}"
    return re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in `text`, without their heads."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split(" | ")]
             for line in text.splitlines() if line.startswith("| ")]
    rules = len(re.findall(r"^\|---", text, re.MULTILINE))
    assert rules, "there is no table"
    return lines[rules:]


def names(cells) -> list[str]:
    return [name for cell in cells for name in re.findall(r"`([\w.]+)`", cell)]


# Flags


def test_flags(page, rung):
    help_texts = {command: rung(command, "--help").out for command in COMMANDS}
    of_serve = set(re.findall(r"^ +(-\S+)", help_texts["serve"], re.MULTILINE))
    of_serve = {flag for group in of_serve for flag in group.split(",")}
    assert {"--port", "-m", "--prefix-cache"} <= of_serve
    words = set(re.findall(r"`(-{1,2}[\w-]+)", page))
    assert sorted(of_serve - words) == [], "name them in a table of docs/server.md"
    known = {flag for text in help_texts.values() for flag in FLAG.findall(text)}
    assert sorted(set(FLAG.findall(page)) - known) == []


# Request fields


def fields_of_parser(source: pathlib.Path) -> set[str]:
    """Every field that the source looks for in a body."""
    text = source.read_text()
    found = set(re.findall(r'(?:Find|Read\w+)\(\s*&?(?:\w+, )?"(\w+)"', text))
    for listed in re.findall(r"for \(const char\* field : \{([^}]*)\}", text):
        found |= set(re.findall(r'"(\w+)"', listed))
    return found


def parts(dotted: list[str]) -> set[str]:
    return {part for name in dotted for part in name.split(".")}


def test_completion_fields(page, source_dir):
    table = names(row[0] for row in rows(section(page, "## Completions")))
    assert len(table) == len(set(table))
    parsed = fields_of_parser(source_dir / "rung/api/completion_request.cc")
    assert {"prompt", "parse_special", "logit_bias", "seed", "user", "logprobs"} <= parsed
    neutral = re.findall(r"`([\w.]+)`", section(page, "### Fields that ask for nothing"))
    assert sorted(parsed - parts(table) - parts(neutral)) == []
    assert sorted(parts(table) - parsed) == []


def test_documented_completion_fields_are_known_to_the_server(page, server):
    """A value of no type it takes is refused for what it is, not as a field that nobody knows."""
    for name in names(row[0] for row in rows(section(page, "## Completions"))):
        body = {"prompt": PROMPT, "max_tokens": 1}
        if "." in name:
            outer, name = name.split(".")
            body |= {"stream": True, outer: {name: {"no": "value"}}}
        else:
            body[name] = {"no": "value"}
        status, _, answer = server.request("POST", "/v1/completions", body)
        error = json.loads(answer)["error"]
        assert status == 400 and error["code"] != "unsupported_parameter", (name, error)
        assert error["param"].endswith(name), (name, error)
    _, _, answer = server.request("POST", "/v1/completions", {"prompt": PROMPT, "no_field": 1})
    assert json.loads(answer)["error"]["param"] == "no_field"


def test_tokenize_fields(page, source_dir):
    parsed = fields_of_parser(source_dir / "rung/api/tokenize.cc") | {"content", "prompt"}
    paths = [row for row in rows(section(page, "## Paths")) if "tokenize`" in row[0]]
    documented = {name for row in paths for name in re.findall(r"[`\"](\w+)[`\"]", row[2])}
    assert sorted(parsed - documented - {"model"}) == []
    assert sorted(documented - parsed) == []


# Metrics


def test_metrics(page, server):
    # Some families are there from the first that is counted.
    server.text(prompt=PROMPT, max_tokens=1)
    assert server.request("POST", "/v1/completions", {})[0] == 400
    text = server.request("GET", "/metrics")[2].decode()
    served = dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.MULTILINE))
    assert len(served) > 40

    def short(name: str) -> str:
        return name.removeprefix("rung_")

    table = rows(section(page, "### Metrics"))
    documented = {}
    for row in table:
        assert len(row) == 3, row
        (name,) = names([row[0]])
        assert short(name) not in documented, f"two rows for {name}"
        documented[short(name)] = row
    assert sorted(set(map(short, served)) - set(documented)) == [], "add a row to docs/server.md"
    assert sorted(set(documented) - set(map(short, served))) == []
    for name, kind in served.items():
        row = documented[short(name)]
        assert row[1] == kind, name
        assert re.search("[a-z]{4}", row[2]), name
        # Each label is named in the row.
        for labels in re.findall(rf"^{name}(?:_bucket)?{{(.*?)}} ", text, re.MULTILINE):
            for label in re.findall(r'(\w+)="', labels):
                assert f"`{label}`" in row[2] or label == "le", (name, label)
    # What else it says of metrics is of metrics that there are.
    families = set(served) | {short(name) for name in served}
    assert sorted(set(re.findall(r"`(rung_\w+)`", page)) - families - {"rung_"}) == []


# The request line


def test_log_fields(page, server, source_dir):
    answer = server.complete(prompt=PROMPT, max_tokens=1)
    line = server.request_line(answer["id"])
    stream = server.open_stream(prompt=PROMPT, max_tokens=4000, ignore_eos=True)
    identity = next(stream.chunks())["id"]
    stream.hang_up()
    cancelled = server.request_line(identity)
    assert "cancelled_by" in cancelled
    text = section(page, "### Log lines")
    documented = names(row[0] for row in rows(text))
    assert sorted((line.keys() | cancelled.keys()) - set(documented)) == []
    assert len(documented) == len(set(documented))
    source = (source_dir / "rung/server/request_log.cc").read_text()
    for field in documented:
        assert f'{{"{field}", ' in source or f'fields["{field}"]' in source, field
    # Fields have the order of the line, and its example has all that a line always has.
    example = re.search(r"^ {4}request (.*)$", text, re.MULTILINE)[1]
    assert [field.split("=")[0] for field in example.split(" ")] == list(line)
    assert [field for field in documented if field in line] == list(line)
