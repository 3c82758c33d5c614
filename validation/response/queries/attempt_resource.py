"""An attempt as the API, the event feed and the callbacks show it (API.md, POST /attempts)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from validation.domain.attempt import MemoryNote, MemoryState
from validation.domain.check import CheckName
from validation.domain.claim import linked_state
from validation.models import Attempt, Judgement
from validation.platform.work.judge_calls import judge_resource
from validation.response.queries.attempt_parts import Parts, Rows, parts_of
from validation.response.schemas import RulingOut

_UNJUDGED = Judgement()
"""What an attempt that waits is shown by: a client reads one shape."""


def attempt_resources(ids: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Whole resources by id, in a fixed number of statements however many there are."""
    attempts = list(Attempt.objects.select_related("turn__pipeline", "ruling").filter(pk__in=list(ids)))
    judged = [attempt.pk for attempt in attempts if attempt.judgement_number is not None]
    parts = parts_of([attempt.pk for attempt in attempts], judged=judged)
    return {str(attempt.pk): shown_resource(attempt, parts) for attempt in attempts}


def attempt_resource(attempt_id: Any) -> dict[str, Any]:
    return attempt_resources([attempt_id])[str(attempt_id)]


def queued_resource(attempt: Attempt, notes: Iterable[MemoryNote]) -> dict[str, Any]:
    """The resource of an attempt that was stored this moment, with its turn and pipeline in hand: nothing is read."""
    memory = [{"key": note.key, "state": MemoryState.STAGED.value} for note in notes]
    return shown_resource(attempt, Parts({}, {}, {attempt.pk: memory}, {}, {}))


def shown_resource(attempt: Attempt, parts: Parts) -> dict[str, Any]:
    """With its turn, its pipeline and what hangs on it in hand."""
    key = str(attempt.pk)
    judgement = parts.judgements.get(attempt.pk)
    return {
        "id": key,
        "turn_id": attempt.turn.turn_id,
        "session_id": attempt.turn.session_id,
        "pipeline": attempt.turn.pipeline.name,
        "attempt": attempt.number,
        "state": attempt.state,
        "decision": attempt.decision or None,
        "route": attempt.route or None,
        "route_reason": attempt.route_reason,
        "send": attempt.send,
        "enforced": attempt.enforced,
        "streamed": attempt.streamed,
        "final_response_md": attempt.final_response_md,
        "counters": {"revise": attempt.revise_count, "retry": attempt.retry_count},
        "policy": attempt.policy_id,
        "judgement": attempt.judgement_number,
        "submitted_at": attempt.submitted_at,
        "decided_at": attempt.decided_at,
        "memory": parts.memory.get(attempt.pk, []),
        "intervention_id": parts.interventions.get(key),
        "ruling": RulingOut.of(parts.rulings[key]) if key in parts.rulings else None,
        "audit": parts.audits.get(attempt.pk),
        "links": _links(attempt),
        **_judged(judgement or _UNJUDGED, parts),
    }


def _judged(judgement: Judgement, parts: Parts) -> dict[str, Any]:
    hanging: Rows = defaultdict(list, {name: rows.get(judgement.pk, []) for name, rows in parts.hanging.items()})
    checks = {check["name"]: check for check in hanging["checks"]}
    ordered = {name.value: checks[name.value] for name in CheckName if name.value in checks}
    return {
        "partial": judgement.partial,
        "caveat": judgement.caveat or None,
        "notes": judgement.notes,
        "confidence": judgement.confidence,
        "raw_confidence": judgement.raw_confidence,
        "checks": {name: check["state"] != "fail" for name, check in ordered.items()},
        "check_details": {
            name: {"state": check["state"], "reason": check["reason"], "said_by": check["said_by"]}
            for name, check in ordered.items()
        },
        "issues": judgement.issues,
        "revision_hints": judgement.revision_hints,
        "suggested_fixes": judgement.suggested_fixes,
        "reason_tags": judgement.reason_tags,
        "backtracking": judgement.backtracking or None,
        "voices": judgement.voices,
        "requirements": hanging["requirements"],
        "claims": [_claim(claim) for claim in hanging["claims"]],
        "findings": [{"check": found.pop("check_name"), **found} for found in hanging["findings"]],
        "goals": [{"id": goal.pop("goal_id"), **goal} for goal in hanging["goals"]],
        "low_trust": judgement.out_of_domain or None,
        "judge": None if judgement is _UNJUDGED else _judge(judgement),
        "halt": {"cause": judgement.halt_cause, "message": judgement.halt_message} if judgement.halt_cause else None,
    }


def _judge(judgement: Judgement) -> dict[str, Any]:
    return judge_resource(
        judgement,
        latency_ms=judgement.latency_ms,
        tries=judgement.tries,
        evidence_omitted=judgement.evidence_omitted,
    )


def _claim(row: dict[str, Any]) -> dict[str, Any]:
    state = linked_state(row["state"], linked=bool(row["evidence"]))
    return {"id": row.pop("claim_id"), **row, "state": state}


def _links(attempt: Attempt) -> dict[str, str]:
    own = f"/api/v1/attempts/{attempt.pk}"
    return {"self": own, "context_md": f"{own}/context.md", "page": f"/attempts/{attempt.pk}"}
