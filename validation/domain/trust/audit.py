"""Audits: decisions drawn at random and answered blind by people, and the truth derived from them (DESIGN, section
13)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from validation.domain.verdict import Decision


class AuditSource(StrEnum):
    """Why an audit exists: drawn at random, requested manually, a second opinion on a ruling, a gold item, or an item
    of the desk that reviewers answer blind before ruling."""

    DRAW = "draw"
    MANUAL = "manual"
    RULING = "ruling"
    GOLD = "gold"
    REVIEW = "review"


class AuditState(StrEnum):
    """`disputed` waits for an adjudicator. `expired` ended without a truth."""

    OPEN = "open"
    DISPUTED = "disputed"
    SETTLED = "settled"
    EXPIRED = "expired"


BLIND_WHY = "Answer each check before the verdict is shown."
ENDED = (AuditState.SETTLED, AuditState.EXPIRED)


class OpinionRole(StrEnum):
    """A `reviewer` answers before ruling; an item can have several of these."""

    FIRST = "first"
    SECOND = "second"
    ADJUDICATOR = "adjudicator"
    REVIEWER = "reviewer"


class OpinionState(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    EXPIRED = "expired"


class CheckAnswer(StrEnum):
    """A person's answer for one check: the response meets it, does not meet it, or it cannot be told."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot_tell"


class TruthSource(StrEnum):
    SINGLE = "single"
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Answer:
    """One person's answer about a response: the correct decision, and the checks by name."""

    role: OpinionRole
    decision: Decision
    checks: Mapping[str, CheckAnswer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Truth:
    """`checks` omits those nobody answered."""

    decision: Decision
    source: TruthSource
    checks: Mapping[str, CheckAnswer]


def hash_share(*parts: object) -> float:
    """A number in [0, 1) derived from the parts only, so that a draw can be repeated."""
    digest = hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:7]) / (1 << 56)


def is_drawn(purpose: str, *parts: object, rate: float) -> bool:
    """True for a share `rate` of all parts; `purpose` makes draws independent of each other."""
    return hash_share(purpose, *parts) < rate


def agree(first: Answer, second: Answer) -> bool:
    """Whether the decisions are equal and no check is right for one and wrong for the other."""
    return first.decision is second.decision and not any(
        {first.checks.get(name), second.checks.get(name)} == {CheckAnswer.RIGHT, CheckAnswer.WRONG}
        for name in first.checks
    )


def truth_of(answers: Sequence[Answer]) -> Truth | None:
    """The adjudicator's answer, else two agreeing answers, else the only one. Of several agreeing pairs, the decision
    that most of them share counts. None without answers, if no two agree, or if as many agree on another decision."""
    by_role = {answer.role: answer for answer in answers}
    if third := by_role.get(OpinionRole.ADJUDICATOR):
        return Truth(third.decision, TruthSource.ADJUDICATED, dict(third.checks))
    if len(answers) == 1:
        return Truth(answers[0].decision, TruthSource.SINGLE, dict(answers[0].checks))
    pairs = [(first, second) for first, second in combinations(answers, 2) if agree(first, second)]
    found = Counter(first.decision for first, _ in pairs).most_common(2)
    if not found or len({n for _, n in found}) < len(found):
        return None
    first, second = next(pair for pair in pairs if pair[0].decision is found[0][0])
    return Truth(first.decision, TruthSource.AGREED, _joined(first.checks, second.checks))


def is_disputed(answers: Sequence[Answer]) -> bool:
    """Whether two answers disagree and there is no third."""
    return len(answers) == 2 and not agree(answers[0], answers[1])


def _joined(first: Mapping[str, CheckAnswer], second: Mapping[str, CheckAnswer]) -> dict[str, CheckAnswer]:
    """Combines answers to checks; right or wrong takes precedence over cannot_tell."""
    joined = dict(second)
    for name, answer in first.items():
        if answer is not CheckAnswer.CANNOT_TELL or name not in joined:
            joined[name] = answer
    return joined
