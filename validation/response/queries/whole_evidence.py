"""All evidence of an attempt as it was handed in, with what its claims cite of it. Fetched apart: it can be long."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from validation.domain.claim import ClaimState, linked_state
from validation.domain.context import ContextDocument
from validation.models import Attempt, AttemptText, ClaimRecord
from validation.platform.policies import writes_evidence


@dataclass(frozen=True, slots=True)
class Citation:
    """What one claim links to: `spans` are (start, end) in context.md, `number` counts claims from 1."""

    claim_id: str
    number: int
    state: str
    text: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class WholeEvidence:
    """`citations` are those of the judgement in force; none before the first. Headings and greetings cite nothing: they
    have no mark in the response that a citation could lead to. `document` is cut into its sections."""

    attempt_id: UUID
    turn_id: str
    number: int
    document: ContextDocument
    citations: tuple[Citation, ...]


def load_whole_evidence(attempt_id: UUID) -> WholeEvidence | None:
    """Three statements, of one that is not judged four."""
    attempt = Attempt.objects.select_related("turn", "policy").filter(pk=attempt_id).first()
    if attempt is None:
        return None
    text = AttemptText.objects.only("context_md", "user_query", "typed").get(attempt=attempt_id)
    in_force = F("judgement__attempt__judgement_number")
    claims = (
        ClaimRecord.objects.filter(judgement__attempt=attempt_id, judgement__number=in_force)
        .only("claim_id", "state", "text", "evidence")
        .order_by("pk")
    )
    return WholeEvidence(
        attempt_id=attempt.pk,
        turn_id=attempt.turn.turn_id,
        number=attempt.number,
        document=text.document(writes_evidence=writes_evidence(attempt.policy, attempt.pipeline_id)),
        citations=tuple(
            _citation(number, row) for number, row in enumerate(claims, start=1) if row.state != ClaimState.NOT_FACTUAL
        ),
    )


def _citation(number: int, row: ClaimRecord) -> Citation:
    return Citation(
        claim_id=row.claim_id,
        number=number,
        state=linked_state(row.state, linked=bool(row.evidence)),
        text=row.text,
        spans=tuple((link["start"], link["end"]) for link in row.evidence),
    )
