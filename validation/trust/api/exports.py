"""`/export/labelled.jsonl`: audited decisions as a labelled data set for evaluating judges, prompts and policies."""

from __future__ import annotations

from typing import Literal

from django.http import StreamingHttpResponse
from ninja import Router

from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Moment, Text
from validation.platform.paging.csv_text import download
from validation.platform.paging.filters import SpanFilter
from validation.trust.estimates.disagreements import DisagreementFilter
from validation.trust.queries.labelled import labelled_lines, labelled_rows

router = Router(tags=["export"])


@router.get("/export/labelled.jsonl", auth=auth.read, summary="Export audited decisions as a labelled set")
def export_labelled(
    request: AuthedRequest,
    which: Literal["disagreements", "all"] = "disagreements",
    check: Text = "",
    finding: Text = "",
    since: Moment | None = None,
    until: Moment | None = None,
) -> StreamingHttpResponse:
    """One item per line, in the schema that `run_evals response` reads. With `all`, every audited decision with a known
    truth, newest first; otherwise the disagreements among the newest 3,000 audits, most severe first."""
    wanted = DisagreementFilter(check=check, finding=finding) if which == "disagreements" else None
    rows = labelled_rows(SpanFilter(request.auth.pipeline.name, since, until), wanted)
    return download(labelled_lines(rows), "audits.jsonl")
