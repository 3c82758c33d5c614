"""Background work. A message only wakes a worker: the row it names is the truth, so a lost or doubled message does no
harm (DESIGN, section 3, rules 1 and 2). The clock is read here and passed down."""

from __future__ import annotations

import logging
import uuid
from dataclasses import replace
from datetime import datetime
from time import monotonic

from celery import Task, shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from validation.desk.actions import expiry, groups, rulings
from validation.domain.halt import Halt
from validation.embeddings.configured import configured_embedder
from validation.evidence.report import EvidenceReport
from validation.judge.configured import configured_asker, judge_answers
from validation.models import Attempt, Delivery, QueryAnalysisRecord
from validation.orchestration.actions import orchestration
from validation.platform.events import deliveries, events
from validation.platform.events.lanes import lanes
from validation.platform.events.resource import event_body
from validation.platform.events.send import Outcome, send
from validation.platform.live import Topic, publish, waiters_of
from validation.platform.retention import retention
from validation.platform.work.judge_run import RECORD_WITHIN_S, judge_under_lease
from validation.platform.work.leased_work import WorkKind, lost_messages, register
from validation.platform.work.outages import outlasting
from validation.platform.workers.record import record_heartbeat
from validation.platform.workers.state import SCHEDULE, judging_queue
from validation.query_analysis.actions import issue_topics, query_analyses_again
from validation.query_analysis.actions.query_analyses import judge_query_analysis
from validation.query_analysis.queries.query_analyses import intervention_of
from validation.response.actions import judging, learning
from validation.response.actions.judging import Claimed
from validation.response.actions.record import Recorded, record_judgement
from validation.response.gate.gate import EMBEDDED, Judged, judge_response
from validation.response.gate.principle import worded

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 50
"""Deliveries of one tick; the next one goes on."""


def queue_attempt(attempt_id: uuid.UUID | str) -> None:
    call(judge_attempt, judging_queue(), str(attempt_id))


def call(task: Task, queue: str, *args: str) -> None:
    """A broker that is away costs the sweeper's interval, not the request: the row is stored."""
    try:
        task.apply_async(args=args, queue=queue)
    except OperationalError:
        logger.warning("broker away, the sweeper will call", extra={"task": task.name})


@shared_task(name="validation.tasks.judge_attempt")
def judge_attempt(attempt_id: str) -> None:
    """Claims the attempt, judges it with no transaction open, records, tells whoever waits."""
    claimed = judging.claim(attempt_id=uuid.UUID(attempt_id), now=timezone.now())
    if claimed is None:
        return
    judged = judge_under_lease(lambda: _judge(claimed), lease=claimed.lease, halt=_halted)
    if judged is None:
        return
    recorded = outlasting(
        lambda: record_judgement(claimed=claimed, judged=judged, now=timezone.now()), seconds=RECORD_WITHIN_S
    )
    if recorded is not None:
        _tell(recorded)


def _judge(claimed: Claimed) -> Judged:
    began = monotonic()
    judged = judge_response(
        claimed.submission,
        policy=claimed.policy.read().response,
        asker=configured_asker(),
        deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE),
    )
    if judged.record is not EMBEDDED:
        return judged
    return replace(judged, record=replace(EMBEDDED, latency_ms=round((monotonic() - began) * 1000)))


def _halted(halt: Halt) -> Judged:
    empty = EvidenceReport(claims=(), findings=(), requirements=(), checks={}, grounded=None)
    return Judged(None, halt, empty, EMBEDDED)


def _tell(recorded: Recorded) -> None:
    attempt = str(recorded.attempt_id)
    publish(Topic.ATTEMPTS, attempt, waiters=waiters_of("attempt", attempt))
    if recorded.intervention_id is not None:
        publish(Topic.INTERVENTIONS, str(recorded.intervention_id))
    if recorded.to_deliver:
        call(deliver_due, "delivery")
    if recorded.approved_after_revise:
        _queue_learning(attempt)
    following = judging.next_in_turn(recorded.attempt_id, now=timezone.now()) if recorded.followed else None
    if following is not None:
        queue_attempt(following)


def queue_query_analysis(analysis_id: uuid.UUID | str) -> None:
    """A halted one that is judged again; the first time it is judged in the request."""
    call(judge_query_analysis_again, "judging", str(analysis_id))


@shared_task(name="validation.tasks.judge_query_analysis_again")
def judge_query_analysis_again(analysis_id: str) -> None:
    """Claims the analysis, judges it with no transaction open, records, tells open pages."""
    claimed = query_analyses_again.claim(analysis_id=uuid.UUID(analysis_id), now=timezone.now())
    if claimed is None:
        return
    timed = judge_under_lease(
        lambda: judge_query_analysis(
            claimed.submission, policy=claimed.policy.read().query_analysis, asker=configured_asker()
        ),
        lease=claimed.lease,
        halt=query_analyses_again.halted,
    )
    if timed is None:
        return
    recorded = outlasting(
        lambda: query_analyses_again.record_again(claimed=claimed, timed=timed, now=timezone.now()),
        seconds=RECORD_WITHIN_S,
    )
    if recorded is None:
        return
    publish(Topic.QUERY_ANALYSES, analysis_id)
    queue_sorting(recorded.record)
    publish(Topic.INTERVENTIONS, str(recorded.intervention_id or intervention_of(analysis_id)))
    call(deliver_due, "delivery")


