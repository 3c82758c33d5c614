"""The lowest APPROVE threshold at which the share of wrong approvals is certainly small enough.

Thresholds are tested from the highest down, each with the exact binomial test of "P(wrong | confidence >= threshold) is
above what is tolerated", and testing ends at the first that does not reject it. So the chance that the threshold found
tolerates too much is at most `error`, however many were tested (fixed-sequence testing: Angelopoulos et al. 2021;
selective classification with a guarantee: Geifman and El-Yaniv 2017).

The exact test needs answers that were all drawn with the same probability. Where they were not, each is kept with
probability (smallest among those tested) / (its own), by a number that depends on nothing but its id: a random sample
of a random sample, exact again, at the price of answers. Testing begins where so many audits are expected that one of
them may be wrong; that place follows from confidences alone, never from answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, islice, takewhile
from math import ceil, inf
from typing import NamedTuple

from validation.domain.estimates.reviewer_error import GoldCounts, tolerated_among_answers
from validation.domain.estimates.shares import audits_for_bound, binomial_cdf, upper_bound

STEPS = 100
"""Thresholds are tested at every hundredth."""


class NoCertificate(StrEnum):
    """Why there is none."""

    TOO_FEW = "too_few"
    TOO_MANY_WRONG = "too_many_wrong"


@dataclass(frozen=True, slots=True)
class AuditedApproval:
    """`draw` is a number in [0, 1) that depends on nothing but the item."""

    confidence: float
    wrong: bool
    probability: float
    draw: float


@dataclass(frozen=True, slots=True)
class Step:
    """One threshold: of `n` audited approvals at or above it `wrong` were wrong; `bound` is what the true share is at
    most. `share_approved` is of what is approved now. `certified` when it and every tested one above it passed."""

    threshold: float
    n: int
    wrong: int
    bound: float
    share_approved: float
    certified: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """`threshold` is None without a certificate, with the `reason`. `tolerated_answers` is what was tested: less than
    `tolerated` where gold items say that reviewers miss some. `needed` is how many audits of equal probability at or
    above one threshold the first test takes; `begins` is the first that was tested."""

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
) -> Certificate:
    """`approvals` counts all approvals by hundredth of confidence; nothing is known below `floor`, the highest
    threshold in force while they were made. `answered` is the share of drawn audits that have an answer. With
    enough gold items half of `error` is spent on how many wrong ones reviewers miss, else their answers are
    taken as true."""
    limit, risk = tolerated, error
    if gold and gold.is_enough:
        limit, risk = tolerated_among_answers(tolerated, gold, error / 2), error / 2
    needed = audits_for_bound(1, limit, risk) if limit > 0 else 0
    thresholds = range(STEPS, max(1, ceil(floor * STEPS - 1e-9)) - 1, -1)
    samples = list(islice(_samples(audited), len(thresholds)))
    above = list(accumulate(approvals.get(at, 0) for at in thresholds))
    expected = (n * sample.least * answered for n, sample in zip(above, samples, strict=True))
    tested = next((place for place, audits in enumerate(expected) if audits >= needed > 0), len(samples))
    passed = takewhile(lambda sample: binomial_cdf(sample.wrong, sample.n, limit) <= risk, samples[tested:])
    certified = range(tested, tested + len(list(passed)))
    steps = tuple(
        Step(at / STEPS, n, wrong, upper_bound(wrong, n, risk), _share(approved, above[-1]), place in certified)
        for place, (at, (n, wrong, _), approved) in enumerate(zip(thresholds, samples, above, strict=True))
    )
    found = [step.threshold for step in steps if step.certified]
    begins = steps[tested] if tested < len(steps) else None
    reason = None if found else NoCertificate.TOO_MANY_WRONG if begins else NoCertificate.TOO_FEW
    return Certificate(tolerated, error, limit, min(found, default=None), reason, needed, steps, begins)


def _share(n: int, of: int) -> float:
    return n / of if of else 0.0


class _Sample(NamedTuple):
    """Of the approvals at or above a threshold: how many are kept, how many of those are wrong, and the smallest
    probability among all of them, 0 where there are none."""

    n: int
    wrong: int
    least: float


def _samples(audited: Sequence[AuditedApproval]) -> Iterator[_Sample]:
    """For each threshold from the highest down."""
    at_hundredth: defaultdict[int, list[AuditedApproval]] = defaultdict(list)
    for one in audited:
        at_hundredth[int(one.confidence * STEPS + 1e-9)].append(one)
    inside: list[AuditedApproval] = []
    least, n, wrong = inf, 0, 0
    for at in range(STEPS, -1, -1):
        more = at_hundredth[at]
        inside += more
        smallest = min((one.probability for one in more), default=inf)
        if smallest < least:
            least, n, wrong, more = smallest, 0, 0, inside
        kept = [one for one in more if one.draw * one.probability < least]
        n, wrong = n + len(kept), wrong + sum(one.wrong for one in kept)
        yield _Sample(n, wrong, least if inside else 0.0)
