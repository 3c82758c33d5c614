"""What hangs on judgements and attempts, read for many at once: one statement a table and no model objects, because
every call that waits for its decision ends here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import F, Model

from validation.domain.intervention import RulingState
from validation.domain.trust.audit import ENDED
from validation.models import (
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

Rows = dict[Any, list[dict[str, Any]]]
"""Rows as the resource shows them, by the key of what they hang on."""

_HANGING: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "checks": (CheckRecord, ("name", "state", "reason", "said_by")),
    "claims": (ClaimRecord, ("claim_id", "text", "start", "end", "state", "probability", "evidence", "reasons")),
    "findings": (FindingRecord, ("code", "severity", "check_name", "start", "end", "message")),
    "requirements": (RequirementRecord, ("text", "kind", "met", "reason", "start", "end")),
    "goals": (GoalScore, ("goal_id", "score", "status")),
}


@dataclass(frozen=True, slots=True)
class Parts:
    """`judgements` by attempt, the one in force; what hangs on it by the judgement's key; `memory` by attempt;
    `interventions` and `rulings` by the attempt's id as text, the latest of each; `audits` by attempt, when they
    have ended."""

    judgements: dict[UUID, Judgement]
    hanging: dict[str, Rows]
    memory: Rows
    interventions: dict[str, str]
    rulings: dict[str, RulingRecord]
    audits: dict[UUID, dict[str, Any]] = field(default_factory=dict)


def parts_in_hand(
    judgement: Judgement, hanging: Mapping[str, Sequence[Model]], *, has_notes: bool, intervention: UUID | None
) -> Parts:
    """Those of an attempt that was judged this moment for the first time, from the rows as they were written."""
    key = judgement.attempt_id
    rows = {
        name: [{field: getattr(row, field) for field in fields} for row in _in_order(hanging.get(name, ()))]
        for name, (_, fields) in _HANGING.items()
    }
    return Parts(
        judgements={key: judgement},
        hanging={name: {judgement.pk: written} for name, written in rows.items()},
        memory=_memory_of([key]) if has_notes else {},
        interventions={str(key): str(intervention)} if intervention else {},
        rulings={},
    )


def _in_order(written: Sequence[Model]) -> list[Any]:
    """As the database orders them: by place where a row has one, else as written."""
    ordered = "start" in (written[0]._meta.ordering or ()) if written else False
    return sorted(written, key=lambda row: row.start) if ordered else list(written)


def parts_of(ids: Sequence[UUID], *, judged: Sequence[UUID]) -> Parts:
    """Of the attempts `ids`; `judged` names those of them that have a judgement in force."""
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
    """Of the judgement in force. One that has not ended is not told: whoever may be asked could read it here."""
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


def _interventions_of(judged: Sequence[UUID]) -> dict[str, str]:
    rows = (
        Occurrence.objects.filter(subject_id__in=[str(key) for key in judged], intervention__gate="response")
        .order_by("intervention__opened_at")
        .values_list("subject_id", "intervention_id")
    )
    return {subject: str(intervention) for subject, intervention in rows}


def _rulings_of(subjects: Iterable[str]) -> dict[str, RulingRecord]:
    """Nobody rules on what has no intervention."""
    rows = RulingRecord.objects.filter(
        subject_id__in=list(subjects), state__in=[RulingState.PENDING, RulingState.FINAL], intervention__gate="response"
    ).order_by("at")
    return {row.subject_id: row for row in rows}
