"""Compares two judges, prompts or policies over the same cases: how often each is right, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import MeasuredValue, kappa, share
from validation.domain.estimates.shares import binomial_cdf, percentile
from validation.domain.operations.cost import Cost, total
from validation.domain.verdict import Decision

HALT = "HALT"
RECORDED = "recorded"
"""The side that consists of the judgements in force."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one side on a case. `decision` is HALT if it could not judge; `checks` maps names to states;
    `seconds` and `tokens` are None if nobody measured them, `cost` without prices."""

    decision: str
    seconds: float | None = None
    tokens: int | None = None
    cost: Cost | None = None
    confidence: float | None = None
    checks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """`sound`: people would have approved; `truth` is their decision, empty if only `sound` is known; `truth_checks`
    maps checks to right or wrong."""

    sound: bool
    first: Outcome
    second: Outcome
    truth: str = ""
    truth_checks: Mapping[str, str] = field(default_factory=dict)

    def is_right(self, outcome: Outcome) -> bool:
        """Whether it approved exactly if people would have."""
        return (outcome.decision == Decision.APPROVE) == self.sound

    @property
    def differs(self) -> bool:
        return self.first.decision != self.second.decision


@dataclass(frozen=True, slots=True)
class SideFigures:
    """`kappa` is agreement with people's decisions. Seconds and `tokens` are of the `timed` cases, whose time was
    measured; seconds are None without any, `cost` without prices or in several currencies."""

    right: MeasuredValue
    false_approve: MeasuredValue
    false_hold: MeasuredValue
    kappa: MeasuredValue
    halted: int
    timed: int
    seconds_p50: float | None
    seconds_p95: float | None
    tokens: int
    cost: Cost | None


@dataclass(frozen=True, slots=True)
class Flip:
    """Cases with this pair of decisions, and how many thereby became right (`mended`) or wrong (`broken`)."""

    before: str
    after: str
    n: int
    mended: int
    broken: int


@dataclass(frozen=True, slots=True)
class CheckFigures:
    """How often each side agrees with people on a check, and the number of cases on which the sides differ."""

    name: CheckName
    first: MeasuredValue
    second: MeasuredValue
    differ: int


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """`only_first` and `only_second` count the cases on which only one side is right; `p` is their exact two-sided sign
    test (McNemar 1947)."""

    n: int
    agreement: MeasuredValue
    kappa: MeasuredValue
    first: SideFigures
    second: SideFigures
    flips: tuple[Flip, ...]
    checks: tuple[CheckFigures, ...]
    only_first: int
    only_second: int
    p: float


def compare_cases(cases: Sequence[ComparedCase]) -> ComparisonReport:
    first, second = [case.first for case in cases], [case.second for case in cases]
    only_first = sum(case.is_right(case.first) and not case.is_right(case.second) for case in cases)
    only_second = sum(case.is_right(case.second) and not case.is_right(case.first) for case in cases)
    return ComparisonReport(
        n=len(cases),
        agreement=share(sum(not case.differs for case in cases), len(cases)),
        kappa=kappa([one.decision for one in first], [one.decision for one in second]),
        first=_side(cases, first),
        second=_side(cases, second),
        flips=_flips(cases),
        checks=tuple(_check(cases, name) for name in CheckName),
        only_first=only_first,
        only_second=only_second,
        p=_sign_test(only_first, only_second),
    )


def _side(cases: Sequence[ComparedCase], outcomes: Sequence[Outcome]) -> SideFigures:
    pairs = list(zip(cases, outcomes, strict=True))
    wrong = [one.decision == Decision.APPROVE for case, one in pairs if not case.sound]
    needless = [one.decision != Decision.APPROVE for case, one in pairs if case.sound]
    named = [(case.truth, one.decision) for case, one in pairs if case.truth]
    seconds = [one.seconds for one in outcomes if one.seconds is not None]
    return SideFigures(
        right=share(sum(case.is_right(one) for case, one in pairs), len(pairs)),
        false_approve=share(sum(wrong), len(wrong)),
        false_hold=share(sum(needless), len(needless)),
        kappa=kappa([truth for truth, _ in named], [decision for _, decision in named]),
        halted=sum(one.decision == HALT for one in outcomes),
        timed=len(seconds),
        seconds_p50=percentile(seconds, 0.5),
        seconds_p95=percentile(seconds, 0.95),
        tokens=sum(one.tokens or 0 for one in outcomes),
        cost=total(one.cost for one in outcomes),
    )


def _flips(cases: Iterable[ComparedCase]) -> tuple[Flip, ...]:
    """Most frequent first."""
    counted: Counter[tuple[str, str]] = Counter()
    mended: Counter[tuple[str, str]] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for case in cases:
        if case.differs:
            flip = (case.first.decision, case.second.decision)
            before, after = case.is_right(case.first), case.is_right(case.second)
            counted[flip] += 1
            mended[flip] += after and not before
            broken[flip] += before and not after
    return tuple(Flip(*flip, n, mended[flip], broken[flip]) for flip, n in counted.most_common())


def _check(cases: Iterable[ComparedCase], name: CheckName) -> CheckFigures:
    states = [
        (case.truth_checks.get(name, ""), case.first.checks.get(name, ""), case.second.checks.get(name, ""))
        for case in cases
    ]
    firsts = [first == truth for truth, first, _ in _with_truth(states) if first]
    seconds = [second == truth for truth, _, second in _with_truth(states) if second]
    return CheckFigures(
        name,
        share(sum(firsts), len(firsts)),
        share(sum(seconds), len(seconds)),
        sum(bool(first and second) and first != second for _, first, second in states),
    )


_STATES = {"right": CheckState.PASS, "wrong": CheckState.FAIL}


def _with_truth(states: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The answers of people as states; checks that do not apply become empty."""
    return [(_STATES[truth], _applied(first), _applied(second)) for truth, first, second in states if truth in _STATES]


def _applied(state: str) -> str:
    return "" if state == CheckState.NOT_APPLICABLE else state


def _sign_test(only_first: int, only_second: int) -> float:
    n = only_first + only_second
    return min(1.0, 2 * binomial_cdf(min(only_first, only_second), n, 0.5)) if n else 1.0
