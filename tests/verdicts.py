"""Attempts with a decision or a halt of one's choice, recorded by the real actions."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tests.texts import CONTEXT, GOOD
from validation.domain.attempt import MemoryNote, Submission
from validation.domain.check import CheckName, CheckResult, CheckState, DecisionSource
from validation.domain.decisions.decision import DecisionResult
from validation.domain.halt import Halt, HaltCause
from validation.domain.verdict import Decision
from validation.evidence.report import EvidenceReport
from validation.models import Attempt, Pipeline
from validation.platform.keys import create_api_key
from validation.response.actions.judging import ClaimedAttempt, claim
from validation.response.actions.receive import receive_attempt
from validation.response.actions.record import RecordResult, record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult

NOTHING = EvidenceReport(claims=(), findings=(), requirements=(), checks={}, grounded=None)


def a_pipeline(name: str = "shop") -> Pipeline:
    known = Pipeline.objects.filter(name=name).first()
    if known is None:
        known = create_api_key(name="test", pipeline=name, scopes=["read"], by="test", now=timezone.now())[0].pipeline
    return known


def an_observing_pipeline() -> Pipeline:
    pipeline = a_pipeline()
    pipeline.enforcement = "observe"
    pipeline.save()
    return pipeline


def an_attempt(
    turn_id: str = "turn_1", *, draft: str = GOOD, callback_url: str | None = None, pipeline: str = "shop"
) -> Attempt:
    """Received and queued."""
    submission = Submission(
        turn_id=turn_id,
        context_md=CONTEXT,
        response_md=draft,
        callback_url=callback_url,
        memory_candidates=(MemoryNote("colour", "steel"),),
    )
    return receive_attempt(
        pipeline=a_pipeline(pipeline), submission=submission, query="which kettle?", by="test", now=timezone.now()
    ).attempt


def decided_as(
    decision: str, attempt: Attempt | None = None, *, now: datetime | None = None, **fields: object
) -> Attempt:
    """Judged with this decision."""
    attempt = attempt or an_attempt(**fields)  # type: ignore[arg-type]
    return _record(attempt, GateResult(a_decision(Decision(decision)), None, NOTHING, EMBEDDED), now)


def halted_by(cause: str, attempt: Attempt | None = None, *, now: datetime | None = None, **fields: object) -> Attempt:
    attempt = attempt or an_attempt(**fields)  # type: ignore[arg-type]
    halt = Halt(HaltCause(cause), f"The judge said: {cause}.")
    return _record(attempt, GateResult(None, halt, NOTHING, EMBEDDED, raw_reply="<html>"), now)


def failed(turn_id: str = "turn_1") -> Attempt:
    return decided_as("FAIL", turn_id=turn_id)


def _record(attempt: Attempt, judged: GateResult, now: datetime | None) -> Attempt:
    now = now or timezone.now()
    claimed = claim(attempt_id=attempt.pk, now=now)
    assert claimed is not None, "the attempt is not to be judged"
    assert record_judgement(claimed=claimed, judged=judged, now=now) is not None
    return Attempt.objects.select_related("turn").get(pk=attempt.pk)


def claimed(attempt: Attempt) -> ClaimedAttempt:
    """Taken by a judge."""
    taken = claim(attempt_id=attempt.pk, now=timezone.now())
    assert taken is not None, "the attempt is not to be judged"
    return taken


def approves(taken: ClaimedAttempt) -> RecordResult | None:
    """Records an approval of what a judge took."""
    judged = GateResult(a_decision(Decision.APPROVE), None, NOTHING, EMBEDDED)
    return record_judgement(claimed=taken, judged=judged, now=timezone.now())


def a_decision(decision: Decision) -> DecisionResult:
    confidence = {"APPROVE": 0.9, "REVISE": 0.6, "RETRY": 0.4, "FAIL": 0.1}[decision]
    state = CheckState.PASS if decision is Decision.APPROVE else CheckState.FAIL
    return DecisionResult(
        decision=decision,
        confidence=confidence,
        raw_confidence=confidence,
        checks=tuple(CheckResult(name, state, "", (DecisionSource.JUDGE,)) for name in CheckName),
        voices=(),
        partial=False,
        caveat=None,
        issues=() if decision is Decision.APPROVE else ("The price does not appear in the evidence.",),
        revision_hints="Give the price of section 4." if decision is Decision.REVISE else "",
        suggested_fixes="",
        notes="",
        reason_tags=(),
        backtracking=None,
        goals=(),
    )
