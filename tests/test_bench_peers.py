"""The pure parts of bench/: what a comparison computes and draws. No engine is installed or run."""

import json
import math
import sys
import xml.etree.ElementTree

import pytest

from conftest import SOURCE_DIR

sys.path.insert(0, str(SOURCE_DIR / "bench"))

import peer_chart  # noqa: E402
import peer_engines  # noqa: E402
import peer_env  # noqa: E402
import peer_report  # noqa: E402
import peers  # noqa: E402
import quality_report  # noqa: E402
from peer_report import LLAMA, LLAMA_Q4_0, MACHINE, RUNG  # noqa: E402

FIGURES = {
    RUNG: {"decode_1": [400.0, 300.0, None], "weight_read": [40.0, 30.0, None],
           "first_token": [0.2, 0.7, 0.5]},
    LLAMA: {"decode_1": [200.0, 100.0, 50.0]},
    MACHINE: {"read": [50.0, 50.0, 50.0]},
}


def test_summaries_skip_rounds_that_failed():
    assert peer_report.summarize([3.0, None, 1.0, 2.0]) == peer_report.Summary(2.0, 1.0, 3.0, 3)
    assert peer_report.summarize([None, None]) is None
    assert peer_report.summarize([]) is None


def test_ratios_are_of_one_round():
    assert peer_report.paired_ratios([4.0, None, 6.0], [2.0, 2.0, None]) == [2.0, None, None]
    assert peer_report.paired_ratios([], [1.0]) == []


def judged(figures):
    return {item.gate.label: item for item in peer_report.judge(figures)}


def test_gates():
    items = judged(FIGURES)
    same_file = items["decode, 1 row / llama.cpp, same file"]
    assert same_file.summary == peer_report.Summary(2.5, 2.0, 3.0, 2)
    assert same_file.verdict == "aim"
    assert items["decode, 1 row / read bandwidth"].verdict == "MISS"  # 0.7
    assert items["warm start to first token"].verdict == "gate"  # 0.5 s: less is better
    assert items["decode, 1 row / llama.cpp Q4_0"].verdict == "not measured"


@pytest.mark.parametrize("value, text", [(1234.4, "1234"), (99.94, "99.9"), (4.126, "4.13"),
                                         (0.0, "0.00")])
def test_numbers(value, text):
    assert peer_report.number(value) == text


def test_tables_are_markdown():
    for lines in (peer_report.gate_table(peer_report.judge(FIGURES)),
                  peer_report.figure_table(FIGURES)):
        assert len({line.count("|") for line in lines}) == 1
        assert len({len(line) for line in lines}) == 1
        assert set(lines[1]) <= set("|-: ")
    text = peers.text_of({"processor": "P"}, {"rung": "abc"}, FIGURES, peer_report.judge(FIGURES))
    assert text.startswith("processor P, rung abc\n\n| gate")
    assert "| decode, 1 row" in text and "not measured" in text


def test_a_section_of_a_document_is_replaced():
    document = "a\n<!-- peers begin -->\nold\n<!-- peers end -->\nb\n"
    new = peer_report.replace_section(document, "peers", ["x", "y"])
    assert new == "a\n<!-- peers begin -->\n\nx\ny\n\n<!-- peers end -->\nb\n"
    assert peer_report.replace_section(new, "peers", ["x", "y"]) == new
    with pytest.raises(ValueError):
        peer_report.replace_section(document, "quality", [])


def test_json_holds_every_figure():
    report = peer_report.as_json({"cores": "2"}, {"rung": "x"}, FIGURES,
                                 peer_report.judge(FIGURES))
    report = json.loads(json.dumps(report))
    assert report["figures"] == FIGURES
    assert [gate["label"] for gate in report["gates"]] == [g.label for g in peer_report.GATES]
    assert report["gates"][0]["measured"]["median"] == 2.5


