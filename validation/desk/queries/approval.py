"""What a reviewer must confirm before something is approved as it is."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from django.db.models import OuterRef, Subquery

from validation.desk.queries.subjects import subjects_of
from validation.domain.approval import ApprovalConcern, flagged, not_judged, response_concerns
from validation.domain.attempt import AttemptState
from validation.domain.intervention import Gate, Kind
from validation.models import Attempt, Judgement


class Work(Protocol):
    """An intervention, or an item of the desk."""

    @property
    def gate(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def cause(self) -> str: ...
    @property
    def why(self) -> str: ...


def concerns_of(work: Work, subject_id: str) -> tuple[ApprovalConcern, ...]:
    """Of one subject of an intervention, whose own reason stands in where the gate says nothing and where the subject
    was deleted. At most two statements."""
    if work.gate == Gate.RESPONSE:
        found = _of_attempt(subject_id)
    else:
        subjects = subjects_of(work.gate)
        found = subjects.approval_concerns(subject_id) if subjects else None
    if found is not None:
        return found
    return (not_judged(work.cause),) if work.kind == Kind.HALT else (flagged(work.why),)


def _of_attempt(subject_id: str) -> tuple[ApprovalConcern, ...] | None:
    in_force = Judgement.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))
    attempts = Attempt.objects.select_related("policy").annotate(low_trust=Subquery(in_force.values("low_trust")))
    attempt = attempts.filter(pk=UUID(subject_id)).first()
    if attempt is None:
        return None
    return response_concerns(
        judged=attempt.state == AttemptState.DECIDED,
        halt_cause=attempt.halt_cause,
        failed_checks=attempt.failed_checks,
        low_trust=attempt.low_trust or "",
        confidence=attempt.confidence or 0.0,
        approve=attempt.policy.read().response.approve if attempt.policy else 1.0,
    )
