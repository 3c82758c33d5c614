"""What audits say of the gate: how often an approval was wrong and a hold needless, how right each check is, and how
far judge and people agree. Pure: from truth rows to figures.

Only decisions drawn at random with a stored probability count; what was audited by hand, or taken from a ruling, says
nothing of the rest. A figure that rests on fewer than 30 answers is not shown: it says how many more it takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.binomial import audits_for_margin
from validation.domain.estimates.raters import krippendorff_alpha, weighted_kappa
from validation.domain.estimates.reviewer_error import GoldCounts, corrected_share
from validation.domain.estimates.shares import ENOUGH, hajek_share
from validation.domain.trust.audit import CheckAnswer, OpinionRole
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision

MARGIN = 0.02
"""Half the width of an interval that a head of quality can act on, for shares of wrong decisions."""
WIDE_MARGIN = 0.05
"""The same for checks and agreement."""
_PLANNED_SHARE = 0.05
_GROUPS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class TrustFigure:
    """A figure over `n` answers of which `hits` say yes. Under 30 answers it has no value, and `more` answers are
    needed until its interval is about +- `margin`."""

    measured: Measured
    hits: int
    margin: float
    more: int = 0

    @property
    def n(self) -> int:
        return self.measured.n

    @property
    def too_early(self) -> bool:
        return self.more > 0


@dataclass(frozen=True, slots=True)
class CheckTrust:
    """How right one check is: of what it failed, and of what is broken."""

    name: CheckName
    precision: TrustFigure
    recall: TrustFigure


@dataclass(frozen=True, slots=True)
class GroupTrust:
    """The main figures of one group; `by` is pipeline, judge, prompt, policy, language or month."""

    by: str
    name: str
    false_approve: TrustFigure
    false_hold: TrustFigure
    kappa: TrustFigure


@dataclass(frozen=True, slots=True)
class TrustReport:
    """`unanswered` audits expired or wait for an answer. `corrected` is the false-approve rate after what gold items
    say of reviewers, None without enough of them. `alpha` is None where only two people ever answered."""

    false_approve: TrustFigure
    false_hold: TrustFigure
    corrected: Measured | None
    unanswered: int
    checks: tuple[CheckTrust, ...]
    judge_people: TrustFigure
    people: TrustFigure
    alpha: TrustFigure | None
    groups: tuple[GroupTrust, ...]


def make_report(rows: Sequence[TruthRow], gold: GoldCounts) -> TrustReport:
    drawn = [row for row in rows if row.probability is not None]
    answered = [row for row in drawn if row.is_settled]
    return TrustReport(
        false_approve=false_approve(answered),
        false_hold=false_hold(answered),
        corrected=_corrected(answered, gold),
        unanswered=len(drawn) - len(answered),
        checks=tuple(_check(name, answered) for name in CheckName),
        judge_people=judge_people(answered),
        people=_people(drawn),
        alpha=_alpha(drawn),
        groups=tuple(_groups(answered)),
    )


def false_approve(answered: Sequence[TruthRow]) -> TrustFigure:
    """Of the approvals, the share that should not have been."""
    approved = [row for row in answered if row.route == Decision.APPROVE]
    return share_figure([row.truth_route != Decision.APPROVE for row in approved], approved, MARGIN)


def false_hold(answered: Sequence[TruthRow]) -> TrustFigure:
    """Of what was not approved, the share that could have been."""
    held = [row for row in answered if row.route != Decision.APPROVE]
    return share_figure([row.truth_route == Decision.APPROVE for row in held], held, MARGIN)


def judge_people(answered: Sequence[TruthRow]) -> TrustFigure:
    """Approve or not: the judge's route against the truth."""
    judged, said = [_is_approval(row.route) for row in answered], [_is_approval(row.truth_route) for row in answered]
    return _agreement(judged, said, answered)


def share_figure(flags: Sequence[bool], rows: Sequence[TruthRow], margin: float) -> TrustFigure:
    """The weighted share of `rows` that `flags` hold for."""
    hits = sum(flags)
    if len(rows) < ENOUGH:
        return _too_early(len(rows), hits, margin)
    return TrustFigure(hajek_share(flags, _probabilities(rows)), hits, margin)


