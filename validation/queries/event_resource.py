"""Events as the feed and the deliveries show them: the resource as its own GET would."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from validation.models import Event, Pipeline
from validation.queries.attempt_resource import attempt_resources
from validation.queries.interventions import intervention_resources
from validation.queries.policies import policy_resources
from validation.queries.query_analyses import analysis_resources

MAX_EVENTS = 500


def feed(*, pipeline: Pipeline, after: int, limit: int) -> list[dict[str, Any]]:
    """Events of the pipeline and those that concern everyone, in order of position."""
    rows = Event.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), position__gt=after)
    return event_resources(rows.order_by("position")[: max(1, min(limit, MAX_EVENTS))])


def event_resources(events: Iterable[Event]) -> list[dict[str, Any]]:
    rows = list(events)
    by_kind: dict[str, set[str]] = {}
    for row in rows:
        by_kind.setdefault(row.subject_kind, set()).add(row.subject_id)
    data: dict[tuple[str, str], Any] = {}
    for kind, ids in by_kind.items():
        found = _RENDER[kind](ids) if kind in _RENDER else {}
        data |= {(kind, key): value for key, value in found.items()}
    return [
        {"id": row.position, "type": row.type, "at": row.at, "data": data.get((row.subject_kind, row.subject_id))}
        for row in rows
    ]


def _policies(ids: Iterable[str]) -> dict[str, Any]:
    return {str(policy["number"]): policy for policy in policy_resources([int(number) for number in ids])}


_RENDER = {
    "attempt": attempt_resources,
    "intervention": intervention_resources,
    "policy": _policies,
    "query_analysis": analysis_resources,
}
