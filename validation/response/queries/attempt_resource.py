"""The resource of an attempt, as shown by the API, the event feed and callbacks (API.md, POST /attempts). Related rows
are read for many attempts at once, with one statement per table and without model instances, because every waiting call
ends here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import F, Model

from validation.domain.attempt import MemoryNote, MemoryState
from validation.domain.check import CheckName
from validation.domain.claim import linked_state
from validation.domain.intervention import DECIDES, RulingState
from validation.domain.trust.audit import ENDED
from validation.models import (
    Attempt,
    AuditItem,
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
from validation.platform import tracing
from validation.response.schemas import JudgeOut, RulingOut

Rows = dict[Any, list[dict[str, Any]]]
"""Related rows as shown in the resource, by the key of their parent."""

_HANGING: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "checks": (CheckRecord, ("name", "state", "reason", "said_by")),
    "claims": (ClaimRecord, ("claim_id", "text", "start", "end", "state", "probability", "evidence", "reasons")),
    "findings": (FindingRecord, ("code", "severity", "check_name", "start", "end", "message")),
    "requirements": (RequirementRecord, ("text", "kind", "met", "reason", "start", "end")),
    "goals": (GoalScore, ("goal_id", "score", "status")),
}


@dataclass(frozen=True, slots=True)
class Parts:
    """Related rows of attempts. `judgements` holds the current one by attempt; its checks, claims and so on are keyed
    by judgement; `memory`, `metadata` and finished `audits` by attempt. `interventions` and `rulings` hold the latest
    one by the attempt's id as text; an intervention comes with whether the attempt still waits in it."""

    judgements: dict[UUID, Judgement]
    hanging: dict[str, Rows]
    memory: Rows
    interventions: dict[str, tuple[str, bool]]
    rulings: dict[str, RulingRecord]
    audits: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    metadata: dict[UUID, dict[str, Any]] = field(default_factory=dict)


def parts_from_rows(
    judgement: Judgement,
    hanging: Mapping[str, Sequence[Model]],
    *,
    has_notes: bool,
    metadata: dict[str, Any],
    intervention: UUID | None,
) -> Parts:
    """The parts of an attempt that was just judged for the first time, from the rows that were written."""
    key = judgement.attempt_id
    rows = {
        name: [{field: getattr(row, field) for field in fields} for row in _in_order(hanging.get(name, ()))]
        for name, (_, fields) in _HANGING.items()
    }
    return Parts(
        judgements={key: judgement},
        hanging={name: {judgement.pk: written} for name, written in rows.items()},
        memory=_memory_of([key]) if has_notes else {},
        interventions={str(key): (str(intervention), True)} if intervention else {},
        rulings={},
        metadata={key: metadata},
    )


def _in_order(written: Sequence[Model]) -> list[Any]:
    """The rows in database order: by place if they have one, else as written."""
    ordered = "start" in (written[0]._meta.ordering or ()) if written else False
    return sorted(written, key=lambda row: row.start) if ordered else list(written)


def parts_of(ids: Sequence[UUID], *, judged: Sequence[UUID]) -> Parts:
    """The parts of the attempts `ids`; `judged` are those with a judgement."""
    rows = Judgement.objects.filter(attempt__in=judged, comparison=False, number=F("attempt__judgement_number"))
    in_force = {row.attempt_id: row for row in rows} if judged else {}
    keys = [row.pk for row in in_force.values()]
    interventions = _interventions_of(judged) if judged else {}
    return Parts(
        judgements=in_force,
        hanging={name: _rows(*table, keys) if keys else {} for name, table in _HANGING.items()},
        memory=_memory_of(ids),
        interventions=interventions,
        rulings=_rulings_of(interventions) if interventions else {},
        audits=_audits_of(judged) if judged else {},
    )


