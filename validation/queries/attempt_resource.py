"""An attempt as the API, the event feed and the callbacks show it (API.md, POST /attempts)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, QuerySet

from validation.domain.check import CheckName
from validation.domain.cost import cost_resource
from validation.domain.intervention import UNSETTLED, RulingState
from validation.models import Attempt, Intervention, Judgement, Occurrence, RulingRecord


def attempt_resources(ids: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Whole resources by id, in a fixed number of statements however many there are."""
    attempts = list(_attempts().filter(pk__in=list(ids)))
    keys = [str(attempt.pk) for attempt in attempts]
    interventions = _interventions_of(keys)
    rulings = _rulings_of(keys)
    return {
        key: _resource(attempt, interventions.get(key), rulings.get(key))
        for key, attempt in zip(keys, attempts, strict=True)
    }


def attempt_resource(attempt_id: Any) -> dict[str, Any]:
    return attempt_resources([attempt_id])[str(attempt_id)]


def _attempts() -> QuerySet[Attempt]:
    hanging = ("checks", "claims", "findings", "requirements", "goals")
    in_force = Judgement.objects.filter(comparison=False).order_by("number").prefetch_related(*hanging)
    return Attempt.objects.select_related("turn", "turn__pipeline").prefetch_related(
        "memory", Prefetch("judgements", queryset=in_force)
    )


def _interventions_of(keys: list[str]) -> dict[str, str]:
    rows = (
        Occurrence.objects.filter(subject_id__in=keys, intervention__gate="response")
        .order_by("intervention__opened_at")
        .values_list("subject_id", "intervention_id")
    )
    return {subject: str(intervention) for subject, intervention in rows}


def _rulings_of(keys: list[str]) -> dict[str, RulingRecord]:
    rows = RulingRecord.objects.filter(
        subject_id__in=keys, state__in=[RulingState.PENDING, RulingState.FINAL], intervention__gate="response"
    ).order_by("at")
    return {row.subject_id: row for row in rows}


def open_intervention_of(attempt_id: Any) -> Intervention | None:
    return Intervention.objects.filter(
        occurrences__subject_id=str(attempt_id), gate="response", state__in=UNSETTLED
    ).first()


def _resource(attempt: Attempt, intervention: str | None, ruling: RulingRecord | None) -> dict[str, Any]:
    judgement = next((one for one in attempt.judgements.all() if one.number == attempt.judgement_number), None)
    return {
        "id": str(attempt.pk),
        "turn_id": attempt.turn.turn_id,
        "session_id": attempt.turn.session_id,
        "pipeline": attempt.turn.pipeline.name,
        "attempt": attempt.number,
        "state": attempt.state,
        "decision": attempt.decision or None,
        "route": attempt.route or None,
        "route_reason": attempt.route_reason,
        "counters": {"revise": attempt.revise_count, "retry": attempt.retry_count},
        "policy": attempt.policy_id,
        "judgement": attempt.judgement_number,
        "submitted_at": attempt.submitted_at,
        "decided_at": attempt.decided_at,
        "memory": [{"key": note.key, "state": note.state} for note in attempt.memory.all()],
        "intervention_id": intervention,
        "ruling": _ruling(ruling),
        "links": _links(attempt),
        **(_judged(judgement) if judgement else _unjudged()),
    }


def _judged(judgement: Judgement) -> dict[str, Any]:
    checks = {check.name: check for check in judgement.checks.all()}
    ordered = [checks[name.value] for name in CheckName if name.value in checks]
    return {
        "partial": judgement.partial,
        "caveat": judgement.caveat or None,
        "notes": judgement.notes,
        "confidence": judgement.confidence,
        "raw_confidence": judgement.raw_confidence,
        "checks": {check.name: check.state != "fail" for check in ordered},
        "check_details": {
            check.name: {"state": check.state, "reason": check.reason, "said_by": check.said_by} for check in ordered
        },
        "issues": judgement.issues,
        "revision_hints": judgement.revision_hints,
        "suggested_fixes": judgement.suggested_fixes,
        "reason_tags": judgement.reason_tags,
        "backtracking": judgement.backtracking or None,
        "voices": judgement.voices,
        "requirements": [
            {
                "text": one.text,
                "kind": one.kind,
                "met": one.met,
                "reason": one.reason,
                "start": one.start,
                "end": one.end,
            }
            for one in judgement.requirements.all()
        ],
        "claims": [
            {
                "id": claim.claim_id,
                "text": claim.text,
                "start": claim.start,
                "end": claim.end,
                "state": claim.state,
                "probability": claim.probability,
                "evidence": claim.evidence,
            }
            for claim in judgement.claims.all()
        ],
        "findings": [
            {
                "code": found.code,
                "severity": found.severity,
                "check": found.check_name,
                "start": found.start,
                "end": found.end,
                "message": found.message,
            }
            for found in judgement.findings.all()
        ],
        "goals": [{"id": goal.goal_id, "score": goal.score, "status": goal.status} for goal in judgement.goals.all()],
        "low_trust": judgement.low_trust or None,
        "judge": {
            "name": judgement.judge,
            "model": judgement.model,
            "prompt": judgement.prompt,
            "tokens_in": judgement.tokens_in,
            "tokens_out": judgement.tokens_out,
            "latency_ms": judgement.latency_ms,
            "tries": judgement.tries,
            "cost": cost_resource(judgement.cost, judgement.currency),
            "evidence_omitted": judgement.evidence_omitted,
        },
        "halt": {"cause": judgement.halt_cause, "message": judgement.halt_message} if judgement.halt_cause else None,
    }


def _unjudged() -> dict[str, Any]:
    """The same keys for an attempt that waits, so that a client reads one shape."""
    return {
        "partial": False,
        "caveat": None,
        "notes": "",
        "confidence": None,
        "raw_confidence": None,
        "checks": {},
        "check_details": {},
        "issues": [],
        "revision_hints": "",
        "suggested_fixes": "",
        "reason_tags": [],
        "backtracking": None,
        "voices": [],
        "requirements": [],
        "claims": [],
        "findings": [],
        "goals": [],
        "low_trust": None,
        "judge": None,
        "halt": None,
    }


def _ruling(ruling: RulingRecord | None) -> dict[str, Any] | None:
    if ruling is None:
        return None
    return {
        "ruling": ruling.ruling,
        "state": ruling.state,
        "by": ruling.by,
        "at": ruling.at,
        "effective_at": ruling.effective_at,
        "response_md": ruling.response_md or None,
        "hints": ruling.hints or None,
        "message": ruling.message or None,
        "note": ruling.note or None,
        "wrong_checks": ruling.wrong_checks,
    }


def _links(attempt: Attempt) -> dict[str, str]:
    own = f"/api/v1/attempts/{attempt.pk}"
    return {"self": own, "context_md": f"{own}/context.md", "page": f"/attempts/{attempt.pk}"}
