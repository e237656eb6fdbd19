"""`rung bench`: the table and the JSON hold what was asked for."""

import json


def test_json_has_every_case(rung, model):
    args = ("bench", "-m", model, "--json", "--tokens", "4", "--repetitions", "1",
            "--rows", "256", "--rows", "256,512,256", "--prefill", "40", "--depth", "100")
    result = rung(*args)
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert [case["rows"] for case in report["decode"]] == [[256], [256, 256, 512]]
    assert [case["tokens"] for case in report["prefill"]] == [40]
    for case in report["decode"] + report["prefill"]:
        assert case["tokens_per_second"] > 0
    for key in ("client_seconds", "weights_seconds", "compile_seconds", "first_token_seconds"):
        assert report[key] > 0
    # 94 MiB of packed weights at the least, 513 MiB of f32 ones, and the bounds that the program
    # promises.
    assert 90 * 2**20 < report["weight_bytes"] < 98e6
    assert 94 * 2**20 < report["peak_rss_bytes"] < 0.5e9
    portable = json.loads(rung(*args, "--lowering", "portable").out)
    assert 513 * 2**20 < portable["peak_rss_bytes"] < 1.6e9


def test_table(rung, model):
    result = rung("bench", "-m", model, "--tokens", "2", "--repetitions", "1", "--rows", "256",
                  "--prefill", "16")
    assert result.code == 0, result.err
    assert "peak RSS" in result.out and "row capacities" in result.out


def test_refuses(rung, model):
    for args in (("--rows", "0"), ("--rows", "256,"), ("--prefill", "9000"), ("--tokens", "0"),
                 ("--rows", "256", "--depth", "256"), ("--depth", "-1")):
        result = rung("bench", "-m", model, *args)
        assert (result.code, len(result.err_lines)) == (2, 1), result.err
