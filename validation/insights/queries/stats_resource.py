"""Decisions, checks and calibration as the API shows them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from validation.domain.attempt import Route
from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import share
from validation.domain.verdict import Decision
from validation.insights.queries import insights as read
from validation.insights.queries.calibration import Group, calibration
from validation.insights.queries.insights import BINS, Counted, InsightScope

_ROUTES = [route.value for route in Route]
_DECISIONS = [decision.value for decision in Decision]


def decision_stats(scope: InsightScope) -> dict[str, Any]:
    span = read.span_of(scope)
    over_time = read.decisions_over_time(scope, span)
    routes = _by_kind(over_time, _ROUTES)
    bins = read.confidence_bins(scope)
    n = sum(routes.values())
    return {
        "n": n,
        "routes": routes,
        "halted": asdict(share(routes[Route.HALT], n)),
        "approved": asdict(share(routes[Route.APPROVE], n - routes[Route.HALT])),
        "span": span,
        "over_time": [
            {"at": at, **_by_kind([one for one in over_time if one.place == at], _ROUTES)}
            for at in dict.fromkeys(one.place for one in over_time)
        ],
        "confidence": [
            {"from": at / BINS, "to": (at + 1) / BINS, **_by_kind([one for one in bins if one.place == at], _DECISIONS)}
            for at in range(BINS)
        ],
    }


def check_stats(scope: InsightScope) -> dict[str, Any]:
    told = {(one.place, one.kind): one.n for one in read.check_states(scope)}
    checks, most = {}, 0
    for name in CheckName:
        states = {state.value: told.get((name, state), 0) for state in CheckState}
        applied = states["pass"] + states["fail"]
        most = max(most, sum(states.values()))
        checks[name.value] = {**states, "failure_rate": asdict(share(states["fail"], applied))}
    return {"n": most, "checks": checks}


def calibration_stats(scope: InsightScope) -> dict[str, Any]:
    """`more` says that older rulings were left out."""
    told = calibration(scope)
    return {
        "n": told.n,
        "more": told.more,
        "reliability": [
            {"from": one.low, "to": one.high, "confidence": one.confidence, "approved_as_is": asdict(one.sound)}
            for one in told.bins
        ],
        "agreement": [_agreement(group) for group in told.groups],
    }


def _agreement(group: Group) -> dict[str, Any]:
    agreed = group.agreement
    return {
        "by": group.by,
        "name": group.name,
        "n": group.n,
        "decision": {"same": asdict(agreed.same), "kappa": asdict(agreed.kappa)},
        "checks": {"same": asdict(agreed.checks_same), "kappa": asdict(agreed.checks_kappa)},
    }


def _by_kind(counted: Any, kinds: list[str]) -> dict[str, int]:
    told: list[Counted] = list(counted)
    return {kind: sum(one.n for one in told if one.kind == kind) for kind in kinds}
