"""Estimates from audits: the rates of wrong approvals and needless holds, precision and recall of each check, and the
agreement of judge and people; over all decisions, and by pipeline, judge, prompt, policy, language or month. Pure.

Only decisions drawn at random with a stored probability count; manual audits and audits of rulings are not
representative. A figure over fewer than 30 answers is withheld, and says how many more are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.raters import krippendorff_alpha, weighted_kappa
from validation.domain.estimates.reviewer_error import GoldCounts, corrected_share
from validation.domain.estimates.shares import ENOUGH, audits_for_margin, hajek_share
from validation.domain.trust.audit import ENDED, CheckAnswer, OpinionRole
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision

MARGIN = 0.02
"""Target half-width of the 95 % interval of a rate of wrong decisions, narrow enough to act on."""
WIDE_MARGIN = 0.05
"""Target half-width for checks and agreement."""
_PLANNED_SHARE = 0.05
_GROUPS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class TrustFigure:
    """A figure over `n` answers, `hits` of them positive. Under 30 answers the value is None; `more_for_first` answers
    are needed until there is one, and `more` until its interval is about +- `margin`."""

    measured: MeasuredValue
    hits: int
    margin: float
    more: int = 0

    @property
    def n(self) -> int:
        return self.measured.n

    @property
    def too_early(self) -> bool:
        return self.more > 0

    @property
    def more_for_first(self) -> int:
        return ENOUGH - self.n


@dataclass(frozen=True, slots=True)
class CheckTrust:
    """Precision (share of its failures that are right) and recall (share of real faults that it fails) of a check."""

    name: CheckName
    precision: TrustFigure
    recall: TrustFigure


@dataclass(frozen=True, slots=True)
class Estimates:
    """`n` audits have a truth. `corrected` is the false-approve rate, corrected by the reviewers' error rates on gold
    items; None if there are too few. `alpha` is None unless more than two people have answered."""

    n: int
    false_approve: TrustFigure
    corrected: MeasuredValue | None
    false_hold: TrustFigure
    judge_people: TrustFigure
    people: TrustFigure
    alpha: TrustFigure | None
    checks: tuple[CheckTrust, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The estimates of one group; `by`, one of BYS, is what the audits are grouped by."""

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


def estimates_by(by: str, rows: Sequence[TruthRow], answers: AnswerArrays, gold: GoldCounts) -> tuple[Group, ...]:
    """Groups `rows` (ended, parallel to `answers`), the largest first, or for `month` the latest in calendar order. At
    most 12; rows without a name are excluded."""
    names = np.array([_NAMES[by](row) for row in rows], dtype=np.str_)
    counted = Counter(names[answers.settled].tolist())
    counted.pop("", None)
    if by == "month":
        shown = sorted(counted)[-_GROUPS_SHOWN:]
    else:
        shown = sorted(counted, key=lambda name: (-counted[name], name))[:_GROUPS_SHOWN]
    return tuple(Group(by, name, estimates_of(answers.among(names == name), gold)) for name in shown)


def estimates_of(answers: AnswerArrays, gold: GoldCounts) -> Estimates:
    settled, approved, pairs = answers.settled, answers.approved, answers.pairs
    several = len(np.unique(answers.raters[answers.raters != ""])) > 2
    return Estimates(
        n=int(settled.sum()),
        false_approve=_share(answers, settled & approved, ~answers.sound, MARGIN),
        corrected=_corrected(answers, settled & approved & (answers.alone != UNKNOWN), gold),
        false_hold=_share(answers, settled & ~approved, answers.sound, MARGIN),
        judge_people=_kappa(settled, np.column_stack([approved, answers.sound]), answers.probability),
        people=_kappa(pairs[:, 0] != UNKNOWN, pairs, answers.paired),
        alpha=_alpha(answers, pairs[:, 0] != UNKNOWN) if several else None,
        checks=tuple(_check(answers, at, name) for at, name in enumerate(CheckName)),
    )


def _check(answers: AnswerArrays, at: int, name: CheckName) -> CheckTrust:
    """Counts the audits where the check applied and people answered right or wrong."""
    failed, broken = answers.failed[:, at], answers.broken[:, at]
    known = answers.settled & (failed != UNKNOWN) & (broken != UNKNOWN)
    return CheckTrust(
        name,
        precision=_share(answers, known & (failed == 1), broken == 1, WIDE_MARGIN),
        recall=_share(answers, known & (broken == 1), failed == 1, WIDE_MARGIN),
    )


def _share(answers: AnswerArrays, among: Flags, flags: Flags, margin: float) -> TrustFigure:
    chosen = flags[among]
    n, hits = len(chosen), int(chosen.sum())
    if n < ENOUGH:
        return _too_early(n, hits, margin, _planned(n, hits, margin))
    return TrustFigure(hajek_share(chosen, answers.probability[among]), hits, margin)


def _kappa(among: Flags, pairs: Known | Flags, probability: NDArray[np.float64]) -> TrustFigure:
    first, second = pairs[among, 0], pairs[among, 1]
    same = int((first == second).sum())
    if len(first) < ENOUGH:
        return _agreement_too_early(pairs[among], same)
    measured = weighted_kappa(first.tolist(), second.tolist(), probability[among])
    return TrustFigure(measured, same, WIDE_MARGIN)