def test_chart_is_xml_with_a_bar_for_each_engine():
    figures = {RUNG: {"decode_1": [400.0, 420.0]}, LLAMA_Q4_0: {"decode_1": [200.0]},
               "a & b": {"decode_1": [1.0]}}
    root = xml.etree.ElementTree.fromstring(peer_chart.draw(figures, "5 < 6 & 7"))
    bars = [node for node in root.iter() if node.tag.endswith("rect")][1:]
    assert len(bars) == 2
    widths = [float(bar.get("width")) for bar in bars]
    assert widths[0] / widths[1] == pytest.approx(410 / 200, rel=0.01)
    assert any(node.text == "5 < 6 & 7" for node in root.iter())


def test_batched_bench_output():
    line = json.dumps({"pl": 8, "speed_tg": 386.5})
    assert peer_engines.batched_rate(f"noise\n{line}\n") == 386.5
    with pytest.raises(peer_engines.RunError):
        peer_engines.batched_rate("nothing")


def test_rounds_go_on_when_a_part_fails(capsys):
    calls = []

    def fails_once():
        calls.append(1)
        if len(calls) == 1:
            raise peer_engines.RunError("llama-bench failed")
        return {"decode_1": float(len(calls))}

    figures = peers.run_rounds([(LLAMA, fails_once), (RUNG, lambda: {"decode_1": 9.0})], 2)
    assert figures == {LLAMA: {"decode_1": [None, 2.0]}, RUNG: {"decode_1": [9.0, 9.0]}}
    assert "round 1: llama-bench failed" in capsys.readouterr().err


def test_programs_that_fail_are_one_line(tmp_path):
    for command, text in ((["false"], "false failed with exit code 1: no output"),
                          ([tmp_path / "none"], "does not start")):
        with pytest.raises(peer_engines.RunError) as error:
            peer_engines.run(command)
        assert text in str(error.value) and "\n" not in str(error.value)


def test_an_engine_that_cannot_be_installed_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(peer_env.shutil, "which", lambda tool: None)
    options = peers.read_arguments(["--engines", "llama.cpp", "--env", str(tmp_path / "env")])
    environment = peer_env.PeerEnvironment(options.env, peers.say)
    assert peers.install(options, environment) == set()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and "without llama.cpp: llama.cpp is built from source" in lines[1]
    # What is there already is used again, without a word.
    (tmp_path / "env/openvino-genai_2026.4.1.0.installed").touch()
    options.engines = ["openvino"]
    assert peers.install(options, environment) == {"openvino"}
    assert capsys.readouterr().err == ""


def test_last_error():
    assert peer_env.last_error("a\nERROR: no such version\nbye\n") == "ERROR: no such version"
    assert peer_env.last_error("a\nb\n\n") == "b"
    assert peer_env.last_error("") == "no output"


def test_arguments_are_checked(capsys):
    for arguments in (["--engines", "rung,other"], ["--runs", "0"], ["--threads", "0"]):
        with pytest.raises(SystemExit):
            peers.read_arguments(arguments)
    assert "other is not one of" in capsys.readouterr().err


def score(scored, perplexity, base=10.0, divergence=0.01, same_top=0.95):
    return quality_report.Score(scored, perplexity, base, divergence, 0.001, same_top, 0.01)


def test_quality_is_pooled_by_places():
    pooled = quality_report.pool([score(100, 10.0, divergence=0.01),
                                  score(300, 20.0, divergence=0.03)])
    assert pooled.scored == 400
    assert pooled.perplexity == pytest.approx(math.exp(0.25 * math.log(10) + 0.75 * math.log(20)))
    assert pooled.divergence == pytest.approx(0.025)
    assert pooled.divergence_error == pytest.approx(0.001 * math.hypot(100, 300) / 400)


def test_quality_gates():
    own = score(100, 10.05)
    assert [holds for _, holds in quality_report.verdicts(own, None)] == [True]
    assert not quality_report.verdicts(score(100, 10.08), None)[0][1]
    assert not quality_report.verdicts(score(100, 9.92), None)[0][1]
    peer = score(100, 10.0, divergence=0.008, same_top=0.94)
    assert [holds for _, holds in quality_report.verdicts(own, peer)] == [True, False, True]
    tied = quality_report.verdicts(own, score(100, 10.0, divergence=0.009))[1]
    assert tied[1] and "a tie" in tied[0]
    lines = quality_report.table({"rung": {"english": own, "code": own}})
    assert len(lines) == 5 and "+0.50 %" in lines[-1]
