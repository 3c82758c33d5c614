"""Background work of the retrieval gate. A message only wakes a worker: the row it names is the truth. The clock is
read here and passed down."""

from __future__ import annotations

import logging
import uuid
from time import perf_counter

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from retrieval.actions import judging
from retrieval.actions.configured import RetrievalJudge, configured_judge, judge_answers
from retrieval.actions.judging import MAX_TRIES, Claimed
from retrieval.actions.record import Recorded, record_result, record_stored
from retrieval.actions.vector_cache import drop_oldest_vectors
from retrieval.domain.assembly import assemble_halt
from retrieval.domain.result import RetrievalResult
from retrieval.models import StoredResult
from validation.domain.halt import Halt, HaltCause
from validation.domain.policy import RetrievalPolicy
from validation.platform.live import Topic, publish, waiters_of
from validation.platform.work.outages import outlasting
from validation.tasks import call, judging_lease

logger = logging.getLogger(__name__)


def queue_retrieval(retrieval_id: uuid.UUID | str) -> None:
    """An LLM is waited for on the I/O queue; the embedded judge computes on the CPU queue."""
    call(judge_retrieval, "judging" if settings.COUNTERSIGN_JUDGE == "vllm" else "evidence", str(retrieval_id))


@shared_task(name="retrieval.tasks.judge_retrieval")
def judge_retrieval(retrieval_id: str) -> None:
    """Claims the retrieval, answers with a stored result or judges with no transaction open, records, tells whoever
    waits."""
    claimed = judging.claim(retrieval_id=uuid.UUID(retrieval_id), now=timezone.now(), lease=judging_lease())
    if claimed is None:
        return
    recorded = _settle(claimed, configured_judge())
    if recorded is not None:
        tell(recorded.retrieval_id, recorded.intervention_id)


def _settle(claimed: Claimed, judge: RetrievalJudge) -> Recorded | None:
    policy = claimed.policy.read().retrieval
    address = judge.address(claimed.query, claimed.chunks, policy)
    stored = StoredResult.objects.filter(pk=address).first()
    if stored is not None:
        return record_stored(claimed=claimed, stored=stored, now=timezone.now())
    started = perf_counter()
    result = _judge(claimed, judge, policy)
    if result is None:
        judging.give_back(claimed=claimed)
        return None
    elapsed = perf_counter() - started

    def write() -> Recorded | None:
        return record_result(
            claimed=claimed,
            result=result,
            address=address,
            made_by=judge.name,
            elapsed_ms=1000 * elapsed,
            now=timezone.now(),
        )

    return outlasting(write, seconds=judging_lease().total_seconds() - elapsed)


def _judge(claimed: Claimed, judge: RetrievalJudge, policy: RetrievalPolicy) -> RetrievalResult | None:
    """None when our own code broke on it: the sweeper calls for it again, and the last try halts it. What took every
    worker with it, so that nobody came back to say so, is not tried once more."""
    if claimed.tries > MAX_TRIES:
        return _given_up(
            f"Judging was begun {MAX_TRIES} times and never came to an end: its workers died or stalled.", judge
        )
    try:
        return judge.judge(claimed.query, claimed.chunks, policy)
    except Exception as error:
        logger.exception("judging broke", extra={"retrieval": str(claimed.retrieval_id), "tries": claimed.tries})
        if claimed.tries < MAX_TRIES:
            return None
        message = f"Judging broke {claimed.tries} times, last with {type(error).__name__}. The log holds the trace."
        return _given_up(message, judge)


def _given_up(message: str, judge: RetrievalJudge) -> RetrievalResult:
    return assemble_halt(Halt(HaltCause.INPUT_MALFORMED, message), findings=(), judge=judge.name)


def tell(retrieval_id: uuid.UUID, intervention_id: uuid.UUID | None) -> None:
    """Open pages and waiting calls; called after commit."""
    publish(Topic.RETRIEVALS, str(retrieval_id), waiters=waiters_of("retrieval", str(retrieval_id)))
    if intervention_id is not None:
        publish(Topic.INTERVENTIONS, str(intervention_id))


@shared_task(name="retrieval.tasks.sweep")
def sweep() -> int:
    """Calls again for what a dead worker held or a lost message left behind."""
    waiting = judging.sweep(now=timezone.now())
    for retrieval_id in waiting:
        queue_retrieval(retrieval_id)
    return len(waiting)


@shared_task(name="retrieval.tasks.recover")
def recover() -> int:
    """When a judge that was away answers one question again, what its absence halted goes back to the queue."""
    if not judging.awaits_recovery() or not judge_answers():
        return 0
    queued = judging.requeue_recovered()
    for retrieval_id in queued:
        queue_retrieval(retrieval_id)
    return len(queued)


@shared_task(name="retrieval.tasks.trim_vectors")
def trim_vectors() -> int:
    """Keeps the table of vectors from growing without end."""
    return drop_oldest_vectors()
