"""Tasks that judge query analyses again and sort their issues into topics. They read the clock and pass it down."""

from __future__ import annotations

import uuid

from celery import shared_task
from django.utils import timezone

from validation.embeddings.configured import configured_embedder
from validation.judge.configured import configured_llm_client
from validation.models import QueryAnalysisRecord
from validation.platform.interventions.surroundings import latest_work
from validation.platform.live import Topic, publish
from validation.platform.tasks import enqueue_deliveries
from validation.platform.work.enqueue import enqueue
from validation.platform.work.judge_run import judge_and_record
from validation.platform.work.leased_work import claim_queued
from validation.query_analysis.actions import issue_topics, query_analyses_again
from validation.query_analysis.actions.query_analyses import AnalysisSubmission, judge_query_analysis
from validation.query_analysis.gate.result import QUERY_ANALYSIS


def judge_query_analysis_again(analysis_id: str) -> None:
    """Claims the analysis, judges it outside of a transaction, records the result, and publishes the change."""
    claimed = claim_queued(QueryAnalysisRecord, uuid.UUID(analysis_id), now=timezone.now())
    if claimed is None:
        return
    text = claimed.row.text
    submission = AnalysisSubmission(text.raw_query, text.analysis, claimed.row.turn_id)
    recorded = judge_and_record(
        lambda: judge_query_analysis(submission, llm_client=configured_llm_client()),
        lease=claimed.lease,
        halt=query_analyses_again.halted,
        record=lambda timed: query_analyses_again.record_again(claimed=claimed, timed=timed, now=timezone.now()),
    )
    if recorded is None:
        return
    publish(Topic.QUERY_ANALYSES, analysis_id)
    queue_sorting(recorded.record)
    work = recorded.intervention_id or latest_work(QUERY_ANALYSIS, [analysis_id]).get(analysis_id)
    publish(Topic.INTERVENTIONS, str(work))
    enqueue_deliveries()


def queue_sorting(record: QueryAnalysisRecord) -> None:
    """Enqueues sorting for issues raised by an LLM; those of rules have a fixed topic."""
    if record.judge == "vllm" and record.status != "pass":
        enqueue(sort_issues, "evidence")


@shared_task
def sort_issues() -> None:
    while issue_topics.sort_issues(embedder=configured_embedder()):
        pass
