"""Who should do open work, and when: changes of the plan, which lock no work for others."""

from __future__ import annotations

from datetime import datetime

from validation.domain.event import EventType
from validation.domain.intervention import UNSETTLED, Kind
from validation.models import Intervention
from validation.platform import audit
from validation.platform.events.events import emit_work
from validation.platform.live import Topic, publish
from validation.platform.work.locks import lock_interventions


def unassign_all(*, name: str, by: str, now: datetime) -> None:
    """Unassigns the open work of that person. Call it inside a transaction."""
    theirs = Intervention.objects.filter(assigned_to=name, state__in=UNSETTLED)
    for intervention in lock_interventions(theirs.values_list("pk", flat=True)):
        if intervention.assigned_to == name and intervention.state in UNSETTLED:
            set_assignee(intervention, "", by=by, now=now)


def set_assignee(intervention: Intervention, to: str, *, by: str, now: datetime) -> None:
    """Assigns the locked intervention to that user, or to nobody if `to` is empty."""
    intervention.assigned_to, intervention.assigned_at = to, now if to else None
    intervention.save(update_fields=["assigned_to", "assigned_at"])
    record_plan(intervention, EventType.INTERVENTION_ASSIGNED, by=by, now=now, to=to or None)


def record_plan(
    intervention: Intervention,
    type: EventType,  # noqa: A002
    *,
    by: str,
    now: datetime,
    **details: object,
) -> None:
    """Records and publishes who should do it, or when."""
    audit.record(by=by, verb=type.value, subject=f"intervention:{intervention.pk}", now=now, **details)
    if intervention.kind != Kind.AUDIT:  # audits are hidden from the pipeline
        emit_work(type, intervention, now=now)
    publish(Topic.INTERVENTIONS, str(intervention.pk))
