"""tools/verify_env_docs.py on small trees."""

import subprocess
import sys

import pytest

READER = """constexpr EnvironmentVariable kVariables[] = {
    {"RUNG_ONE", &Environment::one},
    {"HOME", &Environment::home},
};
std::getenv(name);
"""
PAGE = "| variable | meaning |\n|---|---|\n| `RUNG_ONE` | first |\n| `HOME` | yours |\n"


@pytest.fixture
def check(tmp_path, source_dir):
    def run(page=PAGE, source="") -> list[str]:
        for name, text in (("rung/base/environment.cc", READER), ("docs/environment.md", page),
                           ("rung/cli/main.cc", source), ("rung/cli/main_test.cc",
                                                          'getenv("X"); "RUNG_TYPO"')):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        result = subprocess.run(
            [sys.executable, str(source_dir / "tools/verify_env_docs.py"), "--root", str(tmp_path)],
            capture_output=True, text=True)
        findings = result.stdout.splitlines()
        assert result.returncode == (1 if findings else 0), result.stderr
        return findings

    return run


def test_equal(check):
    assert check() == []
    assert check(source='Error("set RUNG_ONE"); RUNG_MACRO(x);  // getenv("X")\n') == []
    assert check(source='Prefixes("RUNG_", "MLXCEL_XLA_");\n') == []


@pytest.mark.parametrize("page,says", [
    (PAGE.replace("| `HOME` | yours |\n", ""), "docs/environment.md:1: no row for HOME"),
    (PAGE + "| `RUNG_TWO` | new |\n", "docs/environment.md:5: RUNG_TWO is not read"),
    (PAGE + "| `HOME` | again |\n", "docs/environment.md:5: a second row for HOME"),
    ("| `HOME` | yours |\n| `RUNG_ONE` | first |\n", "docs/environment.md:1: HOME is out of order"),
])
def test_table_differs(check, page, says):
    findings = check(page=page)
    assert len(findings) == 1
    assert findings[0].startswith(says)


@pytest.mark.parametrize("source,says", [
    ('\nstd::getenv("RUNG_ONE");\n', "rung/cli/main.cc:2: reads the environment"),
    ('\n\nError("unset RUNG_OEN");\n', "rung/cli/main.cc:3: names RUNG_OEN"),
])
def test_sources(check, source, says):
    findings = check(source=source)
    assert len(findings) == 1
    assert findings[0].startswith(says)
