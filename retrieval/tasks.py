"""Background tasks of the retrieval gate."""

from __future__ import annotations

import uuid
from time import perf_counter

from celery import shared_task
from django.utils import timezone

from retrieval.actions.configured import RetrievalJudge, configured_judge, drop_oldest_vectors
from retrieval.actions.record import RecordResult, record_result, record_stored
from retrieval.domain.output.assembly import assemble_halt
from retrieval.domain.result import RetrievalResult
from retrieval.models import Retrieval, StoredResult
from validation.platform.live import Topic, publish, waiting_group
from validation.platform.work.judge_run import judge_and_record
from validation.platform.work.leased_work import ClaimedWork, claim_queued


def judge_retrieval(retrieval_id: str) -> None:
    """Claims the retrieval, reuses a stored result or judges with no transaction open, records, notifies listeners."""
    claimed = claim_queued(Retrieval, uuid.UUID(retrieval_id), now=timezone.now())
    if claimed is None:
        return
    recorded = _judge_and_record(claimed, configured_judge())
    if recorded is not None:
        publish_result(recorded.retrieval_id, recorded.intervention_id)


def _judge_and_record(claimed: ClaimedWork[Retrieval], judge: RetrievalJudge) -> RecordResult | None:
    text, policy = claimed.row.text, claimed.policy.read().retrieval
    address = judge.address(text.query, text.chunks, policy)
    stored = StoredResult.objects.filter(pk=address).first()
    if stored is not None:
        return record_stored(claimed=claimed, stored=stored, now=timezone.now())
    started = perf_counter()

    def timed(result: RetrievalResult) -> tuple[RetrievalResult, float]:
        return result, 1000 * (perf_counter() - started)

    return judge_and_record(
        lambda: timed(judge.judge(text.query, text.chunks, policy)),
        lease=claimed.lease,
        halt=lambda halt: timed(assemble_halt(halt, judge=judge.name)),
        record=lambda judged: record_result(
            claimed=claimed,
            result=judged[0],
            address=address,
            made_by=judge.name,
            elapsed_ms=judged[1],
            now=timezone.now(),
        ),
    )


def publish_result(retrieval_id: uuid.UUID, intervention_id: uuid.UUID | None) -> None:
    """Notifies open pages and waiting calls; call it after the commit."""
    publish(Topic.RETRIEVALS, str(retrieval_id), waiters=waiting_group("retrieval", str(retrieval_id)))
    if intervention_id is not None:
        publish(Topic.INTERVENTIONS, str(intervention_id))


@shared_task
def trim_vectors() -> int:
    """Limits the size of the table of cached vectors."""
    return drop_oldest_vectors()
