"""How heavily each source is drawn, how fast the reader learns, and how long, by plan.toml beside this file."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

_PLAN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
RATES: tuple[tuple[int, float], ...] = tuple((tokens, rate) for tokens, rate in _PLAN["rates"])
TOKENS = RATES[-1][0]
"""Where training ends."""
WARMUP_STEPS: int = _PLAN["warmup_steps"]
WEIGHTS: dict[str, float] = _PLAN["weights"]
"""How heavily each source is drawn, in groups."""


def rate_at(step: int, tokens: int) -> float:
    """The learning rate after so many steps and tokens."""
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    for (begin, first), (end, last) in pairwise(RATES):
        if tokens < end:
            return warm * (first + (last - first) * (tokens - begin) / (end - begin))
    return RATES[-1][1]
