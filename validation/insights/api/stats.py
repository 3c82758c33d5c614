"""`/stats/...`: the figures of the insights page for scripts, of the key's own pipeline, each with its n."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from ninja import Router

from validation.insights.queries.insights import InsightScope
from validation.insights.queries.stats_resource import calibration_stats, check_stats, decision_stats
from validation.insights.schemas import CalibrationStats, CheckStats, DecisionStats
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Moment, Text

router = Router(tags=["stats"])


@router.get("/stats/decisions", response=DecisionStats, by_alias=True, auth=auth.read, summary="Count decisions")
def get_decisions(
    request: AuthedRequest, since: Moment | None = None, until: Moment | None = None, judge: Text = ""
) -> dict[str, Any]:
    """Attempts by route, over time and by confidence; halts are no decisions and have a share of their own."""
    return decision_stats(_scope(request, since, until, judge))


@router.get("/stats/checks", response=CheckStats, by_alias=True, auth=auth.read, summary="Count failed checks")
def get_checks(
    request: AuthedRequest, since: Moment | None = None, until: Moment | None = None, judge: Text = ""
) -> dict[str, Any]:
    """How often each check failed, of the judgements it applied to."""
    return check_stats(_scope(request, since, until, judge))


@router.get(
    "/stats/calibration",
    response=CalibrationStats,
    by_alias=True,
    auth=auth.read,
    summary="Compare the judge with reviewers",
)
def get_calibration(
    request: AuthedRequest, since: Moment | None = None, until: Moment | None = None, judge: Text = ""
) -> dict[str, Any]:
    """Judge against final rulings, by the time of the ruling: reliability by confidence, and agreement."""
    return calibration_stats(_scope(request, since, until, judge))


def _scope(request: AuthedRequest, since: datetime | None, until: datetime | None, judge: str) -> InsightScope:
    """Keys see their own pipeline only."""
    return InsightScope(request.auth.pipeline.name, judge, since, until, now=timezone.now())
