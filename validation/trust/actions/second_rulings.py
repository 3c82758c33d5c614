"""Second opinions on rulings: a share of the rulings on a FAIL is answered once more, blind, by another person."""

from __future__ import annotations

from datetime import datetime

from validation.domain.intervention import Kind, Ruling
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState, is_drawn
from validation.domain.trust.truth import RULED
from validation.models import Attempt, AuditItem, Opinion, OpinionCheck, RulingRecord
from validation.platform.gates import gate_of
from validation.platform.policies import policy_in_force
from validation.trust.actions.draws import new_item
from validation.trust.actions.questions import ask
from validation.trust.queries.known_cases import judged_checks, ruled_checks


def follow_ruling(ruling: RulingRecord, now: datetime) -> None:
    """Inside the transaction that makes the ruling final."""
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
        item = new_item(
            attempt, attempt.judgement_number, source=AuditSource.RULING, policy=policy.number, rates=rates, now=now
        )
    elif not _is_answered_by(item, ruling.by):
        return
    item.source, item.opinions_wanted = AuditSource.RULING, 2
    item.save()
    if not item.opinions.exists():
        _first_opinion(item, attempt, ruling, kind)
    ask(item, OpinionRole.SECOND, now=now, gold_rate=rates.gold)


def _is_answered_by(item: AuditItem, by: str) -> bool:
    """Whether this person alone answered before ruling: that is then the first opinion, and blind. The question to
    everybody goes with it."""
    others = item.opinions.filter(state=OpinionState.ANSWERED).exclude(by=by)
    if item.source != AuditSource.REVIEW or others.exists():
        return False
    item.opinions.filter(state=OpinionState.OPEN).delete()
    item.opinions.update(role=OpinionRole.FIRST)
    return True


def _first_opinion(item: AuditItem, attempt: Attempt, ruling: RulingRecord, kind: Ruling) -> None:
    """The ruling itself, made with the verdict in view."""
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
    OpinionCheck.objects.bulk_create(
        OpinionCheck(opinion=opinion, name=name, answer=told) for name, told in answers.items()
    )
