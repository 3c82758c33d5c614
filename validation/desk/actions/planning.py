"""Assigns, snoozes and comments on interventions. None of this locks an intervention: any reviewer can still rule."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from validation.desk.actions.claims import check_open, check_workable
from validation.desk.schemas import CommentOut
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.mentions import find_mentions
from validation.domain.desk.snooze import snooze_refusal
from validation.domain.event import EventType
from validation.domain.intervention import InterventionState, Kind, RulingState
from validation.models import Comment, Intervention, Mention, Opinion
from validation.platform import audit
from validation.platform.events.events import emit_work
from validation.platform.interventions.assignments import record_plan, set_assignee
from validation.platform.live import Topic, publish
from validation.platform.people import colleagues, reviewer_names
from validation.platform.work.locks import lock_intervention


@transaction.atomic
def assign(*, intervention_id: uuid.UUID, to: str, by: str, now: datetime, any_audit: bool = False) -> Intervention:
    """`to` is the user name of somebody who may rule, or empty to unassign. Audits are distributed in turn: a reviewer
    can only take one or give it up; an admin (`any_audit`) can assign it to anybody who has not answered on that
    response. Raises InputRejected `assignee_unknown`, NotAllowed `audit_assigned_by_turns`."""
    intervention = lock_intervention(intervention_id)
    check_open(intervention)
    if to == intervention.assigned_to:
        return intervention
    if to and to not in reviewer_names():
        raise ProblemCode.ASSIGNEE_UNKNOWN.error(field="assigned_to", name=to)
    if intervention.kind == Kind.AUDIT:
        _check_audit(intervention, to, by, any_audit=any_audit)
    set_assignee(intervention, to, by=by, now=now)
    return intervention


def _check_audit(intervention: Intervention, to: str, by: str, *, any_audit: bool) -> None:
    if not any_audit and (to or intervention.assigned_to) != by:
        raise ProblemCode.AUDIT_ASSIGNED_BY_TURNS.error()
    if to and Opinion.objects.filter(item__opinions__intervention=intervention, by=to).exists():
        raise ProblemCode.ASSIGNEE_UNKNOWN.error("answered", field="assigned_to", name=to)


@transaction.atomic
def snooze(*, intervention_id: uuid.UUID, until: datetime | None, by: str, now: datetime) -> Intervention:
    """Hides it from the queue until then and ends one's own claim; None brings it back at once. Raises InputRejected
    `snooze_invalid`; Conflict if it is closed, held by a colleague or has a pending ruling."""
    intervention = lock_intervention(intervention_id)
    check_workable(intervention, by, now)
    if until is not None:
        due, priority = intervention.due_at, intervention.priority
        if refusal := snooze_refusal(until=until, due_at=due, priority=priority, now=now):
            raise ProblemCode.SNOOZE_INVALID.error(detail=refusal, field="until", moment=due)
        if intervention.rulings.filter(state=RulingState.PENDING).exists():
            raise ProblemCode.ALREADY_RULED.error()
        intervention.state, intervention.claimed_by, intervention.claimed_until = InterventionState.OPEN, None, None
    intervention.snoozed_until = until
    intervention.save(update_fields=["snoozed_until", "state", "claimed_by", "claimed_until"])
    details = {"until": until.isoformat() if until else None}
    record_plan(intervention, EventType.INTERVENTION_SNOOZED, by=by, now=now, **details)
    return intervention


LONGEST = 4_000
MOST = 500
"""Comments on one intervention."""


@transaction.atomic
def add_comment(*, intervention_id: uuid.UUID, text: str, by: str, now: datetime) -> Comment:
    """Stores a comment and the colleagues it mentions by `@name`. Raises InputRejected `comment_invalid`, Conflict
    `too_many_comments`."""
    text = _checked(text)
    intervention = lock_intervention(intervention_id)
    if intervention.comments.count() >= MOST:
        raise ProblemCode.TOO_MANY_COMMENTS.error(most=MOST)
    comment = Comment.objects.create(intervention=intervention, by=by, at=now, text=text)
    called = find_mentions(text, colleagues())
    Mention.objects.bulk_create([Mention(comment=comment, person=name, at=now) for name in called])
    audit.record_work(intervention.pk, by=by, verb="commented", now=now, mentions=called)
    if intervention.kind != Kind.AUDIT:
        also = {"comment": CommentOut.of(comment)}
        emit_work(EventType.INTERVENTION_COMMENTED, intervention, now=now, also=also)
    publish(Topic.INTERVENTIONS, str(intervention.pk))
    return comment


def _checked(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise ProblemCode.COMMENT_INVALID.error(field="text", most=LONGEST)
    return text
