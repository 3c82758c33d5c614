"""What another policy would have decided on a stored verdict, without calling a judge (DESIGN, section 9).

Only two votes of a decision depend on the policy: the confidence band and the goals. The others (checks, requirements,
the judge's own decision) are taken as stored. So the result is exactly that of `decide` and `route_of`, not an
estimate; a property test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from validation.domain.attempt import Route
from validation.domain.decisions.bands import band_of
from validation.domain.decisions.consistency import far_apart
from validation.domain.decisions.decision import capped
from validation.domain.decisions.goals import ScoredGoal, status_of, vote_of_goals
from validation.domain.decisions.loop import Counters, route_of
from validation.domain.policy import ResponsePolicy
from validation.domain.policy_types import Section
from validation.domain.verdict import Decision, most_severe

MOVED_BY_POLICY = frozenset({"confidence", "goals"})
"""The votes that are computed again."""
S = TypeVar("S", bound=Section)

_AT_FIRST = Counters()


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """`confidence` is the verdict's, before any cap. `asked` holds the votes that do not depend on the policy, at least
    the judge's. `overruled`: a certain finding contradicts a pass of the judge. `llm` is an LLM's own decision, None
    for the embedded judge, which cannot contradict itself. `goals` are scores; `counters` are the recorded ones of the
    turn before this attempt."""

    confidence: float
    asked: tuple[Decision, ...]
    overruled: bool = False
    llm: Decision | None = None
    goals: tuple[float, ...] = ()
    counters: Counters = _AT_FIRST


class FlipSource(StrEnum):
    """The part of a policy that changed a route."""

    THRESHOLD = "threshold"
    GOALS = "goals"
    LIMITS = "limits"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """`decision` is None if the verdict would have halted as inconsistent. `goals` is the vote of the goals, or None.
    `held_by_checks`: every threshold would let the attempt pass, but a check fails."""

    decision: Decision | None
    route: Route
    goals: Decision | None = None
    held_by_checks: bool = False

    def flip_source(self, before: Decision, goals_before: Decision | None) -> FlipSource:
        """What changed the route from that of `before`. If several votes changed, it is the deciding one: of the new
        decision if that is more severe, else of the old one."""
        if self.decision is None:
            return FlipSource.CONTRADICTION
        if self.decision == before:
            return FlipSource.LIMITS
        deciding = self.goals if most_severe((self.decision, before)) == self.decision else goals_before
        moved = self.goals != goals_before and deciding == most_severe((self.decision, before))
        return FlipSource.GOALS if moved else FlipSource.THRESHOLD


def replay(stored: StoredVerdict, policy: ResponsePolicy) -> ReplayedDecision:
    if stored.llm is not None and far_apart(stored.llm, stored.confidence, policy):
        return ReplayedDecision(None, Route.HALT)
    confidence = capped(stored.confidence, policy) if stored.overruled else stored.confidence
    goals = vote_of_goals(tuple(ScoredGoal("", "", score, status_of(score, policy)) for score in stored.goals))
    movable = (band_of(confidence, policy), *([goals.decision] if goals else []))
    decision = most_severe((*stored.asked, *movable))
    return ReplayedDecision(
        decision,
        route_of(decision, stored.counters, policy).route,
        goals=goals.decision if goals else None,
        held_by_checks=decision != Decision.APPROVE and most_severe(movable) == Decision.APPROVE,
    )


def blocked_by(stored: StoredVerdict, after: ReplayedDecision, asking: AbstractSet[str], policy: ResponsePolicy) -> str:
    """What prevents approval, or empty; votes that no threshold changes come first. `asking` holds the voters for the
    decision besides confidence and goals; all but three are names of checks."""
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


def without_each_change(draft: S, deciding: S) -> dict[str, S]:
    """For each setting that differs from the deciding policy, the draft without that change. Not validated, so bands
    may overlap."""
    names = [name for name in type(draft).model_fields if getattr(draft, name) != getattr(deciding, name)]
    return {name: draft.model_copy(update={name: getattr(deciding, name)}) for name in names}


def responsible_settings(taken_back: Mapping[str, S], undoes: Callable[[S], bool]) -> list[str]:
    """The settings of a draft that flip a stored decision: those whose reset alone would undo the flip, or all changed
    ones if no single reset does."""
    return [name for name, rest in taken_back.items() if undoes(rest)] or list(taken_back)
