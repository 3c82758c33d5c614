"""Ended audits as columns: what the estimates of trust are computed from, whole and by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from validation.domain.check import CheckName, CheckState
from validation.domain.trust.audit import ENDED, CheckAnswer, OpinionRole
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision

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
        pairs=_known([[_is_approval(said) for _, said in pair] for pair in apart], 2),
        raters=np.array([[who for who, _ in pair] for pair in apart], dtype=np.str_).reshape(-1, 2),
        failed=_known(
            [[_FAILED.get(row.checks.get(name, ""), UNKNOWN) for name in _CHECKS] for row in rows], len(_CHECKS)
        ),
        broken=_known(
            [[_BROKEN.get(row.truth_checks.get(name, ""), UNKNOWN) for name in _CHECKS] for row in rows], len(_CHECKS)
        ),
    )


def _apart(row: TruthRow) -> list[tuple[str, str]]:
    """Who said what of two who answered blind and apart. An adjudicator comes only where they differ, and is none."""
    blind = [one for one in row.answers if one.blind and one.role != OpinionRole.ADJUDICATOR]
    return [(one.rater, one.decision) for one in blind[:2]] if len(blind) > 1 else [("", ""), ("", "")]


def _is_approval(decision: str) -> int:
    return int(decision == Decision.APPROVE) if decision else UNKNOWN


def _known(values: Sequence[object], columns: int = 0) -> Known:
    found = np.array(values, dtype=np.int8)
    return found.reshape(-1, columns) if columns else found
