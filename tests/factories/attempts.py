"""Turns with their attempts, judgements and interventions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from tests.factories.instance import NOON, pipeline, policy
from tests.factories.parts import claim, finding, link, remember, requirement
from tests.lamp import LAMP_CONTEXT, LAMP_RIGHT, LAMP_WRONG
from validation.domain.attempt import RESPONSE, AttemptState, Route
from validation.domain.check import CheckName, CheckState, DecisionSource
from validation.domain.claim import ClaimState
from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority, fail_fingerprint
from validation.domain.verdict import Decision
from validation.models import (
    Attempt,
    AttemptText,
    CheckRecord,
    Intervention,
    JudgeCall,
    Judgement,
    JudgementText,
    Occurrence,
    RulingRecord,
    Turn,
)


def turn(turn_id: str = "turn_1", *, query: str = "", of: str = "shop-assistant", at: datetime = NOON) -> Turn:
    return Turn.objects.create(
        pipeline=pipeline(of), turn_id=turn_id, session_id="user17", query=query, created_at=at, updated_at=at
    )


def attempt(
    turn: Turn, *, response_md: str = LAMP_RIGHT, context_md: str = LAMP_CONTEXT, at: datetime | None = None
) -> Attempt:
    """One more attempt of the turn, queued."""
    turn.attempts_made += 1
    made = Attempt.objects.create(
        turn=turn,
        number=turn.attempts_made,
        content_hash=uuid.uuid4().hex,
        submitted_at=at or turn.updated_at,
        revise_count=turn.attempts.filter(route=Route.REVISE).count(),
        retry_count=turn.attempts.filter(route=Route.RETRY).count(),
    )
    AttemptText.objects.create(attempt=made, context_md=context_md, response_md=response_md)
    turn.updated_at = made.submitted_at
    turn.save()
    return made


def decide(
    attempt: Attempt,
    route: Route = Route.APPROVE,
    *,
    decision: Decision | None = None,
    confidence: float = 0.91,
    failed: Sequence[CheckName] = (),
    reason: str = "",
    partial: bool = False,
    **fields: Any,
) -> Judgement:
    """A judgement in force with its five checks; `fields` go to the Judgement."""
    decision = decision or Decision(route.value)
    judgement = _judgement(attempt, decision=decision, confidence=confidence, raw_confidence=confidence, **fields)
    CheckRecord.objects.bulk_create(
        CheckRecord(
            judgement=judgement,
            name=name,
            state=CheckState.FAIL if name in failed else CheckState.PASS,
            reason=f"{name.label} does not hold." if name in failed else "",
            said_by=[DecisionSource.JUDGE.value, DecisionSource.EVIDENCE.value],
        )
        for name in CheckName
    )
    attempt.state, attempt.decision, attempt.route, attempt.judged_route = AttemptState.DECIDED, decision, route, route
    attempt.confidence, attempt.partial, attempt.failed_checks = confidence, partial, [name.value for name in failed]
    attempt.route_reason = reason or {
        Route.APPROVE: "The response goes to the user.",
        Route.REVISE: f"Back to synthesis with hints (REVISE {attempt.revise_count + 1}).",
        Route.RETRY: f"Back to the planner with fixes (RETRY {attempt.retry_count + 1}).",
    }.get(route, "Nothing in this response can be repaired; a reviewer decides.")
    _settle(attempt, judgement)
    return judgement


def halt(attempt: Attempt, cause: HaltCause = HaltCause.JUDGE_UNAVAILABLE, message: str = "No answer.") -> Judgement:
    judgement = _judgement(attempt, halt_cause=cause, halt_message=message, judge="vllm")
    attempt.state, attempt.route, attempt.halt_cause = AttemptState.HALTED, Route.HALT, cause
    attempt.route_reason = message
    _settle(attempt, judgement)
    return judgement


def judge_call(gate: str = "response", *, of: str = "shop", at: datetime = NOON, **fields: Any) -> JudgeCall:
    told = {"judge": "vllm", "model": "m", "tries": 1, "subject_id": "any", **fields}
    return JudgeCall.objects.create(gate=gate, pipeline=pipeline(of), at=at, **told)


def _judgement(attempt: Attempt, **fields: Any) -> Judgement:
    number = attempt.judgements.count() + 1
    told = {"judge": "embedded", "evidence_version": "evidence-1", "latency_ms": 140, "tries": 1, **fields}
    raw_reply = told.pop("raw_reply", "")
    made = Judgement.objects.create(
        attempt=attempt, number=number, policy=policy(), made_at=attempt.submitted_at + timedelta(seconds=1), **told
    )
    JudgementText.objects.create(judgement=made, raw_reply=raw_reply)
    if made.judge == "vllm" and made.tries:
        same = ("judge", "model", "tokens_in", "tokens_out", "latency_ms", "tries", "cost", "currency", "halt_cause")
        told = {name: getattr(made, name) for name in same}
        judge_call(of=attempt.turn.pipeline.name, subject_id=str(attempt.pk), at=made.made_at, **told)
    return made


def _settle(attempt: Attempt, judgement: Judgement) -> None:
    attempt.judgement_number, attempt.policy_id = judgement.number, judgement.policy_id
    attempt.judge, attempt.latency_ms = judgement.judge, judgement.latency_ms
    attempt.decided_at = judgement.made_at
    attempt.save()
    turn = attempt.turn
    turn.last_route, turn.updated_at = attempt.route, judgement.made_at
    turn.save()


def intervention(
    attempt: Attempt, *, priority: Priority = Priority.LOW, title: str = "", why: str = "", due: datetime | None = None
) -> Intervention:
    """Open work about the attempt: a halt when it halted, else a FAIL."""
    kind = Kind.HALT if attempt.halt_cause else Kind.FAIL
    opened = attempt.decided_at or attempt.submitted_at
    made = Intervention.objects.create(
        pipeline=attempt.turn.pipeline,
        gate=RESPONSE,
        kind=kind,
        subject_id=str(attempt.pk),
        fingerprint=fail_fingerprint(str(attempt.pk)),
        priority=priority,
        priority_rank=priority.rank,
        title=title or f"{attempt.turn.turn_id} needs a person",
        why=why or attempt.route_reason,
        cause=attempt.halt_cause,
        opened_at=opened,
        last_seen_at=opened,
        due_at=due or opened + timedelta(days=3),
        on_expiry="hold",
    )
    Occurrence.objects.create(intervention=made, subject_id=str(attempt.pk), at=opened)
    return made


def final_ruling(on: Attempt, ruling: str, *, at: datetime = NOON, wrong: Sequence[str] = ()) -> RulingRecord:
    """By rita, on the open work about the attempt, which is made where there is none."""
    work = Intervention.objects.filter(subject_id=str(on.pk)).first() or intervention(on)
    return RulingRecord.objects.create(
        intervention=work, pipeline=work.pipeline, subject_id=str(on.pk), ruling=ruling, state="final", by="rita",
        at=at, effective_at=at, wrong_checks=list(wrong),
    )  # fmt: skip


def lamp_turn(turn_id: str = "turn_lamp", *, at: datetime = NOON) -> Turn:
    """REVISE, then APPROVE: the first draft has a wrong price and an invented battery, the second neither."""
    made = turn(turn_id, query="which desk lamp under 60 euros has at least 800 lumens?", at=at)
    halm = "Halm desk lamp, 54,90 EUR, 820 lumens, 2700 K"
    source = link(LAMP_CONTEXT, halm, ref="t1.r1", url="https://leuchten.example/halm")
    ships = link(LAMP_CONTEXT, "Leuchten ships within 2 days.")
    first = decide(
        attempt(made, response_md=LAMP_WRONG),
        Route.REVISE,
        confidence=0.648,
        failed=(CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS),
        issues=[
            "The price 45.90 EUR does not appear in the evidence; section 4 says 54,90 EUR.",
            "No evidence holds a battery.",
        ],
        revision_hints="Take the price of the Halm from section 4, and remove the sentence about the battery.",
        reason_tags=["missing_evidence"],
        backtracking="local_retry",
        voices=[
            {"voice": "confidence", "decision": "REVISE", "reason": "confidence 0.64"},
            {"voice": "no_hallucinations", "decision": "REVISE", "reason": "45.90 EUR is in no evidence."},
            {"voice": "judge", "decision": "APPROVE", "reason": "the judge's own decision"},
        ],
        raw_reply='{"decision": "APPROVE", "confidence": 0.88}',
    )
    wrong = claim(first, "it costs 45.90 EUR and gives 820 lumens", ClaimState.CONTRADICTED, source, probability=0.07)
    claim(first, "Its battery lasts 12 hours.", ClaimState.UNSUPPORTED, probability=0.11)
    claim(first, "Leuchten ships within 2 days.", ClaimState.SUPPORTED, ships)
    claim(first, "I hope it lights your desk well!", ClaimState.NOT_FACTUAL, probability=0.0)
    finding(first, "45.90 EUR", "45.90 EUR does not appear in the evidence.", claim_id=wrong.claim_id)
    requirement(first, "under 60 euros", met=True, reason="45.90 EUR is named.")
    second = decide(attempt(made, at=at + timedelta(minutes=2)), Route.APPROVE, confidence=0.934)
    claim(second, "it costs 54.90 EUR and gives 820 lumens", ClaimState.SUPPORTED, source)
    claim(second, "Leuchten ships within 2 days.", ClaimState.SUPPORTED, ships)
    remember(second.attempt, "lamp", "The user looked at the Halm desk lamp.", "committed")
    return made
