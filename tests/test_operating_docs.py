"""docs/operating.md against the code: every warning has a row, every flag and metric that it names is there."""

import pathlib
import re

import pytest

# A string literal of C++, and several of them one behind the other.
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
# Where a warning is made or handed on. What follows up to the end of the statement is looked at.
MADE = re.compile(r"spdlog::(?:warn|error|critical)\(|\bwarnings_?\.push_back\(|\bnotices\.push_back\("
                  r"|\bnotice\(|\"rung: (?:warning|notice): ")
# Functions that return the text of one.
RETURNS_TEXT = re.compile(r"^(?:std::string|std::optional<std::string>|absl::Status) "
                          r"(?:\w*(?:Warning|Notice)|\w+::Line|ServiceManager::Send)\(",
                          re.MULTILINE)
# Statements that hand on what another place says: what stands behind the "{}" -> where its text is
# found. All of these places are looked at, but for errors: what they say is the row's "...".
HANDED_ON = {
    "warning": "warnings_", "*warning": "a function ...Warning", "path, warning": "warnings",
    "*std::move(warning)": "a function ...Warning", "unknown.warning": "a function ...Warning", "notice": "notices",
    "dropped.Line()": "DroppedBucket::Line", "*line": "VocabularyFlaws::Line",
    "line": "on_dropped", "OnOneLine(line)": "notice(",
    "Message(status)": "an error: of ServiceManager, or that no bucket is left",
}


def sources(root: pathlib.Path):
    for path in sorted(root.glob("rung/**/*.cc")):
        if "testing" not in path.parts and not path.stem.endswith(("_test", "_bench", "_fuzz")):
            yield path, re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)


def statement(text: str, start: int) -> str:
    """From `start` to the `;` that ends the statement, literals with a `;` passed over."""
    return re.match(rf"(?:{LITERAL}|[^;\"])*", text[start:])[0]


def body(text: str, start: int) -> str:
    return text[start:text.index("\n}\n", start)]


def fragments(code: str, formats_only: bool = False) -> list[str]:
    """The longest fixed part of each text in `code`, neighbouring literals taken together."""
    found = []
    for run in re.findall(rf"{LITERAL}(?:\s*{LITERAL})*", code):
        text = "".join(part[1:-1] for part in re.findall(LITERAL, run)).replace('\\"', '"')
        text = text.removeprefix("rung: warning: ").removeprefix("rung: notice: ")
        longest = max(re.split(r"\{[^{}]*\}|\\n", text), key=len).strip(" ;,:()\"=")
        if re.search("[a-z]{4}", longest) and ("{" in text or not formats_only):
            found.append(longest)
    return found


def handed_on(code: str) -> str:
    """What stands behind the format of a statement, or between its parentheses."""
    code = " ".join(code.split())
    behind = code.split('", ', 1) if '", ' in code else code.split("(", 1)
    return behind[1].removesuffix(")")


@pytest.fixture(scope="module")
def page(source_dir) -> str:
    return (source_dir / "docs/operating.md").read_text()


@pytest.fixture(scope="module")
def rows(page) -> str:
    return page.partition("## What each warning means")[2]


def test_every_warning_has_a_row(source_dir, rows):
    missing = []
    for path, text in sources(source_dir):
        parts = [part for match in MADE.finditer(text)
                 for part in fragments(statement(text, match.start()))]
        # The rest of what such a function holds is put into its formats.
        parts += [part for match in RETURNS_TEXT.finditer(text)
                  for part in fragments(body(text, match.start()), formats_only=True)]
        missing += [f"{path.relative_to(source_dir)}: {part}" for part in parts if part not in rows]
    assert missing == [], "add a row to docs/operating.md, with ... for what differs"


def test_no_warning_comes_from_somewhere_unknown(source_dir):
    unknown = []
    for path, text in sources(source_dir):
        for match in MADE.finditer(text):
            code = statement(text, match.start())
            argument = handed_on(code) if not fragments(code) else "warning"
            if argument not in HANDED_ON and not re.match(r"\w*(?:Warning|Notice)\(", argument):
                unknown.append(f"{path.relative_to(source_dir)}: {argument}")
    assert unknown == [], "say in HANDED_ON where its text is found, and see that it has a row"


def test_flags_variables_and_metrics_exist(page, source_dir, rung, server):
    texts = [page, *((source_dir / "deploy" / name).read_text()
                     for name in ("rung.service", "rung.env", "nginx.conf"))]
    help_text = "".join(rung(command, "--help").out for command in ("serve", "buckets", "generate"))
    known = set(re.findall(r"--[a-z][a-z-]+", help_text)) | {"--now", "--what", "--no-deps"}
    named = {flag for text in texts for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)}
    assert sorted(named - known) == []
    environment = (source_dir / "docs/environment.md").read_text()
    variables = {name for text in texts for name in re.findall(r"\b(?:RUNG|MLXCEL)_[A-Z_]+", text)}
    assert sorted(name for name in variables if f"`{name}`" not in environment) == []
    metrics = {key[0] if isinstance(key, tuple) else key for key in server.metrics()}
    named = set(re.findall(r"\b(?:rung|process)_[a-z_]+", page)) - {"rung_test"}
    families = metrics | {name.removesuffix("_bucket") for name in metrics}
    assert sorted(named - families) == []
