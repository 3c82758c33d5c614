"""What another policy would have made of a verdict that is stored: no judge is asked (DESIGN, section 9).

Of the voices of a decision only two listen to a policy: the confidence band and the goals. The others (checks,
requirements, the judge's own decision) stand as they were stored, so the answer is the one that `decide` and `route_of`
would give, not an estimate; a property test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from validation.domain.attempt import Route
from validation.domain.decisions.consistency import far_apart
from validation.domain.decisions.decision import band_of, capped
from validation.domain.decisions.goals import ScoredGoal, status_of, voice_of
from validation.domain.decisions.loop import Counters, route_of
from validation.domain.policy import ResponsePolicy
from validation.domain.policy_types import Section
from validation.domain.verdict import Decision, most_severe

MOVED_BY_POLICY = frozenset({"confidence", "goals"})
"""The voices that are asked anew."""
S = TypeVar("S", bound=Section)

_AT_FIRST = Counters()


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """`confidence` is the verdict's own, before any cap; `asked` what the voices that no threshold moves asked for, at
    least the judge's. `overruled` marks a certain finding where the judge saw a pass. `llm` is what an LLM decided by
    itself, None for the embedded judge: only an LLM can contradict itself. `goals` are scores, `counters` those of the
    turn before this attempt, as they were recorded."""

    confidence: float
    asked: tuple[Decision, ...]
    overruled: bool = False
    llm: Decision | None = None
    goals: tuple[float, ...] = ()
    counters: Counters = _AT_FIRST


class FlipSource(StrEnum):
    """What of a policy made a route another one."""

    THRESHOLD = "threshold"
    GOALS = "goals"
    LIMITS = "limits"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Replayed:
    """`decision` is None where the verdict would have halted as inconsistent. `goals` is what the goals asked for, None
    where they have no voice. `held_by_checks` marks one that every threshold would let pass, and a check does not."""

    decision: Decision | None
    route: Route
    goals: Decision | None = None
    held_by_checks: bool = False

    def flip_source(self, before: Decision, goals_before: Decision | None) -> FlipSource:
        """What made the route another than that of `before`. Of voices that moved it is the one that decides: now,
        where the decision became more severe, else before."""
        if self.decision is None:
            return FlipSource.CONTRADICTION
        if self.decision == before:
            return FlipSource.LIMITS
        deciding = self.goals if most_severe((self.decision, before)) == self.decision else goals_before
        moved = self.goals != goals_before and deciding == most_severe((self.decision, before))
        return FlipSource.GOALS if moved else FlipSource.THRESHOLD


def replay(stored: StoredVerdict, policy: ResponsePolicy) -> Replayed:
    if stored.llm is not None and far_apart(stored.llm, stored.confidence, policy):
        return Replayed(None, Route.HALT)
    confidence = capped(stored.confidence, policy) if stored.overruled else stored.confidence
    goals = voice_of(tuple(ScoredGoal("", "", score, status_of(score, policy)) for score in stored.goals))
    movable = (band_of(confidence, policy), *([goals.decision] if goals else []))
    decision = most_severe((*stored.asked, *movable))
    return Replayed(
        decision,
        route_of(decision, stored.counters, policy).route,
        goals=goals.decision if goals else None,
        held_by_checks=decision != Decision.APPROVE and most_severe(movable) == Decision.APPROVE,
    )


def blocked_by(stored: StoredVerdict, after: Replayed, asking: AbstractSet[str], policy: ResponsePolicy) -> str:
    """What keeps it from approval, empty where nothing does: what no threshold moves comes first. `asking` are the
    voices besides confidence and goals that ask for the decision; all but three are names of checks."""
    if after.route is Route.APPROVE:
        return ""
    if after.decision is None:
        return "judge"
    if after.route.value != after.decision.value:
        return "limit"
    if asking - {"requirement", "judge", "checks"}:
        return "finding" if stored.overruled else "check"
    if "requirement" in asking:
        return "requirement"
    if after.goals == after.decision:
        return "goal"
    if band_of(stored.confidence, policy) == after.decision:
        return "threshold"
    return "finding" if stored.overruled else "judge"


def each_taken_back(draft: S, deciding: S) -> dict[str, S]:
    """For each setting that differs from the deciding policy the draft without it, unchecked: bands may cross there."""
    names = [name for name in type(draft).model_fields if getattr(draft, name) != getattr(deciding, name)]
    return {name: draft.model_copy(update={name: getattr(deciding, name)}) for name in names}


def responsible_settings(taken_back: Mapping[str, S], undoes: Callable[[S], bool]) -> list[str]:
    """Which settings of a draft made a stored decision another one: those without which it would have stayed, or all
    that differ where no single one would have kept it."""
    return [name for name, rest in taken_back.items() if undoes(rest)] or list(taken_back)
