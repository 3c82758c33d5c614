"""A made-up world of audits with known truth, for `benchmarks.trust`: 100,000 attempts, a judge who is surer than it is
right, eight reviewers of whom some let errors pass and some see errors everywhere, and audits of 2 %."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool]
Floats = NDArray[np.float64]
ATTEMPTS = 100_000
APPROVE = 0.80
SURE = 0.95
RATES = {"unsure approval": 0.03, "sure approval": 0.015, "held": 0.02}
"""Chance of an audit by route and confidence band."""
EQUAL_RATE = 0.02
UNEVEN_RATES = {"unsure approval": 0.003, "sure approval": 0.03}
"""Where few answers stand for most of what is wrong."""
SECOND_OPINIONS = 0.3
UNANSWERED = 0.1
GOLD_WRONG, GOLD_RIGHT = 200, 400
MISSED = np.array([0.03, 0.05, 0.08, 0.10, 0.15, 0.20, 0.25, 0.30])
"""Of each reviewer: the chance to call a wrong response right."""
ALARMED = np.array([0.030, 0.020, 0.015, 0.010, 0.010, 0.005, 0.005, 0.002])
"""Of each reviewer: the chance to call a right response wrong."""
CHECK_MISSED, CHECK_ALARMED = 0.3, 0.02


@dataclass(frozen=True, slots=True)
class World:
    """`wrong` is what nobody knows. `first`, `second` and `settled` are what people call wrong, or would: one person,
    an independent second, and after a third where they differ. Only the `audited` ones are ever asked, and only the
    `doubled` ones twice. `broken` and `failed` are a check as people and as the judge see it."""

    confidence: Floats
    wrong: Flags
    first: Flags
    second: Flags
    settled: Flags
    failed: Flags
    broken: Flags
    probability: Floats
    audited: Flags
    audited_equally: Flags
    audited_unevenly: Flags
    doubled: Flags
    thinning: Floats
    gold_caught: int
    gold_passed: int

    @property
    def approved(self) -> Flags:
        return self.confidence >= APPROVE

    @property
    def uneven(self) -> Floats:
        """The chance of an audit for `audited_unevenly`, of approvals."""
        return _uneven(self.confidence)


def make_world(seed: int, *, constant: float | None = None) -> World:
    """`constant` makes every approval wrong with that probability, whatever its confidence: the hardest case for a
    certificate."""
    draw = np.random.default_rng(seed)
    sure = draw.random(ATTEMPTS) < 0.7
    confidence = np.where(sure, draw.beta(18, 1.2, ATTEMPTS), draw.beta(4, 2.5, ATTEMPTS))
    chance = 0.6 * (1 - confidence) ** 1.2 + 0.002 if constant is None else np.full(ATTEMPTS, constant)
    wrong = draw.random(ATTEMPTS) < chance
    first, second, third = (_answers(draw, wrong) for _ in range(3))
    doubled = draw.random(ATTEMPTS) < SECOND_OPINIONS
    broken = first & (draw.random(ATTEMPTS) < 0.8)
    failed = np.where(broken, draw.random(ATTEMPTS) > CHECK_MISSED, draw.random(ATTEMPTS) < CHECK_ALARMED)
    band = np.where(confidence >= SURE, RATES["sure approval"], RATES["unsure approval"])
    probability = np.where(confidence >= APPROVE, band, RATES["held"])
    return World(
        confidence=confidence,
        wrong=wrong,
        first=first,
        second=second,
        settled=np.where(doubled, np.where(first == second, first, third), first),
        failed=failed,
        broken=broken,
        probability=probability,
        doubled=doubled,
        **_audits(draw, confidence, probability),
    )


def redraw(world: World, seed: Sequence[int]) -> World:
    """The same attempts, people and answers; audits and gold items drawn anew."""
    return replace(world, **_audits(np.random.default_rng(seed), world.confidence, world.probability))


def _uneven(confidence: Floats) -> Floats:
    return np.where(confidence >= SURE, UNEVEN_RATES["sure approval"], UNEVEN_RATES["unsure approval"])


def _audits(draw: np.random.Generator, confidence: Floats, probability: Floats) -> dict[str, Any]:
    answered = draw.random(ATTEMPTS) >= UNANSWERED
    reviewers = draw.integers(len(MISSED), size=GOLD_WRONG + GOLD_RIGHT)
    return {
        "audited": (draw.random(ATTEMPTS) < probability) & answered,
        "audited_equally": (draw.random(ATTEMPTS) < EQUAL_RATE) & answered,
        "thinning": draw.random(ATTEMPTS),
        "gold_caught": int((draw.random(GOLD_WRONG) >= MISSED[reviewers[:GOLD_WRONG]]).sum()),
        "gold_passed": int((draw.random(GOLD_RIGHT) >= ALARMED[reviewers[GOLD_WRONG:]]).sum()),
        "audited_unevenly": (draw.random(ATTEMPTS) < _uneven(confidence)) & answered,
    }


def _answers(draw: np.random.Generator, wrong: Flags) -> Flags:
    """What one person, drawn for each item, calls wrong."""
    person = draw.integers(len(MISSED), size=len(wrong))
    luck = draw.random(len(wrong))
    return np.where(wrong, luck >= MISSED[person], luck < ALARMED[person])
