"""How heavily each source is drawn, how fast the reader learns, and how long, by plan.toml beside this file."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

_PLAN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
RATES: tuple[tuple[int, float], ...] = tuple((tokens, rate) for tokens, rate in _PLAN["rates"])
TOKENS = RATES[-1][0]
"""Where training ends."""
WARMUP_STEPS: int = _PLAN["warmup_steps"]


def _drawn(stage: dict[str, Any]) -> dict[str, float]:
    every: dict[str, float] = _PLAN["weights"][stage["weights"]] | stage.get("with", {})
    return {name: weight for name, weight in every.items() if name not in stage.get("without", ())}


STAGES = tuple((int(stage["begin"]), _drawn(stage)) for stage in _PLAN["stages"])
"""From how many tokens on each source is drawn how heavily."""


def weights(tokens: int) -> dict[str, float]:
    """After so many tokens."""
    return next(drawn for begin, drawn in reversed(STAGES) if tokens >= begin)


def rate_at(step: int, tokens: int) -> float:
    """The learning rate after so many steps and tokens."""
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    for (begin, first), (end, last) in pairwise(RATES):
        if tokens < end:
            return warm * (first + (last - first) * (tokens - begin) / (end - begin))
    return RATES[-1][1]
