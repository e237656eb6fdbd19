"""The Makefile and tools/test.sh, with stand-ins for set-up, build and the program."""

import os
import shutil
import subprocess

import pytest

GIVEN = ("BUILD", "FUZZ_SECONDS", "JOBS", "MODEL", "N", "SETUP")
STAGES = ["set-up", "build", "ctest", "pytest", "address", "thread", "fuzz"]

PROGRAM = """#!/bin/bash
printf '%s\\0' "$@" >arguments
echo 'text of the model'
exit $(cat exit_code 2>/dev/null || echo 0)
"""


class Tree:
    def __init__(self, root, source_dir):
        self.root = root
        shutil.copy(source_dir / "Makefile", root)
        (root / "tools").mkdir()
        shutil.copy(source_dir / "tools/test.sh", root / "tools")
        self.script("build/bin/rung", PROGRAM)
        for name in ("setup", "build", "sanitize", "fuzz"):
            self.script(f"tools/{name}.sh", f"#!/bin/sh\necho {name} $*\n")
        self.script("build/test-venv/bin/python", '#!/bin/sh\necho "pytest $*"\n')
        self.script("path/ctest", '#!/bin/sh\necho "ctest $*"\n')

    def script(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def make(self, *args, env=None):
        # Of the `make test` that runs this test, and what stood on its command line.
        outer = {k: v for k, v in os.environ.items()
                 if not k.startswith(("MAKE", "MFLAGS", "RUN_", "RUNG_", "PROMPT")) and k not in GIVEN}
        outer["PATH"] = f"{self.root / 'path'}:{outer['PATH']}"
        return subprocess.run(["make", *args], cwd=self.root, env={**outer, **(env or {})},
                              capture_output=True, text=True)

    def arguments(self):
        return (self.root / "arguments").read_text().split("\0")[:-1]


@pytest.fixture
def tree(tmp_path, source_dir):
    return Tree(tmp_path, source_dir)


def test_bare_make_lists_the_targets(tree):
    result = tree.make()
    assert result.returncode == 0
    for target in ("run", "test", "test-long", "bench", "verify-env-var-docs", "format", "clean"):
        assert f"\n  {target} " in result.stdout


def test_run_has_the_text_alone_on_stdout(tree):
    result = tree.make("run")
    assert result.returncode == 0
    assert result.stdout == "text of the model\n"
    assert "setup build run\nbuild build -j" in result.stderr
    assert tree.arguments() == [
        "generate", "-m", "build/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf",
        "-p", "The capital of France is", "-n", "32"]


@pytest.mark.parametrize("prompt", [
    "it's \"quoted\"", "$HOME and $$ and ${PATH}", "$(shell touch harmed)", "`touch harmed`",
    "two\nlines\n\n", "a # b = c \\ d ; e | f", "日本語 😀", "-n", "", "back\\slash \\n",
])
@pytest.mark.parametrize("way", ["argument", "environment"])
def test_prompt_passes_through_unharmed(tree, prompt, way):
    if way == "argument":
        result = tree.make("run", f"PROMPT={prompt}", "N=5")
    else:
        result = tree.make("run", "N=5", env={"PROMPT": prompt})
    assert result.returncode == 0, result.stderr
    assert tree.arguments()[3:] == ["-p", prompt, "-n", "5"]
    assert not (tree.root / "harmed").exists()


def test_leading_blanks_pass_through_the_environment(tree):
    tree.make("run", env={"PROMPT": "  two blanks"})
    assert tree.arguments()[4] == "  two blanks"


def test_run_fails_when_the_program_does(tree):
    (tree.root / "exit_code").write_text("2")
    assert tree.make("run").returncode != 0


def test_setup_skip_reaches_the_script(tree):
    assert "setup build run --skip-apt" in tree.make("run", "SETUP=skip").stderr
    assert "setup build test --skip-apt" in tree.make("test", "SETUP=skip").stdout


def stages(result):
    return [line[3:] for line in result.stdout.splitlines() if line.startswith("== ")]


def test_test_runs_every_stage_and_ends_with_their_seconds(tree):
    result = tree.make("test")
    assert result.returncode == 0, result.stderr
    assert stages(result) == STAGES
    summary = result.stdout.splitlines()[-1 - len(STAGES):]
    assert [line.split()[0] for line in summary] == [*STAGES, "total"]
    assert all(line.endswith(" s") for line in summary)
    assert "-LE long" in result.stdout
    assert "-m not long" in result.stdout
    for command in ("sanitize address build-asan", "sanitize thread build-tsan", "fuzz build-fuzz"):
        assert f"\n{command} " in result.stdout


def test_long_tests_are_picked_by_label_and_marker(tree):
    result = tree.make("test-long")
    assert "-L long" in result.stdout
    assert "-m long" in result.stdout
    assert stages(result) == ["set-up", "build", "ctest", "pytest", "portable"]


@pytest.mark.parametrize("script,ran", [
    ("tools/setup.sh", ["set-up"]),
    ("tools/build.sh", ["set-up", "build"]),
    ("path/ctest", ["set-up", "build", "ctest"]),
    ("build/test-venv/bin/python", ["set-up", "build", "ctest", "pytest"]),
    ("tools/sanitize.sh", STAGES[:5]),
    ("tools/fuzz.sh", STAGES),
])
def test_first_failing_stage_ends_the_run_with_a_summary(tree, script, ran):
    tree.script(script, "#!/bin/sh\nexit 3\n")
    result = tree.make("test")
    assert result.returncode != 0
    assert stages(result) == ran
    lines = result.stdout.splitlines()
    assert lines[-1] == f"FAILED in stage {ran[-1]} (exit code 3)"
    assert [line.split()[0] for line in lines[-2 - len(ran):-1]] == [*ran, "total"]
