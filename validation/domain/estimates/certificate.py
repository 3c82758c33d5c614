"""Finds the lowest APPROVE threshold at which the share of wrong approvals is small with high confidence.

Thresholds are tested from the highest down, each with the exact binomial test of "P(wrong | confidence >= threshold)
exceeds what is tolerated"; testing stops at the first that is not rejected. So the chance that the resulting threshold
exceeds the tolerance is at most `error`, for any number of tests (fixed-sequence testing: Angelopoulos et al. 2021;
selective classification with a guarantee: Geifman and El-Yaniv 2017).

The exact test needs answers drawn with equal probability. Otherwise each is kept with probability (smallest tested) /
(its own), by a number derived from its id only: a random sample of a random sample, which is exact again at the cost of
answers. Testing begins at the threshold with enough expected audits to allow for one wrong; that depends on confidences
only, never on answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, islice, takewhile
from math import ceil, inf
from types import MappingProxyType
from typing import NamedTuple

from validation.domain.estimates.reviewer_error import GoldCounts, tolerated_among_answers
from validation.domain.estimates.shares import audits_for_bound, binomial_cdf, upper_bound

STEPS = 100
"""Thresholds are tested in steps of 0.01."""


class NoCertificate(StrEnum):
    """Why there is no certificate."""

    TOO_FEW = "too_few"
    TOO_MANY_WRONG = "too_many_wrong"


@dataclass(frozen=True, slots=True)
class AuditedApproval:
    """`draw` is a number in [0, 1) that depends only on the item."""

    confidence: float
    wrong: bool
    probability: float
    draw: float


@dataclass(frozen=True, slots=True)
class Step:
    """One threshold: `wrong` of `n` audited approvals at or above it were wrong; `bound` is the upper bound of the true
    share. `share_approved` is relative to all approvals, also those below every step. `certified`: it and all tested
    ones above passed."""

    threshold: float
    n: int
    wrong: int
    bound: float
    share_approved: float
    certified: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """`threshold` is None without a certificate, and `reason` says why. `tolerated_answers` is the tested share, below
    `tolerated` if gold items show that reviewers miss errors. `needed` is the number of audits of equal probability at
    or above one threshold that the first test needs; `begins` is the first tested threshold."""

    tolerated: float
    error: float
    tolerated_answers: float
    threshold: float | None
    reason: NoCertificate | None
    needed: int
    steps: tuple[Step, ...]
    begins: Step | None = None

    @property
    def chosen(self) -> Step | None:
        return next((step for step in self.steps if step.threshold == self.threshold), None)


def certify(
    audited: Sequence[AuditedApproval],
    approvals: Mapping[int, int],
    *,
    floor: float,
    tolerated: float,
    error: float,
    answered: float = 1.0,
    gold: GoldCounts | None = None,
    rarest: Mapping[int, float] = MappingProxyType({}),
    drawable: Mapping[int, int] | None = None,
) -> Certificate:
    """`approvals` counts all approvals by hundredth of confidence, `drawable` those that could be drawn (None: all),
    `rarest` is the smallest probability above 0 with which those of a hundredth are drawn, whether any was. Nothing is
    known below `floor`, the highest threshold in force when they were made. `answered` is the share of drawn audits
    with an answer. With enough gold items half of `error` is used for the errors that reviewers miss, otherwise their
    answers are taken as true."""
    limit, risk = tolerated, error
    if gold and gold.is_enough:
        limit, risk = tolerated_among_answers(tolerated, gold, error / 2), error / 2
    needed = audits_for_bound(1, limit, risk) if limit > 0 else 0
    thresholds = range(STEPS, max(1, ceil(floor * STEPS - 1e-9)) - 1, -1)
    samples = list(islice(_samples(audited, rarest), len(thresholds)))
    above = list(accumulate(approvals.get(at, 0) for at in thresholds))
    reached = accumulate((approvals if drawable is None else drawable).get(at, 0) for at in thresholds)
    expected = (n * sample.least * answered for n, sample in zip(reached, samples, strict=True))
    tested = next((place for place, audits in enumerate(expected) if audits >= needed > 0), len(samples))
    passed = takewhile(lambda sample: binomial_cdf(sample.wrong, sample.n, limit) <= risk, samples[tested:])
    certified = range(tested, tested + len(list(passed)))
    every = sum(approvals.values())
    steps = tuple(
        Step(at / STEPS, n, wrong, upper_bound(wrong, n, risk), _share(approved, every), place in certified)
        for place, (at, (n, wrong, _), approved) in enumerate(zip(thresholds, samples, above, strict=True))
    )
    found = [step.threshold for step in steps if step.certified]
    begins = steps[tested] if tested < len(steps) else None
    reason = None if found else NoCertificate.TOO_MANY_WRONG if begins else NoCertificate.TOO_FEW
    return Certificate(tolerated, error, limit, min(found, default=None), reason, needed, steps, begins)


def hundredth_of(confidence: float) -> int:
    """The step that a confidence belongs to, rounded down."""
    return int(confidence * STEPS + 1e-9)


def _share(n: int, of: int) -> float:
    return n / of if of else 0.0


class _Sample(NamedTuple):
    """Of approvals at or above a threshold: the number kept, how many of these are wrong, and the smallest probability
    of all, 0 if there are none."""

    n: int
    wrong: int
    least: float


def _samples(audited: Sequence[AuditedApproval], rarest: Mapping[int, float]) -> Iterator[_Sample]:
    """One sample per threshold, from the highest down, thinned to the rarest draw at or above it."""
    at_hundredth: defaultdict[int, list[AuditedApproval]] = defaultdict(list)
    for one in audited:
        at_hundredth[hundredth_of(one.confidence)].append(one)
    inside: list[AuditedApproval] = []
    least, n, wrong = inf, 0, 0
    for at in range(STEPS, -1, -1):
        more = at_hundredth[at]
        inside += more
        smallest = min((one.probability for one in more), default=inf)
        smallest = min(smallest, rarest.get(at, inf))
        if smallest < least:
            least, n, wrong, more = smallest, 0, 0, inside
        kept = [one for one in more if one.draw * one.probability < least]
        n, wrong = n + len(kept), wrong + sum(one.wrong for one in kept)
        yield _Sample(n, wrong, least if inside else 0.0)
