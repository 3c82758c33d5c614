"""What features above the gates do when an attempt is decided, and when a ruling becomes final: inside the same
transaction, in the order of their registration. A gate and the desk need not know who follows them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from validation.domain.policy import PolicyDocument
from validation.models import Attempt, Judgement, RulingRecord

DecisionFollower = Callable[[Attempt, Judgement, PolicyDocument, datetime], None]
"""`(attempt, judgement, policy, now)`: the judgement is in force, the attempt as it is stored now."""
RulingFollower = Callable[[RulingRecord, datetime], None]


def follow_decisions(follower: DecisionFollower) -> None:
    _DECISIONS.append(follower)


def follow_rulings(follower: RulingFollower) -> None:
    _RULINGS.append(follower)


def decision_recorded(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> None:
    for follower in _DECISIONS:
        follower(attempt, judgement, policy, now)


def ruling_final(ruling: RulingRecord, now: datetime) -> None:
    for follower in _RULINGS:
        follower(ruling, now)


_DECISIONS: list[DecisionFollower] = []
_RULINGS: list[RulingFollower] = []