def _check(name: CheckName, answered: Sequence[TruthRow]) -> CheckTrust:
    """Where the check applied and a person could tell."""
    told = [
        (row, row.checks[name] == CheckState.FAIL, row.truth_checks[name] == CheckAnswer.WRONG)
        for row in answered
        if row.checks.get(name, CheckState.NOT_APPLICABLE) != CheckState.NOT_APPLICABLE
        and row.truth_checks.get(name, CheckAnswer.CANNOT_TELL) != CheckAnswer.CANNOT_TELL
    ]
    failed = [(row, broken) for row, fails, broken in told if fails]
    broken = [(row, fails) for row, fails, breaks in told if breaks]
    return CheckTrust(
        name,
        precision=share_figure([one for _, one in failed], [row for row, _ in failed], WIDE_MARGIN),
        recall=share_figure([one for _, one in broken], [row for row, _ in broken], WIDE_MARGIN),
    )


def _people(drawn: Sequence[TruthRow]) -> TrustFigure:
    """Two people who answered apart from each other; an adjudicator comes only where they differ, and is left out."""
    twice = [(row, pair) for row in drawn if len(pair := _independent(row)) > 1]
    first, second = ([pair[at] for _, pair in twice] for at in (0, 1))
    return _agreement(first, second, [row for row, _ in twice])


def _alpha(drawn: Sequence[TruthRow]) -> TrustFigure | None:
    twice = [(row, pair) for row in drawn if len(pair := _independent(row)) > 1]
    if len({answer.rater for row, _ in twice for answer in row.answers}) <= 2:
        return None
    agreed = sum(len(set(pair)) == 1 for _, pair in twice)
    if len(twice) < ENOUGH:
        return _too_early(len(twice), agreed, WIDE_MARGIN)
    found = krippendorff_alpha([pair for _, pair in twice], _probabilities([row for row, _ in twice]))
    return TrustFigure(found, agreed, WIDE_MARGIN)


def _independent(row: TruthRow) -> list[bool]:
    blind = [answer for answer in row.answers if answer.blind and answer.role != OpinionRole.ADJUDICATOR]
    return [_is_approval(answer.decision) for answer in blind]


def _agreement(first: Sequence[bool], second: Sequence[bool], rows: Sequence[TruthRow]) -> TrustFigure:
    same = sum(mine == theirs for mine, theirs in zip(first, second, strict=True))
    if len(rows) < ENOUGH:
        return _too_early(len(rows), same, WIDE_MARGIN)
    return TrustFigure(weighted_kappa(first, second, _probabilities(rows)), same, WIDE_MARGIN)


def _corrected(answered: Sequence[TruthRow], gold: GoldCounts) -> Measured | None:
    """Of first answers: gold items measure what one person alone sees."""
    first = [(row, row.answers[0].decision) for row in answered if row.route == Decision.APPROVE and row.answers]
    if len(first) < ENOUGH:
        return None
    return corrected_share(
        [not _is_approval(said) for _, said in first], _probabilities([row for row, _ in first]), gold
    )


def _groups(answered: Sequence[TruthRow]) -> Iterator[GroupTrust]:
    for by, name_of in GROUPS.items():
        inside: defaultdict[str, list[TruthRow]] = defaultdict(list)
        for row in answered:
            inside[name_of(row)].append(row)
        inside.pop("", None)
        ordered = sorted(inside.items(), key=lambda pair: pair[0] if by == "month" else (-len(pair[1]), pair[0]))
        largest = ordered[-_GROUPS_SHOWN:] if by == "month" else ordered[:_GROUPS_SHOWN]
        for name, rows in largest:
            yield GroupTrust(by, name, false_approve(rows), false_hold(rows), judge_people(rows))


GROUPS: dict[str, Callable[[TruthRow], str]] = {
    "pipeline": lambda row: row.pipeline,
    "judge": lambda row: f"{row.judge} {row.model}".strip(),
    "prompt": lambda row: row.prompt,
    "policy": lambda row: str(row.policy),
    "language": lambda row: row.language,
    "month": lambda row: row.month,
}


def _too_early(n: int, hits: int, margin: float) -> TrustFigure:
    """Planned for one in twenty, or for what was seen so far where that is more."""
    share = min(0.5, max(_PLANNED_SHARE, (min(hits, n - hits) + 1) / (n + 2))) if n >= 10 else _PLANNED_SHARE
    more = max(ENOUGH, audits_for_margin(share, margin)) - n
    return TrustFigure(Measured(None, None, None, n), hits, margin, more)


def _is_approval(decision: str) -> bool:
    return decision == Decision.APPROVE


def _probabilities(rows: Sequence[TruthRow]) -> list[float]:
    return [row.probability for row in rows if row.probability is not None]
