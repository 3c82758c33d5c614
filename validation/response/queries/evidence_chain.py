"""Everything one attempt was judged on: its texts, a judgement with all that hangs on it, and its neighbours.

The only read that touches bodies besides the turn page. Two statements, whatever the attempt holds.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.lookups import Exact

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
    MemoryCandidate,
    Occurrence,
    RequirementRecord,
    RulingRecord,
)
from validation.platform.json_rows import JsonRows
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

_SIBLINGS_SHOWN = 200
_RULINGS_SHOWN = 20
_CLAIM = ("claim_id", "text", "start", "end", "state", "probability", "evidence", "reasons")
_FINDING = ("code", "severity", "check_name", "start", "end", "message", "claim_id")
_GOAL = ("goal_id", "description", "score", "status")


def load_evidence(attempt_id: UUID, *, judgement: int | None = None) -> EvidenceRecord | None:
    """None when there is no such attempt, or no such judgement of it."""
    found = _with_surroundings(attempt_id).first()
    if found is None:
        return None
    in_force = found.judgement_number
    wanted = in_force if judgement is None else judgement
    rows = list(_with_parts(attempt_id, wanted))
    shown = next((row for row in rows if row.number == wanted), None)
    if judgement is not None and shown is None:
        return None
    return EvidenceRecord(
        attempt=_attempt(found),
        context_md=found.text.context_md,
        response_md=found.text.response_md,
        judgement=_judgement(shown, in_force, raw_reply=shown.reply or "") if shown else None,
        checks=_checks(shown.check_lines) if shown else (),
        claims=tuple(map(_claim, shown.claim_lines)) if shown else (),
        findings=tuple(FindingFacts(*line.values()) for line in shown.finding_lines) if shown else (),
        requirements=tuple(RequirementFacts(**line) for line in shown.requirement_lines) if shown else (),
        goals=tuple(GoalFacts(*line.values()) for line in shown.goal_lines) if shown else (),
        memory=tuple(MemoryFacts(**line) for line in found.memory_lines),
        history=tuple(_judgement(row, in_force) for row in reversed(rows)),
        siblings=tuple(Sibling(**line) for line in found.sibling_lines),
        rulings=tuple(map(_ruling, found.ruling_lines)),
        intervention_id=found.work,
    )


def _with_surroundings(attempt_id: UUID) -> QuerySet[Any]:
    """The attempt; `work` is the latest intervention about it, open or closed."""
    about = {"subject_id": str(attempt_id), "intervention__gate": Gate.RESPONSE}
    memory = MemoryCandidate.objects.filter(attempt=OuterRef("pk")).order_by("pk")
    siblings = Attempt.objects.filter(turn=OuterRef("turn")).order_by("number")
    rulings = RulingRecord.objects.filter(**about).exclude(state=RulingState.UNDONE).order_by("-at")
    latest = Occurrence.objects.filter(**about).order_by("-intervention__opened_at")
    rows = Attempt.objects.select_related("turn", "turn__pipeline", "text", "ruling").filter(pk=attempt_id)
    return rows.annotate(
        memory_lines=JsonRows(memory.values(*MemoryFacts.__slots__)),
        sibling_lines=JsonRows(siblings.values(*Sibling.__slots__)[:_SIBLINGS_SHOWN]),
        ruling_lines=JsonRows(rulings.values(*RulingFacts.__slots__)[:_RULINGS_SHOWN]),
        work=Subquery(latest.values("intervention_id")[:1]),
    )


def _with_parts(attempt_id: UUID, shown: int | None) -> QuerySet[Any]:
    """All judgements of the attempt, the earliest first. Only the shown one has its parts and its raw reply."""
    own = Q(Exact(OuterRef("number"), Value(shown or 0)), judgement=OuterRef("pk"))
    return (
        Judgement.objects.filter(attempt=attempt_id)
        .order_by("number")
        .annotate(
            check_lines=JsonRows(CheckRecord.objects.filter(own).values(*CheckFacts.__slots__)),
            claim_lines=JsonRows(ClaimRecord.objects.filter(own).values(*_CLAIM)),
            finding_lines=JsonRows(FindingRecord.objects.filter(own).values(*_FINDING)),
            requirement_lines=JsonRows(RequirementRecord.objects.filter(own).values(*RequirementFacts.__slots__)),
            goal_lines=JsonRows(GoalScore.objects.filter(own).values(*_GOAL)),
            reply=Case(When(number=shown or 0, then="text__raw_reply")),
        )
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
    own: dict[str, Any] = {
        "in_force": row.number == in_force,
        "policy": row.policy_id,
        "issues": tuple(row.issues),
        "reason_tags": tuple(row.reason_tags),
        "voices": tuple(VoiceFacts(**voice) for voice in row.voices),
        "raw_reply": raw_reply,
    }
    same = {name: getattr(row, name) for name in JudgementFacts.__slots__ if name not in own}
    return JudgementFacts(**same, **own)


def _checks(lines: list[dict[str, Any]]) -> tuple[CheckFacts, ...]:
    order = [name.value for name in CheckName]
    facts = (CheckFacts(**{**line, "said_by": tuple(line["said_by"])}) for line in lines)
    return tuple(sorted(facts, key=lambda check: order.index(check.name)))


def _claim(line: dict[str, Any]) -> ClaimFacts:
    return ClaimFacts(
        id=line["claim_id"],
        text=line["text"],
        start=line["start"],
        end=line["end"],
        state=linked_state(line["state"], linked=bool(line["evidence"])),
        probability=line["probability"],
        evidence=tuple(_link(link) for link in line["evidence"]),
        reasons=tuple(line["reasons"]),
    )


def _link(stored: dict[str, Any]) -> EvidenceLink:
    values: dict[str, Any] = {name: stored.get(name) for name in EvidenceLink.__slots__}
    return EvidenceLink(**values)


def _ruling(line: dict[str, Any]) -> RulingFacts:
    return RulingFacts(**{**line, "wrong_checks": tuple(line["wrong_checks"])})


def attempt_exists(attempt_id: UUID) -> bool:
    return Attempt.objects.filter(pk=attempt_id).exists()
