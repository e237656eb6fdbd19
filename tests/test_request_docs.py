"""docs/request.md names files and what stands in them; each name must be there."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/request.md").read_text()
# `folder/file.cc` `Name` `Name`: the names behind a file stand in it.
FILE = re.compile(r"^[a-z0-9_]+(?:/[a-z0-9_]+)+\.(?:cc|h)$")
NAME = re.compile(r"^k?[A-Z][A-Za-z0-9]+$")


def claims():
    """(file, name) for each name that stands behind a file, (file, None) for a file without one."""
    for line in PAGE.splitlines():
        spans = list(re.finditer(r"`([^`]+)`", line))
        file, end, named = None, 0, True
        for span in spans:
            if FILE.match(span[1]):
                if file and not named:
                    yield file, None
                file, named = span[1], False
            elif file and NAME.match(span[1]) and line[end:span.start()].strip() == "":
                named = True
                yield file, span[1]
            end = span.end()
        if file and not named:
            yield file, None


def test_every_named_file_holds_every_name():
    found = list(claims())
    assert len(found) > 40  # else the page is not read as it is written
    wrong = []
    for file, name in found:
        path = ROOT / "rung" / file
        if not path.is_file():
            wrong.append(f"{file}: no such file")
        elif name and not re.search(rf"\b{name}\b", path.read_text()):
            wrong.append(f"{file}: holds no {name}")
    assert not wrong


def test_the_page_goes_through_every_layer_in_between():
    folders = {file.split("/")[0] for file, _ in claims()}
    assert folders == {
        "api", "base", "cli", "context", "engine", "ffi", "hlo", "kernels", "model", "pjrt",
        "runtime", "server", "tokenizer", "weights",
    }
