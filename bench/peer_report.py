"""What a comparison says: medians, paired ratios, gates and aims, as a table and as JSON.

Pure code: figures come in as lists, one value per round, and nothing is run here.
"""

from __future__ import annotations

import dataclasses
import statistics

# Figures by engine: figures["rung"]["decode_1"] is one value per round; None where it failed.
Figures = dict[str, dict[str, list[float | None]]]

RUNG = "rung"
PORTABLE = "rung portable"
LLAMA = "llama.cpp"
LLAMA_Q4_0 = "llama.cpp Q4_0"
OPENVINO = "OpenVINO GenAI"
MACHINE = "machine"


@dataclasses.dataclass(frozen=True)
class Gate:
    """One row that must hold. `over` is what the figure is divided by, round by round."""

    label: str
    figure: tuple[str, str]
    over: tuple[str, str] | None
    gate: float
    aim: float
    at_least: bool = True
    unit: str = "x"

    def holds(self, value: float, bound: float) -> bool:
        return value >= bound if self.at_least else value <= bound


GATES = (
    Gate("decode, 1 row / llama.cpp, same file", (RUNG, "decode_1"), (LLAMA, "decode_1"), 1.8, 2.3),
    Gate("decode, 1 row / llama.cpp Q4_0", (RUNG, "decode_1"), (LLAMA_Q4_0, "decode_1"), 1.2, 1.5),
    Gate("decode, 1 row / read bandwidth", (RUNG, "weight_read"), (MACHINE, "read"), 0.75, 0.9),
    Gate("decode, 8 rows / llama.cpp Q4_0 at 8", (RUNG, "decode_8"), (LLAMA_Q4_0, "decode_8"), 2.2,
         3.0),
    Gate("prefill 512 / llama.cpp, same file", (RUNG, "prefill_512"), (LLAMA, "prefill_512"), 5.5,
         7.5),
    Gate("prefill 512 / llama.cpp Q4_0", (RUNG, "prefill_512"), (LLAMA_Q4_0, "prefill_512"), 1.9,
         2.5),
    Gate("decode at 32768 / at 256, same live length", (RUNG, "pinned_32768"),
         (RUNG, "pinned_256"), 0.97, 1.0),
    Gate("warm start to first token", (RUNG, "first_token"), None, 0.6, 0.3, False, "s"),
    Gate("peak RSS, generate at 256, warm", (RUNG, "rss_warm"), None, 260, 230, False, "MB"),
    Gate("peak RSS, generate at 256, cold", (RUNG, "rss_cold"), None, 320, 290, False, "MB"),
    Gate("decode beside one loaded core / undisturbed", (RUNG, "decode_busy"),
         (RUNG, "decode_free"), 0.4, 0.5),
)

# What the figures are, in the order of the table: name -> (title, unit).
TITLES = {
    "decode_1": ("decode, 1 row", "tok/s"),
    "decode_8": ("decode, 8 rows in total", "tok/s"),
    "prefill_512": ("prefill, 512 tokens", "tok/s"),
    "decode_free": ("decode, undisturbed", "tok/s"),
    "decode_busy": ("decode, one core loaded", "tok/s"),
    "pinned_256": ("decode pinned to 256", "tok/s"),
    "pinned_32768": ("decode pinned to 32768", "tok/s"),
    "first_token": ("warm start to first token", "s"),
    "rss_warm": ("peak RSS, warm", "MB"),
    "rss_cold": ("peak RSS, cold", "MB"),
    "weight_read": ("weights read while decoding", "GB/s"),
    "read": ("plain read of memory", "GB/s"),
}


@dataclasses.dataclass(frozen=True)
class Summary:
    """The middle of some rounds, and how far they lie apart."""

    median: float
    low: float
    high: float
    rounds: int


def summarize(values: list[float | None]) -> Summary | None:
    """None when no round has a value."""
    present = [value for value in values if value is not None]
    if not present:
        return None
    return Summary(statistics.median(present), min(present), max(present), len(present))