def _alpha(answers: AnswerArrays, among: Flags) -> TrustFigure:
    pairs = answers.pairs[among]
    same = int((pairs[:, 0] == pairs[:, 1]).sum())
    if len(pairs) < ENOUGH:
        return _agreement_too_early(pairs, same)
    return TrustFigure(krippendorff_alpha(pairs.tolist(), answers.paired[among]), same, WIDE_MARGIN)


def _corrected(answers: AnswerArrays, among: Flags, gold: GoldCounts) -> MeasuredValue | None:
    """Uses first answers only, because gold items measure the error rates of a single reviewer."""
    called_wrong = answers.alone[among] == 0
    return corrected_share(called_wrong, answers.probability[among], gold) if len(called_wrong) >= ENOUGH else None


def _agreement_too_early(pairs: Known | Flags, same: int) -> TrustFigure:
    """Kappa and alpha divide the share of pairs that differ by the share that differs by chance, and its interval with
    it."""
    n = len(pairs)
    first, second = (pairs.sum(axis=0) + 1) / (n + 2)
    by_chance = float(first * (1 - second) + second * (1 - first))
    return _too_early(n, same, WIDE_MARGIN, _planned(n, n - same, WIDE_MARGIN * by_chance))


def _too_early(n: int, hits: int, margin: float, planned: int) -> TrustFigure:
    return TrustFigure(MeasuredValue(None, None, None, n), hits, margin, max(ENOUGH, planned) - n)


def _planned(n: int, hits: int, margin: float) -> int:
    """Plans for a share of 5 %, or for the observed share if that is larger."""
    share = min(0.5, max(_PLANNED_SHARE, (min(hits, n - hits) + 1) / (n + 2))) if hits or n >= 10 else _PLANNED_SHARE
    return audits_for_margin(share, margin)


Flags = NDArray[np.bool]
Known = NDArray[np.int8]
UNKNOWN = -1
"""The check did not apply, nobody could tell, or nobody answered."""
_FAILED = {CheckState.PASS.value: 0, CheckState.FAIL.value: 1}
_BROKEN = {CheckAnswer.RIGHT.value: 0, CheckAnswer.WRONG.value: 1}
_CHECKS = [name.value for name in CheckName]


@dataclass(frozen=True, slots=True)
class AnswerArrays:
    """Arrays with one entry per ended audit that was drawn with a `probability`, and for two people with the
    probability `paired`. `approved` is the gate's decision and
    `sound` whether people would have approved, valid only where `settled`. The others hold 1, 0 or UNKNOWN: `alone`
    whether the first person approved; `pairs`, of shape (audits, 2), whether each of two independent blind answers
    approved, given by `raters`; `failed` and `broken`, of shape (audits, checks), the verdict on each check by gate and
    people."""

    probability: NDArray[np.float64]
    paired: NDArray[np.float64]
    approved: Flags
    sound: Flags
    settled: Flags
    alone: Known
    pairs: Known
    raters: NDArray[np.str_]
    failed: Known
    broken: Known

    def among(self, chosen: Flags) -> AnswerArrays:
        return AnswerArrays(*(getattr(self, field.name)[chosen] for field in fields(self)))


def has_ended(row: TruthRow) -> bool:
    """Drawn and no question open. Open audits are excluded because a changing figure would reveal an answer to whoever
    is asked next."""
    return row.probability is not None and row.state in ENDED


def answers_of(rows: Sequence[TruthRow], second_opinions: Mapping[int, float]) -> AnswerArrays:
    """Converts rows that have ended to arrays. `second_opinions` are the shares of audits that each policy asks two
    people about, by its number."""
    apart = [_apart(row) for row in rows]
    probability = np.array([row.probability for row in rows], dtype=np.float64)
    return AnswerArrays(
        probability=probability,
        paired=probability * np.array([second_opinions.get(row.policy) or 1.0 for row in rows], dtype=np.float64),
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
    """One column per check. Equal rows mostly share one mapping, so each mapping is converted once."""
    found: dict[int, bytes] = {}
    for one in checks:
        if id(one) not in found:
            coded = [codes.get(one.get(name, ""), UNKNOWN) for name in _CHECKS]
            found[id(one)] = np.array(coded, dtype=np.int8).tobytes()
    return np.frombuffer(b"".join(found[id(one)] for one in checks), dtype=np.int8).reshape(-1, len(_CHECKS))


def _apart(row: TruthRow) -> list[tuple[str, str]]:
    """(rater, decision) of two independent blind answers, else empty pairs. Excludes adjudicators, who are asked only
    after a disagreement."""
    blind = [one for one in row.answers if one.blind and one.role != OpinionRole.ADJUDICATOR]
    return [(one.rater, one.decision) for one in blind[:2]] if len(blind) > 1 else [("", ""), ("", "")]


def _is_approval(decision: str) -> int:
    return int(decision == Decision.APPROVE) if decision else UNKNOWN


def _known(values: Sequence[object], columns: int = 0) -> Known:
    found = np.array(values, dtype=np.int8)
    return found.reshape(-1, columns) if columns else found
