"""Background tasks of the response gate: judging attempts, and extracting improvement principles from them."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from time import monotonic

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from validation.domain.attempt import RESPONSE
from validation.domain.halt import Halt
from validation.evidence.report import EvidenceReport
from validation.judge.configured import configured_llm_client
from validation.platform import tracing
from validation.platform.live import NEW, Topic, publish, waiting_group
from validation.platform.tasks import enqueue_deliveries, enqueue_judgings
from validation.platform.work.enqueue import enqueue
from validation.platform.work.judge_run import judge_and_record
from validation.response.actions import judging, learning
from validation.response.actions.judging import ClaimedAttempt
from validation.response.actions.record import RecordResult, record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult, judge_response
from validation.response.gate.principle import word_principle
from validation.response.queries.blind_attempts import is_asked_about
from validation.response.queries.prompts import prompt_of


def judge_attempt(attempt_id: str) -> None:
    """Claims the attempt, judges it with no transaction open, records the result and notifies listeners."""
    claimed = judging.claim(attempt_id=uuid.UUID(attempt_id), now=timezone.now())
    if claimed is None:
        return
    recorded = judge_and_record(
        lambda: _judge(claimed),
        lease=claimed.lease,
        halt=_halt_result,
        record=lambda judged: record_judgement(claimed=claimed, judged=judged, now=timezone.now()),
        traceparent=claimed.submission.metadata.get(tracing.HEADER),
    )
    if recorded is not None:
        _notify(recorded)


def _judge(claimed: ClaimedAttempt) -> GateResult:
    began = monotonic()
    policy, llm_client = claimed.policy.read().response, configured_llm_client()
    judged = judge_response(
        claimed.submission,
        policy=policy,
        llm_client=llm_client,
        deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE),
        prompt=prompt_of(policy.prompt if llm_client else 0),
        typed=claimed.typed,
    )
    _trace(claimed, judged)
    if judged.record is not EMBEDDED:
        return judged
    return replace(judged, record=replace(EMBEDDED, latency_ms=round((monotonic() - began) * 1000)))


def _trace(claimed: ClaimedAttempt, judged: GateResult) -> None:
    """Records the result as events of the caller's span and attributes of ours: names, labels and figures, never
    submitted text."""
    submission, halt, decided = claimed.submission, judged.halt, judged.decided
    record = partial(
        tracing.record_evaluation,
        traceparent=submission.metadata.get(tracing.HEADER),
        turn_id=submission.turn_id,
        attempt_id=str(claimed.lease.key),
    )
    tracing.describe(turn_id=submission.turn_id, policy=claimed.policy.number, judge=judged.record.judge)
    if halt is not None:
        tracing.describe(decision="HALT", halt=halt.cause)
        record("decision", label="HALT", reason=halt.cause)
    if decided is not None:
        tracing.describe(decision=decided.decision, confidence=decided.confidence)
        record("decision", label=decided.decision, score=decided.confidence)
        for check in decided.checks:
            record(check.name, label=check.state)


def _halt_result(halt: Halt) -> GateResult:
    empty = EvidenceReport(claims=(), findings=(), requirements=(), checks={}, grounded=None)
    return GateResult(None, halt, empty, EMBEDDED)


def _notify(recorded: RecordResult) -> None:
    """Pages get no id while an audit asks about the attempt: it would reveal which item of the desk is the audit."""
    attempt = str(recorded.attempt_id)
    named = NEW if is_asked_about(recorded.attempt_id) else attempt
    publish(Topic.ATTEMPTS, named, waiters=waiting_group("attempt", attempt))
    if recorded.intervention_id is not None:
        publish(Topic.INTERVENTIONS, NEW)
    if recorded.to_deliver:
        enqueue_deliveries()
    if recorded.approved_after_revise:
        _queue_learning(attempt)
    following = judging.next_in_turn(recorded.attempt_id, now=timezone.now()) if recorded.followed else None
    if following is not None:
        enqueue_judgings(RESPONSE, [following])


@shared_task
def learn(attempt_id: str) -> None:
    """Extracts the improvement principle of a successful revision. A configured LLM may reword it."""
    principle, llm_client = (
        learning.learn_from(attempt_id=uuid.UUID(attempt_id), now=timezone.now()),
        configured_llm_client(),
    )
    if principle is None or llm_client is None:
        return
    if material := learning.material_of(principle):
        wording = word_principle(*material, llm_client=llm_client, deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE))
        learning.reword(principle_id=principle.pk, worded=wording, now=timezone.now())


def _queue_learning(attempt_id: str) -> None:
    """With an LLM it goes to the I/O queue, because the task waits for the LLM."""
    enqueue(learn, "judging" if settings.COUNTERSIGN_JUDGE == "vllm" else "housekeeping", attempt_id)


@shared_task
def queue_lessons() -> int:
    """Enqueues approved revisions whose principle was never extracted."""
    waiting = learning.attempts_to_learn_from(now=timezone.now())
    for attempt_id in waiting:
        _queue_learning(str(attempt_id))
    return len(waiting)
