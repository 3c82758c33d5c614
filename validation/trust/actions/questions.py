"""Asking people: each opinion is an intervention of its own, so that nobody sees what the other said."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from validation.domain.attempt import RESPONSE
from validation.domain.intervention import Kind, Priority
from validation.domain.trust.audit import BLIND_WHY, AuditSource, OpinionRole, is_drawn
from validation.models import AuditItem, Opinion, Pipeline
from validation.platform.live import Topic, publish
from validation.platform.policies import policy_in_force
from validation.platform.work.interventions import open_intervention
from validation.trust.queries.assignees import next_assignee
from validation.trust.queries.gold import next_gold

_NO_QUERY = "A response without a query"


def ask(item: AuditItem, role: OpinionRole, *, now: datetime, gold_rate: float = 0.0) -> Opinion:
    """Opens the work for one opinion, assigned to whoever has the least. A share `gold_rate` of the questions is
    followed by a gold item for the same person. Inside the caller's transaction."""
    raters = list(item.opinions.exclude(by="").values_list("by", flat=True))
    asked = list(item.opinions.exclude(intervention=None).values_list("intervention__assigned_to", flat=True))
    opinion = _open(item, role, assigned_to=next_assignee(but=[*raters, *asked]), now=now)
    if is_drawn("gold", item.policy_number, opinion.pk, rate=gold_rate):
        plant_gold(beside=opinion, now=now)
    return opinion


def plant_gold(*, beside: Opinion, now: datetime) -> Opinion | None:
    """A gold item for the person who was asked, due with the question beside it. None when none is left that the person
    has not answered."""
    pipeline = pipeline_of(beside.item)
    gold = next_gold(pipeline=pipeline, person=_assignee(beside))
    if gold is None:
        return None
    item = AuditItem.objects.create(
        gold=gold,
        source=AuditSource.GOLD,
        policy_number=beside.item.policy_number,
        drawn_at=now,
        drawn_by=beside.item.drawn_by,
        due_at=beside.due_at,
        sample=beside.item.sample,
    )
    return _open(item, OpinionRole.FIRST, assigned_to=_assignee(beside), now=now, pipeline=pipeline)


def pipeline_of(item: AuditItem) -> Pipeline | None:
    return item.attempt.turn.pipeline if item.attempt is not None else None


def _assignee(opinion: Opinion) -> str:
    return opinion.intervention.assigned_to if opinion.intervention is not None else ""


def _open(
    item: AuditItem, role: OpinionRole, *, assigned_to: str, now: datetime, pipeline: Pipeline | None = None
) -> Opinion:
    """Where all items are blind, it is due as a FAIL is: neither date nor place in the queue tells them apart."""
    due, rules = now + (item.due_at - item.drawn_at), policy_in_force(pipeline or pipeline_of(item)).read()
    opinion = Opinion(item=item, role=role, asked_at=now, due_at=due)
    opinion.intervention = open_intervention(
        gate=RESPONSE,
        kind=Kind.AUDIT,
        subject_id=str(opinion.pk),
        pipeline=pipeline or pipeline_of(item),
        fingerprint=f"audit:{opinion.pk}",
        priority=Priority.LOW,
        title=item.query or _NO_QUERY,
        why=BLIND_WHY,
        cause="",
        policy=rules.interventions,
        due=None if rules.audit.blind_all else due,
        on_expiry="expire",
        now=now,
        sample=item.sample,
        assigned_to=assigned_to,
        announced=False,
    )
    opinion.save()
    transaction.on_commit(partial(publish, Topic.INTERVENTIONS, str(opinion.intervention.pk)))
    return opinion
