"""Audits: decisions drawn at random and answered blind by people, and what follows as the truth of an attempt
(DESIGN, section 13)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from validation.domain.verdict import Decision


class AuditSource(StrEnum):
    """Why there is an audit: drawn at random, asked for by hand, a second opinion on a ruling, a gold item, or work on
    the desk that everybody answers blind before they rule on it."""

    DRAW = "draw"
    MANUAL = "manual"
    RULING = "ruling"
    GOLD = "gold"
    REVIEW = "review"


class AuditState(StrEnum):
    """`disputed` waits for a third person. `expired` ended without a truth."""

    OPEN = "open"
    DISPUTED = "disputed"
    SETTLED = "settled"
    EXPIRED = "expired"


BLIND_WHY = "Answer each check before the verdict is shown."
ENDED = (AuditState.SETTLED, AuditState.EXPIRED)


class OpinionRole(StrEnum):
    """A `reviewer` answers before ruling; of these an item has one for each person."""

    FIRST = "first"
    SECOND = "second"
    ADJUDICATOR = "adjudicator"
    REVIEWER = "reviewer"


class OpinionState(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    EXPIRED = "expired"


class CheckAnswer(StrEnum):
    """What a person says of one check of the response: it holds, it does not, or nobody can tell."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot_tell"


class TruthSource(StrEnum):
    SINGLE = "single"
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one person said of one response: what should have been decided, and each check by name."""

    role: OpinionRole
    decision: Decision
    checks: Mapping[str, CheckAnswer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Truth:
    """`checks` leaves out what nobody answered."""

    decision: Decision
    source: TruthSource
    checks: Mapping[str, CheckAnswer]


def hash_share(*parts: object) -> float:
    """A number in [0, 1) that depends on nothing but the parts: the same draw every time it is made."""
    digest = hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:7]) / (1 << 56)


def is_drawn(purpose: str, *parts: object, rate: float) -> bool:
    """True for a share `rate` of all parts; `purpose` keeps the draws of different purposes independent."""
    return hash_share(purpose, *parts) < rate


def agree(first: Answer, second: Answer) -> bool:
    """The same decision, and no check that holds for one and not for the other."""
    return first.decision is second.decision and not any(
        {first.checks.get(name), second.checks.get(name)} == {CheckAnswer.RIGHT, CheckAnswer.WRONG}
        for name in first.checks
    )


def truth_of(answers: Sequence[Answer]) -> Truth | None:
    """The adjudicated answer, else two agreeing answers, else the single one. None without an answer, and while two
    disagree."""
    by_role = {answer.role: answer for answer in answers}
    if third := by_role.get(OpinionRole.ADJUDICATOR):
        return Truth(third.decision, TruthSource.ADJUDICATED, dict(third.checks))
    if len(answers) == 1:
        return Truth(answers[0].decision, TruthSource.SINGLE, dict(answers[0].checks))
    if not answers or not agree(answers[0], answers[1]):
        return None
    return Truth(answers[0].decision, TruthSource.AGREED, _joined(answers[0].checks, answers[1].checks))


def is_disputed(answers: Sequence[Answer]) -> bool:
    """Two answers that disagree, and no third."""
    return len(answers) == 2 and not agree(answers[0], answers[1])


def _joined(first: Mapping[str, CheckAnswer], second: Mapping[str, CheckAnswer]) -> dict[str, CheckAnswer]:
    """Of one who could tell and one who could not, the first counts."""
    joined = dict(second)
    for name, answer in first.items():
        if answer is not CheckAnswer.CANNOT_TELL or name not in joined:
            joined[name] = answer
    return joined
