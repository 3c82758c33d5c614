"""Everything one attempt was judged on: its texts, a judgement with all that hangs on it, and its neighbours.

The only read that touches bodies besides the turn page. Two statements, whatever the attempt holds; a third for the
policy in force where none has judged it.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.lookups import Exact

from validation.domain.attempt import RESPONSE
from validation.domain.check import CheckName
from validation.domain.claim import Claim, EvidenceLink, linked_state
from validation.domain.context import ContextDocument
from validation.domain.intervention import RulingState
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
from validation.platform.policies import writes_evidence

_SIBLINGS_SHOWN = 200
_RULINGS_SHOWN = 20
_CHECK = ("name", "state", "reason", "said_by")
_CLAIM = ("claim_id", "text", "start", "end", "state", "probability", "evidence", "reasons")
_FINDING = ("code", "severity", "check_name", "start", "end", "message", "claim_id")
_REQUIREMENT = ("text", "kind", "met", "reason", "start", "end", "evidence_missing")
_GOAL = ("goal_id", "description", "score", "status")
_MEMORY = ("key", "content", "state")
_RULING = ("ruling", "state", "by", "at", "note", "hints", "message", "wrong_checks")
_SIBLING = (
    "id", "number", "state", "decision", "judged_route", "route", "ruling_id", "partial", "confidence", "halt_cause",
)  # fmt: skip


class Proposal(NamedTuple):
    """What a reviewer who rules corrects: the response, and what the judgement in force would have changed."""

    response_md: str
    revision_hints: str
    suggested_fixes: str

    @classmethod
    def of(cls, response_md: str, hints: str | None, fixes: str | None, issues: list[str] | None) -> Proposal:
        """A judge that asks for a RETRY or a FAIL gives no hints: then the issues stand for them, one a line."""
        return cls(response_md, hints or "\n".join(issues or ()), fixes or "")


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """`judgement` is the one asked for, else the one in force, else None (not judged yet), with its raw reply as
    `reply`. What hangs on rows holds only the fields that a page shows. `writes_evidence` as `Provenance` has it."""

    attempt: Attempt
    judgement: Judgement | None
    checks: tuple[CheckRecord, ...]
    claims: tuple[Claim, ...]
    findings: tuple[FindingRecord, ...]
    requirements: tuple[RequirementRecord, ...]
    goals: tuple[GoalScore, ...]
    memory: tuple[MemoryCandidate, ...]
    history: tuple[Judgement, ...]
    siblings: tuple[Attempt, ...]
    rulings: tuple[RulingRecord, ...]
    intervention_id: UUID | None
    writes_evidence: bool

    @property
    def document(self) -> ContextDocument:
        return self.attempt.text.document(writes_evidence=self.writes_evidence)

    def without(self, hidden: Set[UUID]) -> EvidenceRecord:
        """For a person who must not see the verdicts of these attempts yet."""
        return replace(self, siblings=tuple(one for one in self.siblings if one.pk not in hidden))

    @property
    def response_md(self) -> str:
        return self.attempt.text.response_md

    @property
    def proposal(self) -> Proposal:
        made = self.judgement or Judgement()
        return Proposal.of(self.response_md, made.revision_hints, made.suggested_fixes, made.issues)


def load_evidence(attempt_id: UUID, *, judgement: int | None = None) -> EvidenceRecord | None:
    """None when there is no such attempt, or no such judgement of it."""
    found = _with_surroundings(attempt_id).first()
    if found is None:
        return None
    wanted = found.judgement_number if judgement is None else judgement
    rows = list(_with_parts(attempt_id, wanted))
    shown = next((row for row in rows if row.number == wanted), None)
    if judgement is not None and shown is None:
        return None
    return EvidenceRecord(
        attempt=found,
        judgement=shown,
        checks=_checks(shown.check_lines) if shown else (),
        claims=tuple(map(_claim, shown.claim_lines)) if shown else (),
        findings=tuple(FindingRecord(**line) for line in shown.finding_lines) if shown else (),
        requirements=tuple(RequirementRecord(**line) for line in shown.requirement_lines) if shown else (),
        goals=tuple(GoalScore(**line) for line in shown.goal_lines) if shown else (),
        memory=tuple(MemoryCandidate(**line) for line in found.memory_lines),
        history=tuple(reversed(rows)),
        siblings=tuple(Attempt(**line) for line in found.sibling_lines),
        rulings=tuple(RulingRecord(**line) for line in found.ruling_lines),
        intervention_id=found.work,
        writes_evidence=writes_evidence(shown.policy if shown else None, found.pipeline_id),
    )


def read_proposal(attempt_id: UUID) -> Proposal | None:
    """Without all else that `load_evidence` reads. None when there is no such attempt."""
    in_force = Judgement.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))
    said = (Subquery(in_force.values(name)) for name in ("revision_hints", "suggested_fixes", "issues"))
    found = Attempt.objects.filter(pk=attempt_id).values_list("text__response_md", *said).first()
    return Proposal.of(*found) if found else None


def _with_surroundings(attempt_id: UUID) -> QuerySet[Any]:
    """The attempt; `work` is the latest intervention about it, open or closed."""
    about = {"subject_id": str(attempt_id), "intervention__gate": RESPONSE}
    memory = MemoryCandidate.objects.filter(attempt=OuterRef("pk")).order_by("pk")
    near = Attempt.objects.filter(turn=OuterRef("turn"), number__gt=OuterRef("number") - _SIBLINGS_SHOWN // 2)
    rulings = RulingRecord.objects.filter(**about).exclude(state=RulingState.UNDONE).order_by("-at")
    latest = Occurrence.objects.filter(**about).order_by("-intervention__opened_at")
    rows = Attempt.objects.select_related("turn", "turn__pipeline", "text", "ruling").filter(pk=attempt_id)
    return rows.annotate(
        memory_lines=JsonRows(memory.values(*_MEMORY)),
        sibling_lines=JsonRows(near.order_by("number").values(*_SIBLING)[:_SIBLINGS_SHOWN]),
        ruling_lines=JsonRows(rulings.values(*_RULING)[:_RULINGS_SHOWN]),
        work=Subquery(latest.values("intervention_id")[:1]),
    )


def _with_parts(attempt_id: UUID, shown: int | None) -> QuerySet[Any]:
    """All judgements of the attempt, the earliest first. Only the shown one has its parts and its raw reply."""
    own = Q(Exact(OuterRef("number"), Value(shown or 0)), judgement=OuterRef("pk"))
    return (
        Judgement.objects.filter(attempt=attempt_id)
        .select_related("policy")
        .order_by("number")
        .annotate(
            check_lines=JsonRows(CheckRecord.objects.filter(own).values(*_CHECK)),
            claim_lines=JsonRows(ClaimRecord.objects.filter(own).values(*_CLAIM)),
            finding_lines=JsonRows(FindingRecord.objects.filter(own).values(*_FINDING)),
            requirement_lines=JsonRows(RequirementRecord.objects.filter(own).values(*_REQUIREMENT)),
            goal_lines=JsonRows(GoalScore.objects.filter(own).values(*_GOAL)),
            reply=Case(When(number=shown or 0, then="text__raw_reply")),
        )
    )


def _checks(lines: list[dict[str, Any]]) -> tuple[CheckRecord, ...]:
    order = [name.value for name in CheckName]
    return tuple(sorted((CheckRecord(**line) for line in lines), key=lambda check: order.index(check.name)))


def _claim(line: dict[str, Any]) -> Claim:
    return Claim(
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
