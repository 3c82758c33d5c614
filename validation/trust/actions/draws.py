"""The draw: made when an attempt is decided, from a hash of its id and the policy's number, and stored with its
probability (DESIGN, section 13)."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from validation.domain.attempt import AttemptState
from validation.domain.errors import Conflict, NotFound
from validation.domain.policy import PolicyDocument
from validation.domain.trust.audit import AuditSource, OpinionRole, is_drawn
from validation.domain.trust.audit_policy import AuditPolicy
from validation.evidence.requirements.language import language_of
from validation.models import Attempt, AuditItem, Judgement, Pipeline
from validation.platform import audit
from validation.platform.policies import policy_in_force
from validation.trust.actions.questions import ask

_READ = 4_000
"""Code points of a response by which its language is told."""


def draw(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> None:
    """Opens an audit for the share that the policy asks for. Inside the transaction that records the decision."""
    rates = policy.audit
    rate = rates.rate_of(attempt.judged_route, judgement.confidence or 0.0, attempt.turn.pipeline.name)
    number = judgement.policy_id
    if not is_drawn("audit", number, attempt.pk, rate=rate):
        return
    wanted = 2 if is_drawn("second", number, attempt.pk, rate=rates.second_opinion) else 1
    item = new_item(
        attempt, judgement.number, source=AuditSource.DRAW, probability=rate, policy=number, rates=rates, now=now
    )
    item.opinions_wanted = wanted
    item.save()
    ask_all(item, rates, now=now)


@transaction.atomic
def draw_by_hand(*, attempt_id: uuid.UUID, pipeline: Pipeline | None, by: str, now: datetime) -> AuditItem:
    """An audit that somebody asks for: it counts in no estimate. Raises NotFound, or Conflict `not_decided` and
    `already_audited`. `pipeline` None means all of them."""
    rows = Attempt.objects.select_related("turn__pipeline").filter(pk=attempt_id)
    attempt = (rows.filter(turn__pipeline=pipeline) if pipeline else rows).first()
    if attempt is None:
        raise NotFound("attempt_unknown", id=attempt_id)
    if attempt.state != AttemptState.DECIDED or attempt.judgement_number is None:
        raise Conflict("not_decided", "This attempt is not decided. Audit it when it is.")
    policy = policy_in_force(attempt.turn.pipeline)
    rates = policy.read().audit
    item = new_item(
        attempt, attempt.judgement_number, source=AuditSource.MANUAL, policy=policy.number, rates=rates, now=now, by=by
    )
    try:
        with transaction.atomic():
            item.save(force_insert=True)
    except IntegrityError:
        raise Conflict("already_audited") from None
    ask_all(item, rates, now=now)
    audit.record(by=by, verb="audit.drawn", subject=f"audit:{item.pk}", now=now, source=item.source)
    return item


def new_item(
    attempt: Attempt,
    judgement_number: int,
    *,
    source: AuditSource,
    policy: int,
    rates: AuditPolicy,
    now: datetime,
    probability: float | None = None,
    by: str = "gate:response",
) -> AuditItem:
    """Not saved yet."""
    return AuditItem(
        attempt=attempt,
        judgement_number=judgement_number,
        policy_number=policy,
        source=source,
        probability=probability,
        route=attempt.judged_route,
        confidence=attempt.confidence,
        language=language_of(attempt.text.response_md[:_READ]) or "",
        drawn_at=now,
        drawn_by=by,
        due_at=now + timedelta(days=rates.due_days),
        sample=attempt.turn.sample,
    )


def ask_all(item: AuditItem, rates: AuditPolicy, *, now: datetime) -> None:
    """One opinion or two: both are asked for at once, so that neither waits for the other."""
    for role in (OpinionRole.FIRST, OpinionRole.SECOND)[: item.opinions_wanted]:
        ask(item, role, now=now, gold_rate=rates.gold)
