"""How well a judge is calibrated, measured by reviewers' rulings (agreement: `validation.domain.estimates`).

A response was sound if a reviewer approved it unchanged; any other ruling except a dismissal means it was not. A check
is compared only if the ruling implies an answer: approving unchanged confirms every check, and marks name the checks
the judge got wrong; other rulings imply nothing about checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from validation.domain.estimates.agreement import MeasuredValue, counted_kappa, share
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision

BINS = 10
"""Bins of the reliability diagram, each 0.1 wide; the last includes 1.0."""


@dataclass(frozen=True, slots=True)
class RuledVerdict:
    """A decided attempt with its final ruling. `checks` maps applicable checks to whether they held, `wrong` are those
    that the reviewer marked, of the checks `seen` if these were of an earlier judgement."""

    confidence: float
    decision: Decision
    ruling: Ruling
    checks: dict[str, bool] = field(default_factory=dict)
    wrong: frozenset[str] = frozenset()
    seen: dict[str, bool] | None = None

    @property
    def sound(self) -> bool:
        return self.ruling is Ruling.APPROVE

    @property
    def answered_checks(self) -> dict[str, bool]:
        """Whether each check holds according to the reviewer, if the ruling implies it. A reviewer who marked one check
        is assumed to have considered all."""
        if self.wrong:
            seen = self.checks if self.seen is None else self.seen
            return {name: holds != (name in self.wrong) for name, holds in seen.items()}
        return dict.fromkeys(self.checks, True) if self.sound else {}


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Verdicts with a confidence from `low` up to `high`: their mean `confidence`, and the share that was sound."""

    low: float
    high: float
    confidence: float
    sound: MeasuredValue


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of judge and reviewers on the same verdicts."""

    same: MeasuredValue
    kappa: MeasuredValue


def says_something(ruling: Ruling) -> bool:
    """False for a dismissal, which closes the intervention without judging the response."""
    return ruling is not Ruling.DISMISS


def reliability(verdicts: Sequence[RuledVerdict]) -> tuple[ReliabilityBin, ...]:
    """The non-empty bins, lowest first."""
    bins: list[list[RuledVerdict]] = [[] for _ in range(BINS)]
    for verdict in verdicts:
        bins[min(int(verdict.confidence * BINS + 1e-9), BINS - 1)].append(verdict)
    return tuple(
        ReliabilityBin(
            low=at / BINS,
            high=(at + 1) / BINS,
            confidence=sum(one.confidence for one in inside) / len(inside),
            sound=share(sum(one.sound for one in inside), len(inside)),
        )
        for at, inside in enumerate(bins)
        if inside
    )


def decision_agreement(verdicts: Sequence[RuledVerdict]) -> Agreement:
    """Agreement on whether to approve."""
    return _agreement(Counter((one.decision is Decision.APPROVE, one.sound) for one in verdicts))


def check_agreement(verdicts: Sequence[RuledVerdict]) -> Agreement:
    """Agreement over all single checks."""
    return _agreement(
        Counter(
            (one.checks[name], holds)
            for one in verdicts
            if one.sound or one.wrong
            for name, holds in one.answered_checks.items()
            if name in one.checks
        )
    )


def _agreement(table: Mapping[tuple[bool, bool], int]) -> Agreement:
    same = sum(count for (first, second), count in table.items() if first == second)
    return Agreement(share(same, sum(table.values())), counted_kappa(table))
