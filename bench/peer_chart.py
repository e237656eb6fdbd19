"""A comparison as an SVG of bars: one panel per figure, one bar per engine."""

from __future__ import annotations

from xml.sax.saxutils import escape

import peer_report

PANELS = ("decode_1", "decode_8", "prefill_512")
COLOURS = {
    peer_report.RUNG: "#1f6f8b",
    peer_report.PORTABLE: "#99c1ce",
    peer_report.LLAMA: "#d98e4a",
    peer_report.LLAMA_Q4_0: "#b5622a",
    peer_report.OPENVINO: "#7a6ba8",
}
WIDTH = 720
LABEL_WIDTH = 150
BAR_HEIGHT = 20
GAP = 6
PANEL_GAP = 26


def _text(x: float, y: float, text: str, **attributes: str) -> str:
    rest = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{rest}>{escape(text)}</text>'


def _panel(name: str, figures: peer_report.Figures, top: float) -> tuple[list[str], float]:
    """The elements of one panel and where the next begins; nothing for a figure nobody has."""
    bars = []
    for engine in COLOURS:
        summary = peer_report.summarize(figures.get(engine, {}).get(name, []))
        if summary is not None:
            bars.append((engine, summary))
    if not bars:
        return [], top
    title, unit = peer_report.TITLES[name]
    elements = [_text(0, top + 14, f"{title} ({unit})", font_weight="bold")]
    room = WIDTH - LABEL_WIDTH - 70
    scale = room / max(summary.high for _, summary in bars)
    y = top + 24
    for engine, summary in bars:
        middle = y + BAR_HEIGHT / 2
        elements.append(_text(LABEL_WIDTH - 8, middle + 4, engine, text_anchor="end"))
        elements.append(f'<rect x="{LABEL_WIDTH}" y="{y:.1f}" width="{summary.median * scale:.1f}" '
                        f'height="{BAR_HEIGHT}" fill="{COLOURS[engine]}"/>')
        low, high = (LABEL_WIDTH + bound * scale for bound in (summary.low, summary.high))
        elements.append(f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}" stroke="#222"/>')
        elements.append(_text(high + 8, middle + 4, peer_report.number(summary.median)))
        y += BAR_HEIGHT + GAP
    return elements, y + PANEL_GAP - GAP


def draw(figures: peer_report.Figures, subtitle: str) -> str:
    """The whole document. Bars are medians; the line on each reaches from lowest to highest."""
    elements = [_text(0, 14, "SmolLM2-135M on the CPU", font_size="15", font_weight="bold"),
                _text(0, 32, subtitle, fill="#555")]
    top = 52.0
    for name in PANELS:
        panel, top = _panel(name, figures, top)
        elements += panel
    height = top - PANEL_GAP + GAP
    body = "\n".join(elements)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -8 {WIDTH + 24} {height + 16:.0f}" '
            f'font-family="sans-serif" font-size="12">\n'
            f'<rect x="-12" y="-8" width="{WIDTH + 24}" height="{height + 16:.0f}" fill="#fff"/>\n'
            f"{body}\n</svg>\n")