def queue_sorting(record: QueryAnalysisRecord) -> None:
    """Rules sort their own issues; what an LLM complained of is sorted by what it means."""
    if record.judge == "vllm" and record.status != "pass":
        call(sort_issues, "evidence")


@shared_task(name="validation.tasks.sort_issues")
def sort_issues() -> None:
    while issue_topics.sort_issues(embedder=configured_embedder()):
        pass


@shared_task(name="validation.tasks.learn")
def learn(attempt_id: str) -> None:
    """Draws the lesson of a revision that succeeded; a configured LLM may word it, and what it costs is kept."""
    principle = learning.learn_from(attempt_id=uuid.UUID(attempt_id), now=timezone.now())
    asker = configured_asker()
    material = learning.material_of(principle) if principle is not None and asker is not None else None
    if principle is None or asker is None or material is None:
        return
    deadline = float(settings.COUNTERSIGN_JUDGE_DEADLINE)
    learning.reword(principle_id=principle.pk, worded=worded(*material, asker=asker, deadline=deadline))


def _queue_learning(attempt_id: str) -> None:
    """Where an LLM words it, it is waited for."""
    call(learn, "judging" if settings.COUNTERSIGN_JUDGE == "vllm" else "housekeeping", attempt_id)


register(WorkKind(Attempt, judging.waiting, judging_queue, queue_attempt))
register(WorkKind(QueryAnalysisRecord, query_analyses_again.waiting, lambda: "judging", queue_query_analysis))


@shared_task(name="validation.tasks.sweep")
def sweep() -> int:
    """Puts back what dead workers held, and sends again the messages that the broker has lost."""
    return enqueue_lost(now=timezone.now())


def enqueue_lost(*, now: datetime, fresh: bool = False) -> int:
    sent = 0
    for kind, key in lost_messages(now=now, fresh=fresh):
        kind.enqueue(key)
        sent += 1
    return sent


@shared_task(name="validation.tasks.recover")
def recover() -> int:
    """When a judge that was away answers one question again, what its absence halted goes back to the queue."""
    awaited = groups.awaits_recovery() or query_analyses_again.awaits_recovery()
    if configured_asker() is None or not awaited or not judge_answers():
        return 0
    queued = groups.requeue_recovered(now=timezone.now())
    for attempt_id in queued:
        queue_attempt(attempt_id)
    analyses = query_analyses_again.requeue_recovered(now=timezone.now())
    for analysis_id in analyses:
        queue_query_analysis(analysis_id)
    return len(queued) + len(analyses)


@shared_task(name="validation.tasks.settle")
def settle() -> int:
    """Makes rulings final whose time to undo is over."""
    settled = rulings.settle_due(now=timezone.now())
    for one in settled:
        publish(Topic.INTERVENTIONS, str(one.intervention_id))
        publish(Topic.ATTEMPTS, one.subject_id)
    if settled:
        call(deliver_due, "delivery")
    return len(settled)


@shared_task(name="validation.tasks.expire")
def expire() -> int:
    """Applies the on-expiry rule to interventions whose due time has passed, frees claims whose lease ran out,
    forgets sessions that never returned, and calls for lessons that nobody drew."""
    orchestration.forget_expired_sessions(now=timezone.now())
    for attempt_id in learning.unlearned(now=timezone.now()):
        _queue_learning(str(attempt_id))
    expired = expiry.expire_due(now=timezone.now())
    for intervention_id in expired:
        publish(Topic.INTERVENTIONS, str(intervention_id))
    return len(expired)


@shared_task(name="validation.tasks.prune")
def prune() -> int:
    """Forgets what is older than it is to be kept; nothing where no time is set."""
    return sum(one.going for one in retention.prune(keep=settings.COUNTERSIGN_RETENTION, by="beat", now=timezone.now()))


@shared_task(name="validation.tasks.deliver_due")
def deliver_due() -> int:
    """Numbers new events for the feed and sends deliveries that are due, each claimed when its turn comes."""
    events.number_events()
    with lanes.lane() as got:
        for sent in range(SENT_AT_ONCE if got else 0):
            with lanes.claimed(now=timezone.now()) as delivery:
                if delivery is None:
                    return sent
                _deliver(delivery)
    return SENT_AT_ONCE if got else 0


def _deliver(delivery: Delivery) -> None:
    try:
        outcome = _sent(delivery)
    except Exception as error:
        logger.exception("sending broke", extra={"delivery": str(delivery.pk)})
        told = f"Sending broke with {type(error).__name__}. The log holds the trace."
        outcome = Outcome(False, None, told, permanent=False)
    if outcome.delivered:
        deliveries.record_delivered(delivery=delivery, status=outcome.status or 200, now=timezone.now())
    else:
        deliveries.record_failed(
            delivery=delivery,
            status=outcome.status,
            error=outcome.error,
            permanent=outcome.permanent,
            now=timezone.now(),
        )


def _sent(delivery: Delivery) -> Outcome:
    pipeline = delivery.event.pipeline
    secret = delivery.webhook.secret if delivery.webhook else pipeline.callback_secret if pipeline else ""
    return send(
        url=delivery.url,
        secret=secret,
        message_id=f"event_{delivery.event.position}",
        body=event_body(delivery.event),
        now=timezone.now(),
    )


@shared_task(name="validation.tasks.heartbeat")
def heartbeat() -> None:
    """The beat sends tasks, and a worker takes those of housekeeping."""
    record_heartbeat(process="beat", queues=[SCHEDULE], now=timezone.now())