def _audits_of(judged: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    """Finished audits of current judgements. Unfinished ones are hidden from people who may still have to answer."""
    rows = AuditItem.objects.filter(
        attempt__in=judged, state__in=ENDED, judgement_number=F("attempt__judgement_number")
    ).values("attempt_id", "state", "truth_route", "truth_source", "truth_checks", "closed_at")
    return {
        row["attempt_id"]: {
            "state": row["state"],
            "truth": row["truth_route"] or None,
            "source": row["truth_source"] or None,
            "checks": row["truth_checks"],
            "closed_at": row["closed_at"],
        }
        for row in rows
    }


def _rows(model: type[Model], fields: tuple[str, ...], keys: Sequence[int]) -> Rows:
    rows = model._default_manager.filter(judgement__in=keys).values("judgement_id", *fields)
    return _by(rows, "judgement_id")


def _memory_of(ids: Sequence[UUID]) -> Rows:
    return _by(MemoryCandidate.objects.filter(attempt__in=ids).values("attempt_id", "key", "state"), "attempt_id")


def _by(rows: Iterable[Any], key: str) -> Rows:
    found: Rows = defaultdict(list)
    for row in rows:
        found[row.pop(key)].append(row)
    return dict(found)


def _interventions_of(judged: Sequence[UUID]) -> dict[str, tuple[str, bool]]:
    """By subject: the intervention that it waits in, else the last one."""
    rows = (
        Occurrence.objects.filter(subject_id__in=[str(key) for key in judged], intervention__gate="response")
        .order_by(F("settled_at").asc(nulls_last=True), "intervention__opened_at")
        .values_list("subject_id", "intervention_id", "settled_at")
    )
    return {subject: (str(intervention), settled_at is None) for subject, intervention, settled_at in rows}


def _rulings_of(subjects: Iterable[str]) -> dict[str, RulingRecord]:
    """The latest ruling by subject; only subjects with an intervention can have one."""
    rows = RulingRecord.objects.filter(
        subject_id__in=list(subjects), state__in=[RulingState.PENDING, RulingState.FINAL], intervention__gate="response"
    ).order_by("at")
    return {row.subject_id: row for row in rows}


_UNJUDGED = Judgement()
"""Stands for the judgement of an undecided attempt, so that all resources have the same fields."""


def attempt_resources(ids: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Full resources by id, in a fixed number of statements."""
    rows = Attempt.objects.select_related("turn__pipeline", "ruling").annotate(sent_metadata=F("text__metadata"))
    attempts = list(rows.filter(pk__in=list(ids)))
    judged = [attempt.pk for attempt in attempts if attempt.judgement_number is not None]
    parts = parts_of([attempt.pk for attempt in attempts], judged=judged)
    parts.metadata.update({attempt.pk: attempt.sent_metadata or {} for attempt in attempts})
    return {str(attempt.pk): shown_resource(attempt, parts) for attempt in attempts}


def attempt_resource(attempt_id: Any) -> dict[str, Any]:
    return attempt_resources([attempt_id])[str(attempt_id)]


def queued_resource(attempt: Attempt, notes: Iterable[MemoryNote], metadata: dict[str, Any]) -> dict[str, Any]:
    """The resource of an attempt that was just stored, with turn and pipeline loaded. No statement."""
    memory = [{"key": note.key, "state": MemoryState.STAGED.value} for note in notes]
    stored = stored_metadata(metadata, {})
    return shown_resource(attempt, Parts({}, {}, {attempt.pk: memory}, {}, {}, metadata={attempt.pk: stored}))


_NAMES_TRACE = "countersign.names_trace"


def stored_metadata(sent: Mapping[str, Any], traced: Mapping[str, str]) -> dict[str, Any]:
    """With the trace that the request belongs to, unless the pipeline names one itself, which is marked."""
    return {**sent, _NAMES_TRACE: True} if tracing.HEADER in sent else {**traced, **sent}


def own_metadata(stored: Mapping[str, Any]) -> dict[str, Any]:
    """As the pipeline sent it, without the trace that its request belonged to."""
    added = _NAMES_TRACE if _NAMES_TRACE in stored else tracing.HEADER
    return {name: value for name, value in stored.items() if name != added}


def shown_resource(attempt: Attempt, parts: Parts) -> dict[str, Any]:
    """The resource of an attempt whose turn, pipeline and parts are loaded."""
    key = str(attempt.pk)
    judgement = parts.judgements.get(attempt.pk)
    intervention_id, is_open = parts.interventions.get(key, (None, False))
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
        "metadata": own_metadata(parts.metadata.get(attempt.pk, {})),
        "intervention_id": intervention_id,
        "intervention_open": is_open,
        "ruling": _ruling(attempt, parts.rulings.get(key)),
        "audit": parts.audits.get(attempt.pk),
        "links": _links(attempt),
        **_judged(judgement or _UNJUDGED, parts),
    }


def _ruling(attempt: Attempt, latest: RulingRecord | None) -> dict[str, Any] | None:
    """The ruling to show; None if a later judgement has replaced its route."""
    if latest is None:
        return None
    stands = latest.state == RulingState.PENDING or latest.ruling not in DECIDES or latest.pk == attempt.ruling_id
    return RulingOut.of(latest) if stands else None


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
        "judge": None if judgement is _UNJUDGED else JudgeOut.of(judgement),
        "halt": {"cause": judgement.halt_cause, "message": judgement.halt_message} if judgement.halt_cause else None,
    }


def _claim(row: dict[str, Any]) -> dict[str, Any]:
    state = linked_state(row["state"], linked=bool(row["evidence"]))
    return {"id": row.pop("claim_id"), **row, "state": state}


def _links(attempt: Attempt) -> dict[str, str]:
    own = f"/api/v1/attempts/{attempt.pk}"
    return {"self": own, "context_md": f"{own}/context.md", "page": f"/attempts/{attempt.pk}"}
