"""`/query-analyses`: is the output of phase 1 coherent enough to proceed (spec 2, API.md)?"""

from __future__ import annotations

import uuid
from typing import Annotated, Any

from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils import timezone
from ninja import Query, Router

from validation.domain.codes.problems import ProblemCode
from validation.judge.configured import configured_llm_client
from validation.models import QueryAnalysisRecord
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, own_record
from validation.platform.http.schemas import In, Json, Name, Paging, Span, Text, one_of
from validation.platform.http.waiting import release_connections
from validation.platform.live import Topic, publish
from validation.platform.paging.csv_text import download
from validation.platform.policies import policy_in_force
from validation.platform.work.idempotency import earlier_use, key_use
from validation.query_analysis.actions.query_analyses import (
    KEYED,
    AnalysisSubmission,
    RecordedAnalysis,
    judge_query_analysis,
    record_query_analysis,
)
from validation.query_analysis.gate.result import Status
from validation.query_analysis.queries.query_analyses import (
    AnalysisFilter,
    analyses_csv,
    list_analyses,
    load_analysis,
)
from validation.query_analysis.queries.query_analysis_stats import AnalysisStats, analysis_stats
from validation.query_analysis.schemas import QueryAnalysisOut, QueryAnalysisPage, QueryAnalysisStats
from validation.query_analysis.tasks import queue_sorting

router = Router(tags=["query analyses"])


class QueryAnalysisIn(In):
    """A query analysis to judge. Any JSON is accepted as `analysis`; one that is not a valid QueryAnalysis is stored
    and halted."""

    raw_query: Text
    """What the user wrote."""
    analysis: Json
    """The QueryAnalysis that phase 1 of the pipeline produced."""
    turn_id: Name | None = None
    """The id of the turn."""


@router.post("/query-analyses", response=QueryAnalysisOut, auth=auth.ingest, summary="Judge a query analysis")
def post_query_analysis(request: AuthedRequest, body: QueryAnalysisIn) -> QueryAnalysisRecord | None:
    """The verdict is `pass`, `retry` or `clarify`, or the analysis halts. An LLM, if one is configured, is called only
    for queries that pass the rules. `Idempotency-Key` makes a retry safe: it does not count as another retry of the
    turn."""
    key = key_use(request.headers.get("Idempotency-Key"), body.model_dump())
    known = earlier_use(key, pipeline=request.auth.pipeline, resource=KEYED)
    if known is not None:
        return load_analysis(uuid.UUID(known))
    submission = AnalysisSubmission(body.raw_query, body.analysis, body.turn_id or "")
    policy, llm_client = policy_in_force(request.auth.pipeline), configured_llm_client()
    if llm_client is not None:
        release_connections()
    timed = judge_query_analysis(submission, llm_client=llm_client)
    recorded = record_query_analysis(
        pipeline=request.auth.pipeline,
        submission=submission,
        timed=timed,
        policy=policy,
        by=request.auth.actor,
        now=timezone.now(),
        key=key,
    )
    if recorded.created:
        transaction.on_commit(lambda: _publish_changes(recorded))
    return load_analysis(recorded.record.pk)


def _publish_changes(recorded: RecordedAnalysis) -> None:
    publish(Topic.QUERY_ANALYSES, str(recorded.record.pk))
    queue_sorting(recorded.record)
    if recorded.intervention_id is not None:
        publish(Topic.INTERVENTIONS, str(recorded.intervention_id))


class AnalysisQuery(Span):
    """What the log can be narrowed by."""

    turn_id: Text = ""
    status: Annotated[Text, one_of(*Status, "halted")] = ""


@router.get("/query-analyses", response=QueryAnalysisPage, auth=auth.read, summary="List query analyses")
def get_query_analyses(request: AuthedRequest, asked: Query[AnalysisQuery], paging: Query[Paging]) -> Any:
    """Newest first, without bodies. `status` is pass, retry, clarify or halted. `next` is the cursor of the next
    page."""
    return list_analyses(_wanted(request, asked), **paging.model_dump()).resource()


@router.get("/query-analyses/{analysis_id}", response=QueryAnalysisOut, auth=auth.read, summary="Show a query analysis")
def get_query_analysis(request: AuthedRequest, analysis_id: uuid.UUID) -> QueryAnalysisRecord:
    """The analysis as it was sent, with its verdict."""
    return own_record(request, load_analysis(analysis_id), ProblemCode.QUERY_ANALYSIS_UNKNOWN, analysis_id)


@router.get("/stats/query-analyses", response=QueryAnalysisStats, auth=auth.read, summary="Count query analyses")
def get_stats(request: AuthedRequest, span: Query[Span]) -> AnalysisStats:
    """How often each status occurs, which issues recur, and whether failed resolution correlates with `clarify`, each
    with its sample size `n`."""
    return analysis_stats(_wanted(request, span))


@router.get("/stats/query-analyses.csv", auth=auth.read, summary="Download the log of query analyses")
def get_csv(request: AuthedRequest, span: Query[Span]) -> StreamingHttpResponse:
    """The query analyses that the figures are computed from, newest first."""
    return download(analyses_csv(_wanted(request, span)), "query-analyses.csv")


def _wanted(request: AuthedRequest, asked: Span) -> AnalysisFilter:
    """A filter for the key's own pipeline."""
    return AnalysisFilter(pipeline=request.auth.pipeline.name, **asked.model_dump())
