"""What bench/quality.py says: scores pooled over texts, and the gates on them. Pure code."""

from __future__ import annotations

import dataclasses
import math

import peer_report

# The kernel lowering's perplexity may be this far from that of portable f32.
PERPLEXITY_BOUND = 0.007


@dataclasses.dataclass(frozen=True)
class Score:
    """One engine on one text or on all, against portable f32."""

    scored: int
    perplexity: float
    base_perplexity: float
    divergence: float
    divergence_error: float
    same_top: float
    same_top_error: float

    @property
    def off(self) -> float:
        return self.perplexity / self.base_perplexity - 1


def score_from(report: dict) -> Score:
    """Of what `rung perplexity --kl-divergence --json` prints, and llama_scores.py too."""
    return Score(report["scored"], report["perplexity"], report["base_perplexity"],
                 report["mean_kl_divergence"], report["mean_kl_divergence_error"],
                 report["same_top_token"], report["same_top_token_error"])


def pool(scores: list[Score]) -> Score:
    """As one text: means weighted by places, errors as those of independent texts."""
    count = sum(score.scored for score in scores)

    def mean(values: list[float]) -> float:
        return sum(value * score.scored for value, score in zip(values, scores)) / count

    def error(values: list[float]) -> float:
        return math.sqrt(sum((value * score.scored) ** 2
                             for value, score in zip(values, scores))) / count

    return Score(count, math.exp(mean([math.log(s.perplexity) for s in scores])),
                 math.exp(mean([math.log(s.base_perplexity) for s in scores])),
                 mean([s.divergence for s in scores]), error([s.divergence_error for s in scores]),
                 mean([s.same_top for s in scores]), error([s.same_top_error for s in scores]))


def table(scores: dict[str, dict[str, Score]]) -> list[str]:
    """scores[engine][text]; "all" is added here."""
    rows = [["engine", "text", "places", "perplexity", "against f32", "mean KL, nats",
             "same top-1 token"]]
    for engine, by_text in scores.items():
        for text, score in {**by_text, "all": pool(list(by_text.values()))}.items():
            rows.append([engine, text, str(score.scored), f"{score.perplexity:.3f}",
                         f"{score.off * 100:+.2f} %",
                         f"{score.divergence:.5f} ± {score.divergence_error:.5f}",
                         f"{score.same_top * 100:.2f} ± {score.same_top_error * 100:.2f} %"])
    return peer_report.grid(rows, left=2)


def no_worse(name: str, own: float, peer: float, error: float, unit: str) -> tuple[str, bool]:
    """`own` and `peer` as losses: less is better. A difference below the error is none."""
    holds = own - peer <= error
    tie = " (a tie: they differ by less than the standard error)" if holds and own > peer else ""
    return f"{name} no worse than llama.cpp's: {own:.5f}{unit}, {peer:.5f}{unit}{tie}", holds


def verdicts(own: Score, peer: Score | None) -> list[tuple[str, bool]]:
    """Each gate in words, and whether it holds."""
    result = [(f"perplexity within {PERPLEXITY_BOUND * 100:.1f} % of portable f32: "
               f"{own.off * 100:+.2f} %", abs(own.off) <= PERPLEXITY_BOUND)]
    if peer is not None:
        result.append(no_worse("mean KL", own.divergence, peer.divergence,
                               math.hypot(own.divergence_error, peer.divergence_error), " nats"))
        result.append(no_worse("share of other top-1 tokens", 1 - own.same_top, 1 - peer.same_top,
                               math.hypot(own.same_top_error, peer.same_top_error), ""))
    return result
