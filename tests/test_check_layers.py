"""tools/check_layers.py on small trees made for each rule, and on this one."""

import subprocess
import sys

import pytest


@pytest.fixture
def check(tmp_path, source_dir):
    def run(files: dict[str, str]) -> list[str]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        result = subprocess.run(
            [sys.executable, str(source_dir / "tools/check_layers.py"), "--root", str(tmp_path)],
            capture_output=True, text=True)
        findings = result.stdout.splitlines()
        assert result.returncode == (1 if findings else 0)
        return findings

    return run


@pytest.mark.parametrize("layer,header", [
    ("hlo", "rung/base/status.h"),
    ("hlo", "rung/hlo/tensor_type.h"),
    ("weights", "rung/tokenizer/tokenizer_spec.h"),
    ("model", "rung/weights/tensor_source.h"),
    ("cli", "rung/base/status.h"),
    ("pjrt", "pjrt_c_api.h"),
    ("ffi", "xla/ffi/api/ffi.h"),
    ("base", "fmt/format.h"),
])
def test_allowed(check, layer, header):
    assert check({f"rung/{layer}/a.cc": f'#include "{header}"\n'}) == []


@pytest.mark.parametrize("layer,header,says", [
    ("base", "rung/hlo/tensor_type.h", "hlo is a higher layer, base may use only itself"),
    ("hlo", "rung/pjrt/client.h", "pjrt is a layer of the same group"),
    ("weights", "rung/chat/template.h", "chat is a layer of the same group"),
    ("model", "rung/runtime/step_runner.h", "runtime is a higher layer"),
    ("engine", "rung/cli/main.h", "cli is a higher layer"),
    ("engine", "rung/misc/a.h", "misc is no layer"),
    ("runtime", "rung/model/fake_test.h", "a test file of another layer"),
    ("model", "pjrt_c_api.h", "only pjrt may"),
    ("kernels", "xla/ffi/api/ffi.h", "only ffi may"),
    ("engine", "boost/asio/io_context.hpp", "only server may"),
    ("server", "boost/beast/http.hpp", "only rung/server/connection.cc may"),
])
def test_refused_with_file_and_line(check, layer, header, says):
    findings = check({f"rung/{layer}/a.cc": f'// first line\n#  include "{header}"\n'})
    assert len(findings) == 1
    assert findings[0].startswith(f"rung/{layer}/a.cc:2: includes {header}: ")
    assert says in findings[0]


def test_test_files_obey_the_same_order(check):
    assert len(check({"rung/base/a_test.cc": '#include "rung/model/program.h"\n'})) == 1


def test_sibling_is_included_from_the_root(check):
    findings = check({"rung/base/a.cc": '#include "a.h"\n', "rung/base/a.h": ""})
    assert findings == ['rung/base/a.cc:1: includes "a.h": write the path from the root, '
                        '"rung/base/..."']


def test_linked_targets_obey_the_same_order(check):
    findings = check({"rung/hlo/CMakeLists.txt":
                      "# not rung::cli\nrung_library(hlo\n  DEPS rung::base rung::engine)\n"})
    assert len(findings) == 1
    assert findings[0].startswith("rung/hlo/CMakeLists.txt:3: links rung::engine: ")


def test_unknown_folder_and_file_outside_every_layer(check):
    findings = check({"rung/misc/a.h": "", "rung/main.cc": ""})
    assert len(findings) == 2
    assert "rung/misc/a.h:1: misc is no layer" in findings[1]
    assert "rung/main.cc:1: stands in no layer" in findings[0]


def test_every_finding_is_printed(check):
    findings = check({"rung/base/a.cc": '#include "rung/hlo/a.h"\n#include "rung/cli/b.h"\n'})
    assert [f.split(": ")[0] for f in findings] == ["rung/base/a.cc:1", "rung/base/a.cc:2"]


def test_this_tree(source_dir):
    result = subprocess.run([sys.executable, str(source_dir / "tools/check_layers.py")],
                            capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "")
