"""Learns from a turn whose revision succeeded (DESIGN, section 5: Learning). Runs off the request path."""

from __future__ import annotations

import uuid
from datetime import datetime

from validation.domain.attempt import AttemptState, Route
from validation.domain.learning import improvement_principle
from validation.models import Attempt, ImprovementPrinciple, Judgement


def learn_from(*, attempt_id: uuid.UUID, now: datetime) -> ImprovementPrinciple | None:
    """None when the attempt is not approved, nothing was revised before it, or its lesson is drawn already."""
    approved = (
        Attempt.objects.select_related("turn", "text")
        .filter(pk=attempt_id, route=Route.APPROVE, state=AttemptState.DECIDED, principle__isnull=True)
        .first()
    )
    if approved is None:
        return None
    revised = (
        approved.turn.attempts.select_related("text")
        .filter(number__lt=approved.number, judged_route=Route.REVISE)
        .order_by("-number")
        .first()
    )
    return _learn(revised, approved, now) if revised is not None else None


def _learn(revised: Attempt, approved: Attempt, now: datetime) -> ImprovementPrinciple | None:
    judgement = Judgement.objects.get(attempt=revised, number=revised.judgement_number)
    learned = improvement_principle(
        before_md=revised.text.response_md,
        after_md=approved.text.response_md,
        hints=judgement.revision_hints,
        issues=tuple(judgement.issues),
        turn_id=approved.turn.turn_id,
    )
    principle, _ = ImprovementPrinciple.objects.get_or_create(
        approved=approved,
        defaults={
            "category": learned.category,
            "trigger": learned.trigger,
            "description": learned.description,
            "confidence": learned.confidence,
            "query": approved.turn.query,
            "made_at": now,
        },
    )
    return principle
