"""`/query-analyses`: is the output of phase 1 coherent enough to proceed (spec 2, API.md)?"""

from __future__ import annotations

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils import timezone
from ninja import Query, Router

from validation.domain.codes.problems import ProblemCode
from validation.judge.configured import configured_llm_client
from validation.judge.protocol import LlmClient
from validation.models import ApiKey, Pipeline, Policy, QueryAnalysisRecord
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, own_record
from validation.platform.http.schemas import In, Json, Name, Paging, Span, Text, one_of
from validation.platform.http.waiting import release_connections
from validation.platform.live import Topic, publish
from validation.platform.paging.csv_text import download
from validation.platform.policies import policy_in_force
from validation.platform.work.idempotency import KeyUse, earlier_use, key_use
from validation.query_analysis.actions.query_analyses import (
    KEYED,
    AnalysisSubmission,
    RecordedAnalysis,
    TimedAnswer,
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

MOST_ASKED = 16
"""Analyses of this process that the LLM is asked about at the same time; further ones wait for them."""
_asking = ThreadPoolExecutor(MOST_ASKED, thread_name_prefix="query-analysis")


class QueryAnalysisIn(In):
    """A query analysis to judge. Any JSON is accepted as `analysis`; one that is not a valid QueryAnalysis is stored
    and halted."""

    raw_query: Text
    """What the user wrote."""
    analysis: Json
    """The QueryAnalysis that phase 1 of the pipeline produced."""
    turn_id: Name | None = None
    """The id of the turn."""


@router.post("/query-analyses", response=QueryAnalysisOut, auth=auth.ingest_async, summary="Judge a query analysis")
async def post_query_analysis(request: AuthedRequest, body: QueryAnalysisIn) -> QueryAnalysisRecord | None:
    """The verdict is `pass`, `retry` or `clarify`, or the analysis halts. An LLM, if one is configured, is called only
    for queries that pass the rules. `Idempotency-Key` makes a retry safe: it does not count as another retry of the
    turn."""
    key = key_use(request.headers.get("Idempotency-Key"), body.model_dump())
    begun = await sync_to_async(_begin)(request.auth.pipeline, key)
    if isinstance(begun, str):
        return await sync_to_async(load_analysis)(uuid.UUID(begun))
    submission = AnalysisSubmission(body.raw_query, body.analysis, body.turn_id or "")
    timed = await sync_to_async(judge_query_analysis)(submission, llm_client=None)
    llm_client = configured_llm_client()
    if llm_client is not None and timed.judged.result.passes:
        timed = await _ask(submission, llm_client)
    return await sync_to_async(_record)(request.auth, submission, timed, begun, key)


def _begin(pipeline: Pipeline, key: KeyUse | None) -> Policy | str:
    """The policy to judge by, or the id of the record that an earlier call with the key made."""
    known = earlier_use(key, pipeline=pipeline, resource=KEYED)
    begun = policy_in_force(pipeline) if known is None else known
    release_connections()
    return begun


async def _ask(submission: AnalysisSubmission, llm_client: LlmClient) -> TimedAnswer:
    """Without a turn of the request threads, which the LLM would keep from everybody else. If the caller goes away,
    what was asked already was paid and is recorded; what only waits is not asked."""
    judge = partial(copy_context().run, judge_query_analysis, submission, llm_client=llm_client)
    asked = _asking.submit(judge)
    answered = asyncio.wrap_future(asked)
    try:
        return await asyncio.shield(answered)
    except asyncio.CancelledError:
        if asked.cancel():
            raise
        return await answered


def _record(
    api_key: ApiKey, submission: AnalysisSubmission, timed: TimedAnswer, policy: Policy, key: KeyUse | None
) -> QueryAnalysisRecord | None:
    recorded = record_query_analysis(
        pipeline=api_key.pipeline,
        submission=submission,
        timed=timed,
        policy=policy,
        by=api_key.actor,
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
