"""Extracts improvement principles from successful revisions (DESIGN, section 5: Learning), off the request path."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from validation.domain.attempt import AttemptState, Route
from validation.domain.learning import Principle, PrincipleCategory, improvement_principle
from validation.models import Attempt, ImprovementPrinciple, Judgement
from validation.platform.work.judge_calls import PRINCIPLES, record_calls
from validation.response.gate.principle import Revision, WordedPrinciple

_APPROVED_BY_GATE: dict[str, Any] = {
    "state": AttemptState.DECIDED,
    "route": Route.APPROVE,
    "judged_route": Route.APPROVE,
    "principle__isnull": True,
}
_AT_ONCE = 50
LOOKED_BACK = timedelta(minutes=30)
"""How far back approved revisions without a principle are looked for, whose message may be lost."""


def learn_from(*, attempt_id: uuid.UUID, now: datetime) -> ImprovementPrinciple | None:
    """None if the gate did not approve the attempt, nothing was revised before it, or the principle exists. Drafts
    whose decision a person overruled are skipped, since they say nothing about the gate's hints."""
    approved = Attempt.objects.select_related("turn", "text").filter(pk=attempt_id, **_APPROVED_BY_GATE).first()
    revision = _revision(approved) if approved is not None else None
    if approved is None or revision is None:
        return None
    learned = improvement_principle(
        before_md=revision.before_md,
        after_md=revision.after_md,
        hints=revision.hints,
        issues=revision.issues,
    )
    principle, _ = ImprovementPrinciple.objects.get_or_create(
        approved=approved,
        defaults={**asdict(learned), "query": approved.turn.query, "made_at": now},
    )
    return principle


def material_of(principle: ImprovementPrinciple) -> tuple[Principle, Revision] | None:
    """The input for `word_principle`; None if the drafts were deleted."""
    approved = Attempt.objects.select_related("turn", "text").get(pk=principle.approved_id)
    revision = _revision(approved)
    if revision is None:
        return None
    category = PrincipleCategory(principle.category)
    known = Principle(category, principle.trigger, principle.description, principle.confidence)
    return known, revision


@transaction.atomic
def reword(*, principle_id: int, worded: WordedPrinciple, now: datetime) -> None:
    """Stores the new wording, if any, and the cost of the call."""
    record = worded.record
    fields = {
        "judge": record.judge,
        "model": record.model,
        "halt_cause": worded.halt.cause if worded.halt else "",
        "trigger": worded.principle.trigger,
        "description": worded.principle.description,
    }
    principle = ImprovementPrinciple.objects.select_related("approved__turn__pipeline").filter(pk=principle_id).first()
    if principle is None:
        return
    ImprovementPrinciple.objects.filter(pk=principle_id).update(**fields)
    record_calls(
        [record],
        gate=PRINCIPLES,
        subject_id=str(principle.approved_id),
        pipeline=principle.approved.turn.pipeline,
        halt_cause=worded.halt.cause if worded.halt else "",
        now=now,
    )


def forget_lessons(*, attempt: Attempt) -> int:
    """Deletes principles learned from an attempt whose decision a person overruled, be it the approved draft or the one
    sent back. Returns how many."""
    learned = ImprovementPrinciple.objects.filter(approved__turn=attempt.turn_id, approved__number__gte=attempt.number)
    drawn = [lesson.pk for lesson in learned.select_related("approved") if _rests_on(lesson.approved, attempt)]
    return ImprovementPrinciple.objects.filter(pk__in=drawn).delete()[0] if drawn else 0


def _rests_on(approved: Attempt, attempt: Attempt) -> bool:
    revised = _revised_before(approved)
    return attempt.pk in (approved.pk, revised.pk if revised else None)


def count_found(*, ids: Collection[int], now: datetime) -> None:
    """Counts that a pipeline was given these principles for a similar query."""
    if ids:
        ImprovementPrinciple.objects.filter(pk__in=ids).update(found=F("found") + 1, found_at=now)


def attempts_to_learn_from(*, now: datetime) -> list[uuid.UUID]:
    """Approved attempts without a principle, because a message was lost or a worker died."""
    waiting = Attempt.objects.filter(
        submitted_at__gte=now - LOOKED_BACK,
        revise_count__gt=0,
        **_APPROVED_BY_GATE,
    )
    return list(waiting.order_by("submitted_at").values_list("pk", flat=True)[:_AT_ONCE])


def _revision(approved: Attempt) -> Revision | None:
    """The last draft before the approved one that was sent back, with its hints. None if a person overruled that."""
    revised = _revised_before(approved)
    if revised is None or revised.route != Route.REVISE:
        return None
    judgement = Judgement.objects.get(attempt=revised, number=revised.judgement_number or 0)
    return Revision(
        query=approved.turn.query,
        before_md=revised.text.response_md,
        after_md=approved.text.response_md,
        hints=judgement.revision_hints,
        issues=tuple(judgement.issues),
    )


def _revised_before(approved: Attempt) -> Attempt | None:
    earlier = approved.turn.attempts.select_related("text").filter(number__lt=approved.number)
    return earlier.filter(judged_route=Route.REVISE).order_by("-number").first()
