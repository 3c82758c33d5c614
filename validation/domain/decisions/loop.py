"""Loop limits of a turn: how many revisions and retries it may have before it fails (spec 1, section 7).

The spec gives this task to the orchestrator. Counters are totals of the turn, which a RETRY does not reset: routed
REVISE and RETRY of decided attempts submitted earlier. Halts do not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.domain.attempt import Route
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision


@dataclass(frozen=True, slots=True)
class Counters:
    revise: int = 0
    retry: int = 0


@dataclass(frozen=True, slots=True)
class RoutingResult:
    """`limit` is a sentence naming the limit that turned the decision into FAIL, or empty."""

    route: Route
    reason: str
    limit: str = ""


def route_of(decision: Decision, counters: Counters, policy: ResponsePolicy) -> RoutingResult:
    """The decision, or FAIL if it would exceed a limit."""
    if decision is Decision.APPROVE:
        return RoutingResult(Route.APPROVE, "The response goes to the user.")
    if decision is Decision.FAIL:
        return RoutingResult(Route.FAIL, "Nothing in this response can be repaired; a reviewer decides.")
    limit = _exceeded(decision, counters, policy)
    if limit:
        return RoutingResult(Route.FAIL, f"{limit} A reviewer decides.", limit)
    if decision is Decision.REVISE:
        return RoutingResult(Route.REVISE, f"Back to synthesis with hints (REVISE {counters.revise + 1}).")
    return RoutingResult(Route.RETRY, f"Back to the planner with fixes (RETRY {counters.retry + 1}).")


def _exceeded(decision: Decision, counters: Counters, policy: ResponsePolicy) -> str:
    if decision is Decision.REVISE and counters.revise >= policy.revise_limit:
        return _used_up(policy.revise_limit, "revision")
    if decision is Decision.RETRY and counters.retry >= policy.retry_limit:
        return _used_up(policy.retry_limit, "retry")
    if counters.revise + counters.retry >= policy.total_limit:
        return _used_up(policy.total_limit, "loop")
    return ""


def _used_up(limit: int, noun: str) -> str:
    """`Both revisions are used.`, `All 3 loops are used.`"""
    if limit == 0:
        return f"No {noun} is allowed."
    if limit == 1:
        return f"The only {noun} is used."
    several = f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"
    return f"{'Both' if limit == 2 else f'All {limit}'} {several} are used."


_USED_UP = re.compile(
    r"(?:No (?:revision|retry|loop) is allowed|The only (?:revision|retry|loop) is used"
    r"|(?:Both|All \d+) (?:revisions|retries|loops) are used)\."
)


def split_limit(why: str) -> tuple[str, str]:
    """Splits a reason into the sentence about a limit at its start, or an empty string, and the rest."""
    found = _USED_UP.match(why)
    return (found[0], why[found.end() :].strip()) if found else ("", why)
