"""What audits say of the gate: how often an approval was wrong and a hold needless, how right each check is, and how
far judge and people agree; of all decisions, and by pipeline, judge, prompt, policy, language or month. Pure: from
ended audits to figures.

Only decisions drawn at random with a stored probability count; what was audited by hand, or taken from a ruling, says
nothing of the rest. A figure that rests on fewer than 30 answers is not shown: it says how many more it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.raters import krippendorff_alpha, weighted_kappa
from validation.domain.estimates.reviewer_error import GoldCounts, corrected_share
from validation.domain.estimates.shares import ENOUGH, audits_for_margin, hajek_share
from validation.domain.trust.audit import ENDED, CheckAnswer, OpinionRole
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
class Estimates:
    """`n` audits have a truth. `corrected` is the false-approve rate after what gold items say of reviewers, None
    without enough of them. `alpha` is None where only two people ever answered."""

    n: int
    false_approve: TrustFigure
    corrected: Measured | None
    false_hold: TrustFigure
    judge_people: TrustFigure
    people: TrustFigure
    alpha: TrustFigure | None
    checks: tuple[CheckTrust, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`by` is one of BYS."""

    by: str
    name: str
    estimates: Estimates


_NAMES: dict[str, Callable[[TruthRow], str]] = {
    "pipeline": lambda row: row.pipeline,
    "judge": lambda row: f"{row.judge} {row.model}".strip(),
    "prompt": lambda row: row.prompt,
    "policy": lambda row: str(row.policy),
    "language": lambda row: row.language,
    "month": lambda row: row.month,
}
BYS = tuple(_NAMES)


def estimates_by(by: str, rows: Sequence[TruthRow], answers: Answers, gold: GoldCounts) -> tuple[Group, ...]:
    """Of ended `rows` and their `answers`: the largest groups first, and the newest months in their order. What has no
    name is left out."""
    names = np.array([_NAMES[by](row) for row in rows], dtype=np.str_)
    counted = Counter(names[answers.settled].tolist())
    counted.pop("", None)
    if by == "month":
        shown = sorted(counted)[-_GROUPS_SHOWN:]
    else:
        shown = sorted(counted, key=lambda name: (-counted[name], name))[:_GROUPS_SHOWN]
    return tuple(Group(by, name, estimates_of(answers.among(names == name), gold)) for name in shown)


def estimates_of(answers: Answers, gold: GoldCounts) -> Estimates:
    settled, approved, pairs = answers.settled, answers.approved, answers.pairs
    several = len(np.unique(answers.raters[answers.raters != ""])) > 2
    return Estimates(
        n=int(settled.sum()),
        false_approve=_share(answers, settled & approved, ~answers.sound, MARGIN),
        corrected=_corrected(answers, settled & approved & (answers.alone != UNKNOWN), gold),
        false_hold=_share(answers, settled & ~approved, answers.sound, MARGIN),
        judge_people=_kappa(answers, settled, np.column_stack([approved, answers.sound])),
        people=_kappa(answers, pairs[:, 0] != UNKNOWN, pairs),
        alpha=_alpha(answers, pairs[:, 0] != UNKNOWN) if several else None,
        checks=tuple(_check(answers, at, name) for at, name in enumerate(CheckName)),
    )


def _check(answers: Answers, at: int, name: CheckName) -> CheckTrust:
    """Where the check applied and a person could tell."""
    failed, broken = answers.failed[:, at], answers.broken[:, at]
    known = answers.settled & (failed != UNKNOWN) & (broken != UNKNOWN)
    return CheckTrust(
        name,
        precision=_share(answers, known & (failed == 1), broken == 1, WIDE_MARGIN),
        recall=_share(answers, known & (broken == 1), failed == 1, WIDE_MARGIN),
    )


def _share(answers: Answers, among: Flags, flags: Flags, margin: float) -> TrustFigure:
    chosen = flags[among]
    n, hits = len(chosen), int(chosen.sum())
    if n < ENOUGH:
        return _too_early(n, hits, margin)
    return TrustFigure(hajek_share(chosen, answers.probability[among]), hits, margin)


def _kappa(answers: Answers, among: Flags, pairs: Known | Flags) -> TrustFigure:
    first, second = pairs[among, 0], pairs[among, 1]
    n, same = len(first), int((first == second).sum())
    if n < ENOUGH:
        return _too_early(n, same, WIDE_MARGIN)
    measured = weighted_kappa(first.tolist(), second.tolist(), answers.probability[among])
    return TrustFigure(measured, same, WIDE_MARGIN)


