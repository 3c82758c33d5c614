"""How far a judge can be believed, measured by what reviewers ruled (agreement: `validation.domain.estimates`).

A response was sound when a reviewer approved it as it stood; every other ruling but a dismissal says that it was not.
A check is compared only where the reviewer said something of it: approving as it stands says that every check holds,
and a mark says which checks the judge got wrong; a ruling with neither says nothing of any check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from validation.domain.estimates.agreement import Measured, counted_kappa, share
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision

BINS = 10
"""Bins of the reliability diagram, each 0.1 wide; the last holds 1.0."""


@dataclass(frozen=True, slots=True)
class RuledVerdict:
    """A decided attempt with its final ruling. `checks` says of each check that applied whether it held, `wrong` names
    those that the reviewer marked."""

    confidence: float
    decision: Decision
    ruling: Ruling
    checks: dict[str, bool] = field(default_factory=dict)
    wrong: frozenset[str] = frozenset()

    @property
    def sound(self) -> bool:
        return self.ruling is Ruling.APPROVE

    @property
    def answered_checks(self) -> dict[str, bool]:
        """Whether each check holds as the reviewer says, for those that the ruling says something of. Who marked one
        check had all of them before the eyes."""
        if self.wrong:
            return {name: holds != (name in self.wrong) for name, holds in self.checks.items()}
        return dict.fromkeys(self.checks, True) if self.sound else {}


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Verdicts with a confidence of `low` up to `high`: how sure the judge was on average, and how often it was right
    to be."""

    low: float
    high: float
    confidence: float
    sound: Measured


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of judge and reviewers on the same verdicts."""

    same: Measured
    kappa: Measured


def says_something(ruling: Ruling) -> bool:
    """A dismissal closes the work and says nothing of the response."""
    return ruling is not Ruling.DISMISS


def reliability(verdicts: Sequence[RuledVerdict]) -> tuple[ReliabilityBin, ...]:
    """Bins that hold something, the lowest first."""
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
    """Approve or not."""
    return _agreement(Counter((one.decision is Decision.APPROVE, one.sound) for one in verdicts))


def check_agreement(verdicts: Sequence[RuledVerdict]) -> Agreement:
    """Each check by itself."""
    return _agreement(
        Counter(
            (one.checks[name], holds)
            for one in verdicts
            if one.sound or one.wrong
            for name, holds in one.answered_checks.items()
        )
    )


def _agreement(table: Mapping[tuple[bool, bool], int]) -> Agreement:
    same = sum(count for (first, second), count in table.items() if first == second)
    return Agreement(share(same, sum(table.values())), counted_kappa(table))
