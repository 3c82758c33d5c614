"""`/stats/...`: the figures of the insights page for the key's own pipeline, each with its n."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from validation.domain.attempt import Route
from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.agreement import share
from validation.domain.verdict import Decision
from validation.insights.queries import insights as read
from validation.insights.queries.calibration import Calibration, calibration
from validation.insights.queries.insights import BINS, InsightScope, KindCount
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import MeasuredOut, Number, Out, Span, Text

router = Router(tags=["stats"])
_ROUTES = [route.value for route in Route]
_DECISIONS = [decision.value for decision in Decision]


class RoutesOut(Out):
    """Attempts by route."""

    APPROVE: int
    REVISE: int
    RETRY: int
    FAIL: int
    HALT: int


class RoutesBucketOut(RoutesOut):
    """Attempts by route in one interval of time; `at` is its beginning."""

    at: datetime


class ConfidenceBinOut(Out):
    """Decisions with a confidence from `from` up to `to`."""

    from_: Number = Field(alias="from")
    to: Number
    APPROVE: int
    REVISE: int
    RETRY: int
    FAIL: int


class DecisionStats(Out):
    """Counts of decisions. `halted` is a share of all attempts, `approved` of the decided ones."""

    n: int
    routes: RoutesOut
    halted: MeasuredOut
    approved: MeasuredOut
    span: str
    over_time: list[RoutesBucketOut]
    confidence: list[ConfidenceBinOut]


class CheckCountOut(Out):
    """How often one check passed and failed."""

    pass_: int = Field(alias="pass")
    fail: int
    not_applicable: int
    failure_rate: MeasuredOut


class CheckStats(Out):
    """Each check by name."""

    n: int
    checks: dict[str, CheckCountOut]


class ReliabilityOut(Out):
    """Verdicts with a confidence from `from` up to `to`: their mean confidence, and the share approved without
    edits."""

    from_: Number = Field(validation_alias="low", serialization_alias="from")
    to: Number = Field(validation_alias="high")
    confidence: float | None
    approved_as_is: MeasuredOut = Field(validation_alias="sound")


class VerdictAgreementOut(Out):
    """The share of equal verdicts, and Cohen's kappa."""

    same: MeasuredOut
    kappa: MeasuredOut


class AgreementOut(Out):
    """The agreement of judge and reviewers in one group: all, or one judge, prompt, policy or pipeline."""

    by: str
    name: str
    n: int
    decision: VerdictAgreementOut
    checks: VerdictAgreementOut


class CalibrationStats(Out):
    """Verdicts compared with rulings. `more` is true if older rulings were left out."""

    n: int
    more: bool
    reliability: list[ReliabilityOut] = Field(validation_alias="bins")
    agreement: list[AgreementOut] = Field(validation_alias="groups")


class InsightQuery(Span):
    """Which judgements are counted."""

    judge: Text = ""


@router.get("/stats/decisions", response=DecisionStats, by_alias=True, auth=auth.read, summary="Count decisions")
def get_decisions(request: AuthedRequest, asked: Query[InsightQuery]) -> dict[str, Any]:
    """Attempts by route, over time and by confidence. Halts are not decisions and are counted separately."""
    return decision_stats(_scope(request, asked))


@router.get("/stats/checks", response=CheckStats, by_alias=True, auth=auth.read, summary="Count failed checks")
def get_checks(request: AuthedRequest, asked: Query[InsightQuery]) -> dict[str, Any]:
    """How often each check failed among the judgements it applied to."""
    return check_stats(_scope(request, asked))


@router.get(
    "/stats/calibration",
    response=CalibrationStats,
    by_alias=True,
    auth=auth.read,
    summary="Compare the judge with reviewers",
)
def get_calibration(request: AuthedRequest, asked: Query[InsightQuery]) -> Calibration:
    """Compares verdicts with the final rulings of reviewers, by the time of the ruling: reliability by confidence, and
    agreement."""
    return calibration(_scope(request, asked))


def _scope(request: AuthedRequest, asked: InsightQuery) -> InsightScope:
    """The scope of the key's own pipeline."""
    return InsightScope(request.auth.pipeline.name, asked.since, asked.until, asked.judge, now=timezone.now())


def decision_stats(scope: InsightScope) -> dict[str, Any]:
    span = read.span_of(scope)
    over_time = read.decisions_over_time(scope, span)
    routes = _by_kind(over_time, _ROUTES)
    bins = read.confidence_bins(scope)
    n = sum(routes.values())
    return {
        "n": n,
        "routes": routes,
        "halted": share(routes[Route.HALT], n),
        "approved": share(routes[Route.APPROVE], n - routes[Route.HALT]),
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
    counts = {(one.place, one.kind): one.n for one in read.check_states(scope)}
    checks, most = {}, 0
    for name in CheckName:
        states = {state.value: counts.get((name, state), 0) for state in CheckState}
        applied = states["pass"] + states["fail"]
        most = max(most, sum(states.values()))
        checks[name.value] = {**states, "failure_rate": share(states["fail"], applied)}
    return {"n": most, "checks": checks}


def _by_kind(counted: Iterable[KindCount], kinds: list[str]) -> dict[str, int]:
    found = list(counted)
    return {kind: sum(one.n for one in found if one.kind == kind) for kind in kinds}
