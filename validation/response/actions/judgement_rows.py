"""Writes a judgement with its checks, claims, findings, requirements and goal scores. A judge's text was never
validated as input, so characters that the database cannot store are replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model

from validation.domain.attempt import RESPONSE
from validation.domain.claim import linked_state
from validation.domain.decisions.decision import DecisionResult
from validation.domain.text.storable import make_document_storable, make_storable
from validation.evidence.report import EVIDENCE_VERSION, EvidenceReport
from validation.models import (
    Attempt,
    CheckRecord,
    ClaimRecord,
    FindingRecord,
    GoalScore,
    Judgement,
    JudgementText,
    RequirementRecord,
)
from validation.platform.insert import insert_rows
from validation.platform.work.judge_calls import call_fields, record_calls
from validation.response.actions.judging import ClaimedAttempt
from validation.response.gate.gate import GateResult


@dataclass(frozen=True, slots=True)
class JudgementRows:
    """A judgement and its related rows, by the names used in `attempt_parts`."""

    judgement: Judgement
    hanging: Mapping[str, Sequence[Model]]


def write_judgement(attempt: Attempt, claimed: ClaimedAttempt, judged: GateResult, now: datetime) -> JudgementRows:
    """Inside the caller's transaction."""
    record = judged.record
    judgement = Judgement.objects.create(
        attempt=attempt,
        number=claimed.number,
        comparison=claimed.comparison,
        policy=claimed.policy,
        made_at=now,
        seed=record.seed,
        tries=record.tries,
        **call_fields(record),
        evidence_omitted=record.evidence_omitted,
        evidence_version=EVIDENCE_VERSION,
        out_of_domain=judged.report.out_of_domain or "",
        **make_document_storable(_decision_fields(judged)),
    )
    record_calls(
        [record],
        gate=RESPONSE,
        subject_id=str(attempt.pk),
        pipeline=attempt.turn.pipeline,
        halt_cause=judged.halt.cause if judged.halt else "",
        now=now,
    )
    hanging = _report_rows(judgement, judged.report)
    if judged.decided is not None:
        hanging |= _decided_rows(judgement, judged.decided)
    insert_rows([JudgementText(judgement=judgement, raw_reply=make_storable(judged.raw_reply))], *hanging.values())
    return JudgementRows(judgement, hanging)


def _decision_fields(judged: GateResult) -> dict[str, Any]:
    """The columns for the decision, or for the halt."""
    decided = judged.decided
    if decided is None:
        assert judged.halt is not None, "a result is either decided or halted"
        return {"halt_cause": judged.halt.cause.value, "halt_message": judged.halt.message}
    return {
        "decision": decided.decision.value,
        "confidence": decided.confidence,
        "raw_confidence": decided.raw_confidence,
        "partial": decided.partial,
        "caveat": decided.caveat or "",
        "notes": decided.notes,
        "issues": list(decided.issues),
        "revision_hints": decided.revision_hints,
        "suggested_fixes": decided.suggested_fixes,
        "reason_tags": [tag.value for tag in decided.reason_tags],
        "backtracking": decided.backtracking or "",
        "voices": [asdict(voice) for voice in decided.voices],
    }


def _report_rows(judgement: Judgement, report: EvidenceReport) -> dict[str, list[Model]]:
    """Claims, findings and requirements quote submitted text, which was validated as input."""
    return {
        "claims": [
            ClaimRecord(
                judgement=judgement,
                **_columns(claim, id="claim_id") | {"state": linked_state(claim.state, linked=bool(claim.evidence))},
            )
            for claim in report.claims
        ],
        "findings": [
            FindingRecord(
                judgement=judgement, **_columns(found, check="check_name") | {"claim_id": found.claim_id or ""}
            )
            for found in report.findings
        ],
        "requirements": [RequirementRecord(judgement=judgement, **_columns(one)) for one in report.requirements],
    }


def _columns(part: Any, **renamed: str) -> dict[str, Any]:
    """The fields of a dataclass by column; `renamed` maps fields to columns with another name."""
    return {renamed.get(name, name): value for name, value in asdict(part).items()}


def _decided_rows(judgement: Judgement, decided: DecisionResult) -> dict[str, list[Model]]:
    return {
        "checks": [
            CheckRecord(
                judgement=judgement,
                name=check.name,
                state=check.state,
                reason=make_storable(check.reason),
                said_by=[voice.value for voice in check.said_by],
            )
            for check in decided.checks
        ],
        "goals": [
            GoalScore(
                judgement=judgement,
                **_columns(goal, id="goal_id") | {"description": make_storable(goal.description)},
            )
            for goal in decided.goals
        ],
    }
