"""Asks people for opinions: each is a separate intervention, so that nobody sees another person's answer."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max, Q

from validation.domain.attempt import RESPONSE
from validation.domain.intervention import UNSETTLED, Kind, Priority, due_at
from validation.domain.trust.audit import BLIND_WHY, AuditSource, OpinionRole, hash_share, is_drawn
from validation.models import AuditItem, Intervention, Opinion
from validation.platform.interventions.lifecycle import open_intervention
from validation.platform.live import NEW, Topic, publish
from validation.platform.people import reviewer_names
from validation.platform.policies import policy_in_force
from validation.platform.work.outages import AT_ONCE
from validation.trust.queries.gold import next_gold

GOLD_WITHIN = timedelta(hours=8)
"""A gold item follows its question with a random delay, otherwise its opening time would reveal it."""
_NO_QUERY = "A response without a query"


def ask(item: AuditItem, role: OpinionRole, *, now: datetime, gold_rate: float = 0.0) -> Opinion:
    """Opens an intervention for one opinion, assigned to the least busy reviewer. A share `gold_rate` of the questions
    is followed by a gold item for the same person, within GOLD_WITHIN. Runs in the caller's transaction."""
    raters = list(item.opinions.exclude(by="").values_list("by", flat=True))
    asked = list(item.opinions.exclude(intervention=None).values_list("intervention__assigned_to", flat=True))
    opinion = _open(item, role, assigned_to=next_assignee(but=[*raters, *asked]), now=now)
    if is_drawn("gold", item.policy_number, opinion.pk, rate=gold_rate):
        opinion.gold_at = now + hash_share("gold_at", opinion.pk) * GOLD_WITHIN
        opinion.save(update_fields=["gold_at"])
    return opinion


def plant_due_gold(*, now: datetime) -> int:
    """Plants the gold items that are due, dated to their scheduled time. Returns how many."""
    due = Opinion.objects.filter(gold_at__lte=now).order_by("gold_at").values_list("pk", flat=True)
    return sum(_plant_after(pk) for pk in list(due[:AT_ONCE]))


@transaction.atomic
def _plant_after(pk: uuid.UUID) -> bool:
    asked = Opinion.objects.select_for_update(of=("self",)).filter(pk=pk, gold_at__isnull=False)
    opinion = asked.select_related("item", "intervention").first()
    if opinion is None or opinion.gold_at is None:
        return False
    planted = plant_gold(after=opinion, now=opinion.gold_at)
    opinion.gold_at = None
    opinion.save(update_fields=["gold_at"])
    return planted is not None


def plant_gold(*, after: Opinion, now: datetime) -> Opinion | None:
    """Assigns a gold item to the person who was asked, due after as many days as that question. None if no item is left
    that this person has not seen."""
    gold = next_gold(pipeline=after.item.pipeline_id, person=_assignee(after))
    if gold is None:
        return None
    item = AuditItem.objects.create(
        gold=gold,
        pipeline_id=after.item.pipeline_id,
        source=AuditSource.GOLD,
        policy_number=after.item.policy_number,
        drawn_at=now,
        drawn_by=after.item.drawn_by,
        due_at=now + (after.due_at - after.asked_at),
        sample=after.item.sample,
    )
    return _open(item, OpinionRole.FIRST, assigned_to=_assignee(after), now=now)


def _assignee(opinion: Opinion) -> str:
    return opinion.intervention.assigned_to if opinion.intervention is not None else ""


def _open(item: AuditItem, role: OpinionRole, *, assigned_to: str, now: datetime) -> Opinion:
    """If all items are answered blind, an audit is due like a FAIL, so that neither due date nor queue position reveals
    its kind. For the same reason both topics are always published."""
    due, rules = now + (item.due_at - item.drawn_at), policy_in_force(item.pipeline_id).read()
    opinion = Opinion(item=item, role=role, asked_at=now, due_at=due)
    work = Intervention(
        gate=RESPONSE,
        kind=Kind.AUDIT,
        subject_id=str(opinion.pk),
        pipeline_id=item.pipeline_id,
        fingerprint=f"audit:{opinion.pk}",
        priority=Priority.LOW,
        title=item.query or _NO_QUERY,
        why=BLIND_WHY,
        due_at=due_at(Priority.LOW, now, rules.interventions) if rules.audit.blind_all else due,
        on_expiry="expire",
        sample=item.sample,
        assigned_to=assigned_to,
    )
    opinion.intervention = open_intervention(work, policy=rules.interventions, now=now, announced=False)
    opinion.save()
    for topic in (Topic.ATTEMPTS, Topic.INTERVENTIONS):
        publish(topic, NEW)
    return opinion


def next_assignee(*, but: Collection[str]) -> str:
    """The least busy reviewer not in `but`; empty if there is none, so that anybody may answer. Two statements."""
    names = [name for name in reviewer_names() if name not in but]
    if not names:
        return ""
    assigned = Intervention.objects.filter(assigned_to__in=names).order_by().values("assigned_to")
    load = {
        row["assigned_to"]: (row["open"], row["last"].timestamp())
        for row in assigned.annotate(open=Count("pk", filter=Q(state__in=UNSETTLED)), last=Max("assigned_at"))
    }
    return min(names, key=lambda name: (*load.get(name, (0, 0.0)), name))
