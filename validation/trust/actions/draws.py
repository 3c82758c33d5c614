"""Draws the decisions to audit, at the time of the decision, by a hash of attempt id and policy number; the probability
is stored with the draw (DESIGN, section 13). Also draws FAIL rulings for a blind second opinion by another person."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from validation.domain.attempt import AttemptState
from validation.domain.audit_policy import AuditPolicy
from validation.domain.codes.problems import ProblemCode
from validation.domain.intervention import Kind, Ruling
from validation.domain.policy import PolicyDocument
from validation.domain.trust.audit import AuditSource, AuditState, OpinionRole, OpinionState, is_drawn
from validation.domain.trust.truth import RULED
from validation.models import Attempt, AuditItem, Judgement, Opinion, Pipeline, RulingRecord
from validation.platform import audit
from validation.platform.gates import gate_of
from validation.platform.policies import policy_in_force
from validation.trust.actions.answers import SubmittedAnswer, write_parts
from validation.trust.actions.questions import ask
from validation.trust.queries.known_cases import judged_checks, ruled_checks
from validation.trust.queries.truth_rows import read_verdict


def draw(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> None:
    """Opens an audit for the policy's share of decisions. Runs in the transaction that records the decision."""
    rates = policy.audit
    rate = rates.rate_of(attempt.judged_route, judgement.confidence or 0.0, attempt.turn.pipeline.name)
    number = judgement.policy_id
    if not is_drawn("audit", number, attempt.pk, rate=rate):
        return
    item = new_item(attempt, AuditSource.DRAW, policy=number, rates=rates, now=now)
    item.probability = rate
    item.opinions_wanted = 2 if is_drawn("second", number, attempt.pk, rate=rates.second_opinion) else 1
    item.save()
    ask_all(item, rates, now=now)


@transaction.atomic
def draw_by_hand(*, attempt_id: uuid.UUID, pipeline: Pipeline | None, by: str, now: datetime) -> AuditItem:
    """Opens an audit on request; it enters no estimate. `pipeline` None means any. Raises NotFound, or Conflict
    `not_decided` or `already_audited`."""
    rows = Attempt.objects.select_related("turn__pipeline").filter(pk=attempt_id)
    found = (rows.filter(turn__pipeline=pipeline) if pipeline else rows).first()
    attempt = ProblemCode.ATTEMPT_UNKNOWN.unless(found, id=attempt_id)
    if attempt.state != AttemptState.DECIDED or attempt.judgement_number is None:
        raise ProblemCode.NOT_DECIDED.error("attempt")
    policy = policy_in_force(attempt.turn.pipeline)
    rates = policy.read().audit
    item = new_item(attempt, AuditSource.MANUAL, policy=policy.number, rates=rates, now=now)
    item.drawn_by = by
    try:
        with transaction.atomic():
            item.save(force_insert=True)
    except IntegrityError:
        raise ProblemCode.ALREADY_AUDITED.error() from None
    ask_all(item, rates, now=now)
    audit.record(by=by, verb="audit.drawn", subject=f"audit:{item.pk}", now=now, source=item.source)
    return item


def new_item(attempt: Attempt, source: AuditSource, *, policy: int, rates: AuditPolicy, now: datetime) -> AuditItem:
    """Returns an unsaved item for the judgement in force, with no probability and `drawn_by` set to the gate."""
    return AuditItem(
        attempt=attempt,
        pipeline_id=attempt.pipeline_id,
        judgement_number=attempt.judgement_number,
        policy_number=policy,
        source=source,
        route=attempt.judged_route,
        confidence=attempt.confidence,
        language=attempt.text.language,
        verdict=read_verdict(attempt.pk, attempt.judgement_number or 0),
        drawn_at=now,
        drawn_by="gate:response",
        due_at=now + timedelta(days=rates.due_days),
        sample=attempt.turn.sample,
    )


def ask_all(item: AuditItem, rates: AuditPolicy, *, now: datetime) -> None:
    """Asks for one or two opinions. Two are asked for at the same time, so that neither delays the other."""
    for role in (OpinionRole.FIRST, OpinionRole.SECOND)[: item.opinions_wanted]:
        ask(item, role, now=now, gold_rate=rates.gold)


def follow_ruling(ruling: RulingRecord, now: datetime) -> None:
    """Draws a final FAIL ruling for a second opinion. Runs in the transaction that makes the ruling final."""
    kind, work = Ruling(ruling.ruling), ruling.intervention
    if kind not in RULED or work.kind != Kind.FAIL or not gate_of(work.gate).has_drafts:
        return
    policy = policy_in_force(work.pipeline_id)
    rates = policy.read().audit
    if not is_drawn("second_ruling", policy.number, ruling.subject_id, rate=rates.second_ruling):
        return
    attempt = Attempt.objects.select_related("turn__pipeline", "text").filter(pk=ruling.subject_id).first()
    if attempt is None or attempt.judgement_number is None:
        return
    item = AuditItem.objects.filter(attempt=attempt, judgement_number=attempt.judgement_number).first()
    if item is None:
        item = new_item(attempt, AuditSource.RULING, policy=policy.number, rates=rates, now=now)
    elif not _is_answered_by(item, ruling.by):
        return
    item.source, item.opinions_wanted = AuditSource.RULING, 2
    item.state, item.closed_at = AuditState.OPEN, None  # a review that has ended waits for the second opinion
    item.save()
    if not item.opinions.exists():
        _first_opinion(item, attempt, ruling, kind)
    ask(item, OpinionRole.SECOND, now=now, gold_rate=rates.gold)


def _is_answered_by(item: AuditItem, by: str) -> bool:
    """Returns whether this person alone answered before ruling. If so, makes that answer the first, blind opinion and
    deletes the question to all reviewers, open or ended."""
    others = item.opinions.filter(state=OpinionState.ANSWERED).exclude(by=by)
    if item.source != AuditSource.REVIEW or others.exists():
        return False
    item.opinions.exclude(state=OpinionState.ANSWERED).delete()
    item.opinions.update(role=OpinionRole.FIRST)
    return True


def _first_opinion(item: AuditItem, attempt: Attempt, ruling: RulingRecord, kind: Ruling) -> None:
    """Stores the ruling as the first opinion, not blind because its author saw the verdict."""
    opinion = Opinion.objects.create(
        item=item,
        role=OpinionRole.FIRST,
        state=OpinionState.ANSWERED,
        blind=False,
        by=ruling.by,
        decision=RULED[kind],
        note=ruling.note,
        asked_at=ruling.intervention.opened_at,
        due_at=item.due_at,
        answered_at=ruling.at,
    )
    answers = ruled_checks(attempt, ruling, judged_checks([attempt])[attempt.pk])
    write_parts(opinion, SubmittedAnswer(opinion.decision, answers))
