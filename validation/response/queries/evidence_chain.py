"""Everything one attempt was judged on: its texts, a judgement with all that hangs on it, and its neighbours.

The only read that touches bodies besides the turn page. A fixed number of statements, whatever the attempt holds.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from validation.domain.check import CheckName
from validation.domain.claim import EvidenceLink, linked_state
from validation.domain.intervention import Gate, RulingState
from validation.models import (
    Attempt,
    CheckRecord,
    ClaimRecord,
    FindingRecord,
    GoalScore,
    Judgement,
    JudgementText,
    MemoryCandidate,
    Occurrence,
    RequirementRecord,
    RulingRecord,
)
from validation.response.queries.evidence_facts import (
    AttemptFacts,
    CheckFacts,
    ClaimFacts,
    EvidenceRecord,
    FindingFacts,
    GoalFacts,
    JudgementFacts,
    MemoryFacts,
    RequirementFacts,
    RulingFacts,
    Sibling,
    VoiceFacts,
)


def load_evidence(attempt_id: UUID, *, judgement: int | None = None) -> EvidenceRecord | None:
    """None when there is no such attempt, or no such judgement of it."""
    found = Attempt.objects.select_related("turn", "turn__pipeline", "text", "ruling").filter(pk=attempt_id).first()
    if found is None:
        return None
    rows = list(found.judgements.order_by("number"))
    wanted = found.judgement_number if judgement is None else judgement
    shown = next((row for row in rows if row.number == wanted), None)
    if judgement is not None and shown is None:
        return None
    in_force = found.judgement_number
    return EvidenceRecord(
        attempt=_attempt(found),
        context_md=found.text.context_md,
        response_md=found.text.response_md,
        judgement=_judgement(shown, in_force, raw_reply=_raw_reply(shown)) if shown else None,
        checks=_checks(shown),
        claims=_claims(shown),
        findings=_findings(shown),
        requirements=_requirements(shown),
        goals=_goals(shown),
        memory=_memory(found),
        history=tuple(_judgement(row, in_force) for row in reversed(rows)),
        siblings=_siblings(found.turn_id),
        rulings=_rulings(attempt_id),
        intervention_id=_intervention(attempt_id),
    )


def _attempt(row: Attempt) -> AttemptFacts:
    own: dict[str, Any] = {
        "turn_pk": row.turn_id,
        "turn_id": row.turn.turn_id,
        "pipeline": row.turn.pipeline.name,
        "session_id": row.turn.session_id,
        "query": row.turn.query,
        "policy": row.policy_id,
        "ruled_by": row.ruling.by if row.ruling else "",
    }
    same = {name: getattr(row, name) for name in AttemptFacts.__slots__ if name not in own}
    return AttemptFacts(**same, **own)


def _judgement(row: Judgement, in_force: int | None, *, raw_reply: str = "") -> JudgementFacts:
    same = {name: getattr(row, name) for name in JudgementFacts.__slots__ if hasattr(row, name)}
    return JudgementFacts(
        **{
            **same,
            "in_force": row.number == in_force,
            "policy": row.policy_id,
            "issues": tuple(row.issues),
            "reason_tags": tuple(row.reason_tags),
            "voices": tuple(VoiceFacts(**voice) for voice in row.voices),
            "raw_reply": raw_reply,
        }
    )


def _raw_reply(row: Judgement | None) -> str:
    if row is None:
        return ""
    return JudgementText.objects.filter(judgement=row).values_list("raw_reply", flat=True).first() or ""


def _checks(row: Judgement | None) -> tuple[CheckFacts, ...]:
    order = [name.value for name in CheckName]
    found = CheckRecord.objects.filter(judgement=row).values("name", "state", "reason", "said_by") if row else ()
    facts = (CheckFacts(one["name"], one["state"], one["reason"], tuple(one["said_by"])) for one in found)
    return tuple(sorted(facts, key=lambda check: order.index(check.name)))


def _claims(row: Judgement | None) -> tuple[ClaimFacts, ...]:
    found = ClaimRecord.objects.filter(judgement=row) if row else ()
    return tuple(
        ClaimFacts(
            id=claim.claim_id,
            text=claim.text,
            start=claim.start,
            end=claim.end,
            state=linked_state(claim.state, linked=bool(claim.evidence)),
            probability=claim.probability,
            evidence=tuple(_link(link) for link in claim.evidence),
            reasons=tuple(claim.reasons),
        )
        for claim in found
    )


def _link(stored: dict[str, Any]) -> EvidenceLink:
    values: dict[str, Any] = {name: stored.get(name) for name in EvidenceLink.__slots__}
    return EvidenceLink(**values)


def _findings(row: Judgement | None) -> tuple[FindingFacts, ...]:
    found = FindingRecord.objects.filter(judgement=row) if row else ()
    return tuple(
        FindingFacts(item.code, item.severity, item.check_name, item.start, item.end, item.message, item.claim_id)
        for item in found
    )


def _requirements(row: Judgement | None) -> tuple[RequirementFacts, ...]:
    fields = RequirementFacts.__slots__
    found = RequirementRecord.objects.filter(judgement=row).values(*fields) if row else ()
    return tuple(RequirementFacts(**item) for item in found)


def _goals(row: Judgement | None) -> tuple[GoalFacts, ...]:
    found = GoalScore.objects.filter(judgement=row) if row else ()
    return tuple(GoalFacts(goal.goal_id, goal.description, goal.score, goal.status) for goal in found)


def _memory(attempt: Attempt) -> tuple[MemoryFacts, ...]:
    found = MemoryCandidate.objects.filter(attempt=attempt).values(*MemoryFacts.__slots__)
    return tuple(MemoryFacts(**item) for item in found)


def _siblings(turn_pk: int) -> tuple[Sibling, ...]:
    rows = Attempt.objects.filter(turn=turn_pk).order_by("number").values(*Sibling.__slots__)
    return tuple(Sibling(**row) for row in rows[:200])


def _rulings(attempt_id: UUID) -> tuple[RulingFacts, ...]:
    rows = (
        RulingRecord.objects.filter(subject_id=str(attempt_id), intervention__gate=Gate.RESPONSE)
        .exclude(state=RulingState.UNDONE)
        .order_by("-at")
        .values(*RulingFacts.__slots__)
    )
    return tuple(RulingFacts(**{**row, "wrong_checks": tuple(row["wrong_checks"])}) for row in rows[:20])


def _intervention(attempt_id: UUID) -> UUID | None:
    """The latest piece of work about this attempt, open or closed."""
    return (
        Occurrence.objects.filter(subject_id=str(attempt_id), intervention__gate=Gate.RESPONSE)
        .order_by("-intervention__opened_at")
        .values_list("intervention_id", flat=True)
        .first()
    )


def attempt_exists(attempt_id: UUID) -> bool:
    return Attempt.objects.filter(pk=attempt_id).exists()
