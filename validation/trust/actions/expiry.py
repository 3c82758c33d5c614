"""Audits that nobody answered in time: they close unaudited and are counted as such."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from validation.domain.intervention import UNSETTLED, InterventionState, Kind
from validation.domain.trust.audit import OpinionState
from validation.models import Opinion
from validation.platform import audit
from validation.platform.work.interventions import close
from validation.platform.work.locks import lock_intervention
from validation.platform.work.outages import one_by_one
from validation.trust.actions.answers import lock_item, settle_item


def expire_opinions(*, now: datetime, limit: int = 200) -> list[uuid.UUID]:
    """Returns the interventions that closed. What somebody is answering just now waits for the next tick."""
    due = Opinion.objects.filter(
        state=OpinionState.OPEN, due_at__lte=now, intervention__kind=Kind.AUDIT, intervention__state__in=UNSETTLED
    )
    idle = due.exclude(intervention__claimed_until__gte=now).order_by("due_at")
    return one_by_one(lambda pk: _expire(pk, now), idle.values_list("pk", flat=True)[:limit])


@transaction.atomic
def _expire(opinion_id: uuid.UUID, now: datetime) -> uuid.UUID | None:
    opinion = Opinion.objects.select_related("intervention").get(pk=opinion_id)
    assert opinion.intervention is not None
    intervention = lock_intervention(opinion.intervention.pk)
    if intervention.state not in UNSETTLED or (intervention.claimed_until and intervention.claimed_until >= now):
        return None
    item = lock_item(opinion)
    Opinion.objects.filter(pk=opinion_id, state=OpinionState.OPEN).update(state=OpinionState.EXPIRED)
    intervention.occurrences.filter(settled_at=None).update(settled_at=now)
    close(intervention_id=intervention.pk, state=InterventionState.EXPIRED, now=now)
    audit.record_work(intervention.pk, by="system", verb="expired", now=now)
    settle_item(item, now=now)
    return intervention.pk
