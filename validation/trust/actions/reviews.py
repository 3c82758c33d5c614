"""Blind review of all items (policy `blind_all`): people answer the checks of a FAIL or of a rule's item before they
see its verdict. Also expires questions that nobody answered in time."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from validation.domain.intervention import UNSETTLED, InterventionState, Kind
from validation.domain.policy import PolicyDocument
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.models import Attempt, AuditItem, Intervention, Judgement, Opinion
from validation.platform import audit
from validation.platform.interventions.lifecycle import close
from validation.platform.live import Topic, publish
from validation.platform.work.locks import lock_intervention
from validation.platform.work.outages import AT_ONCE, one_by_one
from validation.trust.actions.answers import lock_item, settle_item
from validation.trust.actions.draws import new_item
from validation.trust.actions.questions import next_assignee

_NOT_RULED = (Kind.HALT, Kind.AUDIT)
"""Kinds of intervention on which nobody rules as on a decision."""


def ask_reviewers(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> None:
    """Opens one question to all reviewers, which ends with the intervention it is about. Runs in the transaction that
    records the decision, after everything that opens interventions. An attempt drawn for an audit is skipped: it is
    blind already."""
    if not policy.audit.blind_all:
        return
    about = ~Q(kind__in=_NOT_RULED) & Q(subject_id=str(attempt.pk), state__in=UNSETTLED)
    work = Intervention.objects.filter(about).first()
    if work is None or AuditItem.objects.filter(attempt=attempt, judgement_number=judgement.number).exists():
        return
    if not work.assigned_to and (name := next_assignee(but=[])):  # audits are assigned, so these must be too
        work.assigned_to, work.assigned_at = name, now
        work.save(update_fields=["assigned_to", "assigned_at"])
    for asked in Opinion.objects.filter(intervention=work):  # about an earlier attempt of the turn
        _end(asked, now)
    item = new_item(attempt, AuditSource.REVIEW, policy=judgement.policy_id, rates=policy.audit, now=now)
    item.save()
    Opinion.objects.create(item=item, role=OpinionRole.REVIEWER, intervention=work, asked_at=now, due_at=item.due_at)


def end_reviews(*, now: datetime) -> int:
    """Ends the questions whose intervention is closed, and settles their items from the answers. Returns how many."""
    closed = Q(intervention=None) | ~Q(intervention__state__in=UNSETTLED)
    asked = Opinion.objects.filter(closed, role=OpinionRole.REVIEWER, state=OpinionState.OPEN)
    ended = list(asked.order_by("asked_at")[:AT_ONCE])
    for opinion in ended:
        with transaction.atomic():
            _end(opinion, now)
    return len(ended)


def _end(opinion: Opinion, now: datetime) -> None:
    item = lock_item(opinion)
    opinion.state, opinion.intervention = OpinionState.EXPIRED, None
    opinion.save(update_fields=["state", "intervention"])
    settle_item(item, now=now)


def expire_opinions(*, now: datetime) -> list[uuid.UUID]:
    """Returns the ids of the interventions that were closed. One that is claimed now is left until the next run."""
    due = Opinion.objects.filter(
        state=OpinionState.OPEN, due_at__lte=now, intervention__kind=Kind.AUDIT, intervention__state__in=UNSETTLED
    )
    idle = due.exclude(intervention__claimed_until__gte=now).order_by("due_at")
    return one_by_one(lambda pk: _expire(pk, now), idle)


@transaction.atomic
def _expire(opinion_id: uuid.UUID, now: datetime) -> uuid.UUID | None:
    opinion = Opinion.objects.select_related("intervention").get(pk=opinion_id)
    assert opinion.intervention is not None
    intervention = lock_intervention(opinion.intervention.pk)
    if intervention.state not in UNSETTLED or intervention.holder_at(now):
        return None
    item = lock_item(opinion)
    Opinion.objects.filter(pk=opinion_id, state=OpinionState.OPEN).update(state=OpinionState.EXPIRED)
    intervention.occurrences.filter(settled_at=None).update(settled_at=now)
    close(intervention_id=intervention.pk, state=InterventionState.EXPIRED, now=now)
    audit.record_work(intervention.pk, by="system", verb="expired", now=now)
    settle_item(item, now=now)
    publish(Topic.INTERVENTIONS, str(intervention.pk))
    return intervention.pk
