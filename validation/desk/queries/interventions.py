"""Interventions as shown by the API, the event feed and callbacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db.models import F, Prefetch, QuerySet, Value
from django.db.models.functions import Concat

from validation.desk.queries.queue import snoozed
from validation.desk.schemas import CommentOut, InterventionRulingOut, InterventionSummary, OccurrenceOut
from validation.domain.intervention import Kind, RulingState
from validation.models import Attempt, Comment, Intervention, Occurrence, Pipeline, RulingRecord
from validation.platform.gates import gate_of
from validation.platform.paging.filters import between
from validation.platform.paging.keyset import Page, page_of
from validation.platform.tallies.source import Measure, Source
from validation.response.queries.attempt_resource import attempt_resources

NOTHING_IN_HAND: Mapping[str, dict[str, Any]] = MappingProxyType({})
_SHOWN = 100
"""Most occurrences, rulings and comments in the resource of one intervention: a halt group can have thousands."""


@dataclass(frozen=True, slots=True)
class InterventionFilter:
    state: str | None = None
    kind: str | None = None
    gate: str | None = None
    priority: str | None = None
    assigned_to: str | None = None
    snoozed_at: datetime | None = None
    awake_at: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None


def wanted_interventions(pipeline: Pipeline, wanted: InterventionFilter) -> QuerySet[Intervention]:
    """The interventions of a pipeline without audits, which are answered blind under `/audits`."""
    rows = Intervention.objects.select_related("pipeline").filter(pipeline=pipeline).exclude(kind=Kind.AUDIT)
    if wanted.snoozed_at:
        rows = rows.filter(snoozed(wanted.snoozed_at))
    if wanted.awake_at:
        rows = rows.filter(~snoozed(wanted.awake_at))
    columns = {name: getattr(wanted, name) for name in ("state", "kind", "gate", "priority", "assigned_to")}
    named = {name: value for name, value in columns.items() if value is not None}
    return rows.filter(between("opened_at", wanted.since, wanted.until), **named)


def list_interventions(
    *, pipeline: Pipeline, wanted: InterventionFilter, cursor: str | None, limit: int
) -> Page[Intervention]:
    """Newest first, without texts."""
    rows = wanted_interventions(pipeline, wanted)
    return page_of(rows, order="opened_at", cursor=cursor, limit=limit)


def intervention_resources(
    ids: Iterable[Any], in_hand: Mapping[str, dict[str, Any]] = NOTHING_IN_HAND
) -> dict[str, dict[str, Any]]:
    """Full resources by id: the first occurrences, the last rulings and, for a gate with drafts, the resource of the
    attempt. Attempt resources in `in_hand` are not read again."""
    first = Occurrence.objects.order_by("id")[:_SHOWN]
    last = RulingRecord.objects.exclude(state=RulingState.UNDONE).order_by("-at", "id")[:_SHOWN]
    comments = Comment.objects.prefetch_related("mentions").order_by("-at", "-id")[:_SHOWN]
    rows = list(
        Intervention.objects.select_related("pipeline")
        .prefetch_related(
            Prefetch("occurrences", first, to_attr="first_occurrences"),
            Prefetch("rulings", last, to_attr="last_rulings"),
            Prefetch("comments", comments, to_attr="last_comments"),
        )
        .filter(pk__in=ids)
    )
    drafts = [row.subject_id for row in rows if gate_of(row.gate).has_drafts]
    attempts = {**in_hand, **attempt_resources([draft for draft in drafts if draft not in in_hand])}
    return {str(row.pk): {**_whole(row), **_about(attempts.get(row.subject_id))} for row in rows}


def _about(attempt: dict[str, Any] | None) -> dict[str, Any]:
    """The attempt's resource, with the fields that a client acts on repeated at the top level."""
    named = ("turn_id", "send", "final_response_md")
    return {**{name: attempt[name] if attempt else None for name in named}, "attempt": attempt}


def attempt_answers(attempts: Collection[Attempt]) -> dict[Any, dict[str, Any]]:
    """For each of these attempts, by key, the fields of `_about`: in a group they differ from those of the intervention
    itself."""
    resources = attempt_resources([attempt.pk for attempt in attempts])
    return {attempt.pk: _about(resources[str(attempt.pk)]) for attempt in attempts}


def _whole(row: Any) -> dict[str, Any]:
    return {
        **InterventionSummary.of(row),
        "occurrences": [OccurrenceOut.of(one) for one in row.first_occurrences],
        "rulings": [InterventionRulingOut.of(one) for one in row.last_rulings],
        "comments": [CommentOut.of(one) for one in reversed(row.last_comments)],
    }


CLOSED = Source(
    name="interventions",
    rows=lambda: Intervention.objects.filter(closed_at__isnull=False),
    clock=Intervention,
    at="closed_at",
    measures={"intervention_closed": Measure(kind=Concat(F("state"), Value(":"), F("priority")))},
)
