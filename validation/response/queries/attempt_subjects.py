"""Attempts as the review desk lists and approves them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import OuterRef, Subquery

from validation.domain.attempt import AttemptState
from validation.domain.desk.approval import ApprovalConcern, response_concerns
from validation.models import Attempt, Judgement
from validation.platform.gates import Described


def described(ids: Sequence[str]) -> dict[str, Described]:
    rows = Attempt.objects.filter(pk__in=ids).select_related("turn")
    return {
        str(row.pk): Described(
            turn_id=row.turn.turn_id,
            query=row.turn.query,
            state=row.state,
            number=row.number,
            route=row.route,
            failed_checks=tuple(row.failed_checks),
        )
        for row in rows
    }


def approval_concerns_of(subject_id: str) -> tuple[ApprovalConcern, ...] | None:
    """What a reviewer confirms before approving this attempt; None when it was deleted."""
    in_force = Judgement.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))
    attempts = Attempt.objects.select_related("policy").annotate(
        out_of_domain=Subquery(in_force.values("out_of_domain"))
    )
    attempt = attempts.filter(pk=UUID(subject_id)).first()
    if attempt is None:
        return None
    return response_concerns(
        judged=attempt.state == AttemptState.DECIDED,
        halt_cause=attempt.halt_cause,
        failed_checks=attempt.failed_checks,
        out_of_domain=attempt.out_of_domain or "",
        confidence=attempt.confidence or 0.0,
        approve=attempt.policy.read().response.approve if attempt.policy else 1.0,
    )