def _alpha(answers: Answers, among: Flags) -> TrustFigure:
    pairs = answers.pairs[among]
    n, same = len(pairs), int((pairs[:, 0] == pairs[:, 1]).sum())
    if n < ENOUGH:
        return _too_early(n, same, WIDE_MARGIN)
    return TrustFigure(krippendorff_alpha(pairs.tolist(), answers.probability[among]), same, WIDE_MARGIN)


def _corrected(answers: Answers, among: Flags, gold: GoldCounts) -> Measured | None:
    """Of first answers: gold items measure what one person alone sees."""
    called_wrong = answers.alone[among] == 0
    return corrected_share(called_wrong, answers.probability[among], gold) if len(called_wrong) >= ENOUGH else None


def _too_early(n: int, hits: int, margin: float) -> TrustFigure:
    """Planned for one in twenty, or for what was seen so far where that is more."""
    share = min(0.5, max(_PLANNED_SHARE, (min(hits, n - hits) + 1) / (n + 2))) if n >= 10 else _PLANNED_SHARE
    more = max(ENOUGH, audits_for_margin(share, margin)) - n
    return TrustFigure(Measured(None, None, None, n), hits, margin, more)


Flags = NDArray[np.bool]
Known = NDArray[np.int8]
UNKNOWN = -1
"""Of a check that did not apply, or of which nobody could tell; of an answer that nobody gave."""
_FAILED = {CheckState.PASS.value: 0, CheckState.FAIL.value: 1}
_BROKEN = {CheckAnswer.RIGHT.value: 0, CheckAnswer.WRONG.value: 1}
_CHECKS = [name.value for name in CheckName]


@dataclass(frozen=True, slots=True)
class Answers:
    """One entry an audit that was drawn with a `probability` and has ended. `approved` is the gate's decision, `sound`
    what people say that it should have been, which means nothing where it is not `settled`. 1, 0 or UNKNOWN: `alone`,
    whether the first person approved; `pairs`, of shape (audits, 2), whether each of two who answered blind and apart
    did, and `raters`, who they were; `failed` and `broken`, of shape (audits, checks), what the gate and what people
    say of each check."""

    probability: NDArray[np.float64]
    approved: Flags
    sound: Flags
    settled: Flags
    alone: Known
    pairs: Known
    raters: NDArray[np.str_]
    failed: Known
    broken: Known

    def among(self, chosen: Flags) -> Answers:
        return Answers(*(getattr(self, field.name)[chosen] for field in fields(self)))


def has_ended(row: TruthRow) -> bool:
    """Drawn, and nobody is asked any more: a figure that moved with an answer would tell it to who is asked next."""
    return row.probability is not None and row.state in ENDED


def answers_of(rows: Sequence[TruthRow]) -> Answers:
    """Of rows that have ended."""
    apart = [_apart(row) for row in rows]
    return Answers(
        probability=np.array([row.probability for row in rows], dtype=np.float64),
        approved=np.array([row.route == Decision.APPROVE for row in rows], dtype=bool),
        sound=np.array([row.truth_route == Decision.APPROVE for row in rows], dtype=bool),
        settled=np.array([row.is_settled for row in rows], dtype=bool),
        alone=_known([_is_approval(row.answers[0].decision) if row.answers else UNKNOWN for row in rows]),
        pairs=_known([[_is_approval(decision) for _, decision in pair] for pair in apart], 2),
        raters=np.array([[who for who, _ in pair] for pair in apart], dtype=np.str_).reshape(-1, 2),
        failed=_codes([row.checks for row in rows], _FAILED),
        broken=_codes([row.truth_checks for row in rows], _BROKEN),
    )


def _codes(checks: Sequence[Mapping[str, str]], codes: Mapping[str, int]) -> Known:
    """One column a check. Rows that say the same mostly share what they say, which is worked out once."""
    found: dict[int, bytes] = {}
    for one in checks:
        if id(one) not in found:
            coded = [codes.get(one.get(name, ""), UNKNOWN) for name in _CHECKS]
            found[id(one)] = np.array(coded, dtype=np.int8).tobytes()
    return np.frombuffer(b"".join(found[id(one)] for one in checks), dtype=np.int8).reshape(-1, len(_CHECKS))


def _apart(row: TruthRow) -> list[tuple[str, str]]:
    """Who said what of two who answered blind and apart. An adjudicator comes only where they differ, and is none."""
    blind = [one for one in row.answers if one.blind and one.role != OpinionRole.ADJUDICATOR]
    return [(one.rater, one.decision) for one in blind[:2]] if len(blind) > 1 else [("", ""), ("", "")]


def _is_approval(decision: str) -> int:
    return int(decision == Decision.APPROVE) if decision else UNKNOWN


def _known(values: Sequence[object], columns: int = 0) -> Known:
    found = np.array(values, dtype=np.int8)
    return found.reshape(-1, columns) if columns else found