def paired_ratios(top: list[float | None], bottom: list[float | None]) -> list[float | None]:
    """Round by round, since a noisy machine is noisy for both sides of one round."""
    return [a / b if a is not None and b else None for a, b in zip(top, bottom)]


@dataclasses.dataclass(frozen=True)
class Judged:
    """A gate with what was measured; no summary where an engine is missing."""

    gate: Gate
    summary: Summary | None

    @property
    def verdict(self) -> str:
        if self.summary is None:
            return "not measured"
        if self.gate.holds(self.summary.median, self.gate.aim):
            return "aim"
        return "gate" if self.gate.holds(self.summary.median, self.gate.gate) else "MISS"


def judge(figures: Figures, gates: tuple[Gate, ...] = GATES) -> list[Judged]:
    judged = []
    for gate in gates:
        values = figures.get(gate.figure[0], {}).get(gate.figure[1], [])
        if gate.over is not None:
            values = paired_ratios(values, figures.get(gate.over[0], {}).get(gate.over[1], []))
        judged.append(Judged(gate, summarize(values)))
    return judged


def number(value: float) -> str:
    """Three digits that mean something: 1234, 123, 12.3, 1.23."""
    for bound, digits in ((100, 0), (10, 1)):
        if abs(value) >= bound:
            return f"{value:.{digits}f}"
    return f"{value:.2f}"


def grid(rows: list[list[str]], left: int = 1) -> list[str]:
    """Columns as wide as their widest cell, the first `left` of them flush left; Markdown."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def line(row: list[str]) -> str:
        cells = [cell.ljust(width) if i < left else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        return "| " + " | ".join(cells) + " |"

    rule = [("-" * width if i < left else "-" * (width - 1) + ":")
            for i, width in enumerate(widths)]
    return [line(rows[0]), "| " + " | ".join(rule) + " |", *map(line, rows[1:])]


def figure_table(figures: Figures) -> list[str]:
    """Every figure of every engine: median, and the spread over the rounds."""
    rows = [["figure", "engine", "median", "lowest", "highest", "unit", "rounds"]]
    for name, (title, unit) in TITLES.items():
        for engine, of_engine in figures.items():
            summary = summarize(of_engine.get(name, []))
            if summary is not None:
                rows.append([title, engine, number(summary.median), number(summary.low),
                             number(summary.high), unit, str(summary.rounds)])
    return grid(rows, left=2)


def gate_table(judged: list[Judged]) -> list[str]:
    rows = [["gate", "median", "lowest", "highest", "must", "aim", "reached"]]
    for item in judged:
        gate, summary = item.gate, item.summary
        measured = ["", "", ""] if summary is None else [
            number(summary.median), number(summary.low), number(summary.high)]
        bound = "" if gate.at_least else "<= "
        unit = "x" if gate.unit == "x" else f" {gate.unit}"
        rows.append([gate.label, *measured, f"{bound}{number(gate.gate)}{unit}",
                     f"{bound}{number(gate.aim)}{unit}", item.verdict])
    return grid(rows)


def as_json(machine: dict[str, str], versions: dict[str, str], figures: Figures,
            judged: list[Judged]) -> dict:
    gates = []
    for item in judged:
        summary = item.summary and dataclasses.asdict(item.summary)
        gates.append({"label": item.gate.label, "gate": item.gate.gate, "aim": item.gate.aim,
                      "at_least": item.gate.at_least, "unit": item.gate.unit,
                      "measured": summary, "reached": item.verdict})
    return {"machine": machine, "versions": versions, "figures": figures, "gates": gates}


def replace_section(document: str, name: str, lines: list[str]) -> str:
    """`document` with `lines` between its comments "NAME begin" and "NAME end"."""
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    before, found, rest = document.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        raise ValueError(f"no section between {begin} and {end}")
    return "\n".join([before + begin, "", *lines, "", end]) + after
