"""`/export/...`: attempts and interventions as CSV for a spreadsheet, or complete as JSON lines. Streamed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from django.http import StreamingHttpResponse
from ninja import Query, Router
from ninja.responses import NinjaJSONEncoder

from validation.desk.queries.interventions import InterventionFilter, wanted_interventions
from validation.desk.schemas import InterventionQuery
from validation.insights.queries.export import attempt_records, intervention_records, interventions_csv
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.paging.csv_text import download
from validation.response.queries.attempts import AttemptFilter, wanted_attempts, with_neighbours
from validation.response.queries.attempts_csv import attempts_csv
from validation.response.schemas import AttemptOut, AttemptQuery

router = Router(tags=["export"])
Format = Literal["csv", "jsonl"]


@router.get("/export/attempts.{suffix}", auth=auth.read, summary="Export attempts")
def export_attempts(request: AuthedRequest, suffix: Format, asked: Query[AttemptQuery]) -> StreamingHttpResponse:
    """Accepts the filters of `GET /attempts`; newest first. Each line of `jsonl` is the resource of `GET
    /attempts/{id}`; `csv` contains no texts."""
    wanted = AttemptFilter(pipeline=request.auth.pipeline.name, **asked.model_dump())
    if suffix == "csv":
        return download(attempts_csv(wanted), f"attempts.{suffix}")
    rows = with_neighbours(wanted_attempts(wanted))
    shown = (AttemptOut.model_validate(record).model_dump() for record in attempt_records(rows))
    return download(_lines(shown), f"attempts.{suffix}")


@router.get("/export/interventions.{suffix}", auth=auth.read, summary="Export interventions")
def export_interventions(
    request: AuthedRequest, suffix: Format, asked: Query[InterventionQuery]
) -> StreamingHttpResponse:
    """Accepts the filters of `GET /interventions`; newest first. Each line of `jsonl` is the resource of `GET
    /interventions/{id}`; `csv` adds the last final ruling."""
    rows = wanted_interventions(request.auth.pipeline, InterventionFilter(**asked.model_dump()))
    if suffix == "csv":
        return download(interventions_csv(rows), f"interventions.{suffix}")
    return download(_lines(intervention_records(rows)), f"interventions.{suffix}")


def _lines(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    return (json.dumps(record, cls=NinjaJSONEncoder, ensure_ascii=False) + "\n" for record in records)
