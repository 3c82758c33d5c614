"""`/comparisons`: two judges, prompts or policies on cases whose truth is known."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q
from django.http import StreamingHttpResponse
from django.utils import timezone
from ninja import Router
from ninja.responses import Status

from validation.domain.errors import FieldError, InputRejected, NotFound
from validation.models import Policy
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Text
from validation.platform.policies import policy_in_force
from validation.platform.work.enqueue import enqueue
from validation.response.queries.blind_attempts import blind_attempts
from validation.trust.actions.comparisons import Side, start_comparison
from validation.trust.api.comparison_schemas import (
    ComparedCasePage,
    ComparisonIn,
    ComparisonOut,
    ComparisonPage,
    SideIn,
)
from validation.trust.queries.comparison_resource import (
    case_resource,
    cases_csv,
    comparison_resource,
    comparison_summary,
)
from validation.trust.queries.comparisons import (
    PAGE,
    ComparisonFilter,
    ReadComparison,
    Show,
    list_comparisons,
    read_comparison,
)
from validation.trust.tasks import run_comparisons

router = Router(tags=["comparisons"])


@router.get("/comparisons", response=ComparisonPage, auth=auth.admin, summary="List comparisons")
def get_comparisons(request: AuthedRequest, cursor: Text | None = None, limit: int = PAGE) -> Any:
    """Those of the key's own pipeline, newest first, without figures."""
    wanted = ComparisonFilter(request.auth.pipeline.name, with_common=False)
    page = list_comparisons(wanted, cursor=cursor, limit=limit)
    return page.resource(lambda row: comparison_summary(row, row.n, row.judged))  # type: ignore[attr-defined]


@router.post("/comparisons", response={201: ComparisonOut}, auth=auth.admin, summary="Start a comparison")
def post_comparison(request: AuthedRequest, body: ComparisonIn) -> Any:
    """On the newest 300 cases of the key's own pipeline at most, which workers judge one after the other: read it
    again, and `judged` tells how far they are. No decision changes."""
    made = start_comparison(
        first=_side(request, "first", body.first),
        second=_side(request, "second", body.second),
        cases=body.cases,
        pipeline=request.auth.pipeline,
        by=request.auth.actor,
        now=timezone.now(),
    )
    enqueue(run_comparisons, "evidence")
    return Status(201, comparison_resource(_require(request, made.pk)))


@router.get("/comparisons/{comparison_id}", response=ComparisonOut, auth=auth.admin, summary="Show a comparison")
def get_comparison(request: AuthedRequest, comparison_id: uuid.UUID) -> dict[str, Any]:
    """With the figures of both sides over what is judged so far."""
    return comparison_resource(_require(request, comparison_id))


@router.get(
    "/comparisons/{comparison_id}/cases", response=ComparedCasePage, auth=auth.admin, summary="List compared cases"
)
def get_cases(
    request: AuthedRequest,
    comparison_id: uuid.UUID,
    show: Show = Show.DIFFER,
    cursor: Text | None = None,
    limit: int = PAGE,
) -> dict[str, Any]:
    """Judged cases in their order, without texts. Follow `next` for more."""
    page = _require(request, comparison_id).cases_page(show, cursor=cursor, limit=limit)
    return page.resource(case_resource)


@router.get("/export/comparisons/{comparison_id}.csv", auth=auth.admin, summary="Export compared cases")
def export_comparison(request: AuthedRequest, comparison_id: uuid.UUID) -> StreamingHttpResponse:
    """Every judged case with what both sides made of it, one a line."""
    lines = cases_csv(_require(request, comparison_id))
    headers = {"Content-Disposition": 'attachment; filename="comparison.csv"'}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


def _side(request: AuthedRequest, name: str, told: SideIn) -> Side:
    """Of policies a key knows the common ones and those of its own pipeline."""
    pipeline = request.auth.pipeline
    known = Policy.objects.filter(Q(pipeline=None) | Q(pipeline=pipeline), number=told.policy)
    if told.policy and not known.exists():
        message = f"There is no policy {told.policy}. Choose a published one."
        raise InputRejected("comparison_invalid", message, (FieldError(name, message),))
    return Side(told.judge, told.prompt, told.policy or policy_in_force(pipeline.pk).number)


def _require(request: AuthedRequest, pk: uuid.UUID) -> ReadComparison:
    hidden = blind_attempts(request.auth.actor)
    read = read_comparison(pk, hidden=hidden, pipeline=request.auth.pipeline)
    if read is None:
        raise NotFound("comparison_unknown", f"There is no comparison {pk} in this key's pipeline.")
    return read
