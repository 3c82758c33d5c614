"""Exports attempts and interventions, newest first, at any length: read page by page, so that neither memory nor a
transaction grows with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, QuerySet

from validation.desk.queries.interventions import intervention_resources
from validation.desk.schemas import InterventionSummary
from validation.domain.intervention import RulingState
from validation.models import Attempt, Intervention, RulingRecord
from validation.platform.paging.csv_text import csv_records
from validation.platform.paging.keyset import chunks
from validation.response.queries.attempt_resource import attempt_resources

PAGE = 200
INTERVENTION_COLUMNS = (
    "id", "pipeline", "gate", "kind", "priority", "state", "title", "why", "cause", "count", "subject_id", "opened_at",
    "due_at", "claimed_by", "closed_at", "ruling", "ruled_by", "ruled_at",
)  # fmt: skip
Row = TypeVar("Row", bound=Model)


def attempt_records(wanted: QuerySet[Attempt]) -> Iterator[dict[str, Any]]:
    """Each attempt in the format of GET."""
    return _resources(wanted, "submitted_at", attempt_resources)


def intervention_records(wanted: QuerySet[Intervention]) -> Iterator[dict[str, Any]]:
    """Each intervention in the format of GET."""
    return _resources(wanted, "opened_at", intervention_resources)


def interventions_csv(wanted: QuerySet[Intervention]) -> Iterator[str]:
    final = RulingRecord.objects.filter(state=RulingState.FINAL).order_by("-at")[:1]
    rows = wanted.prefetch_related(Prefetch("rulings", final, to_attr="last_final"))
    read = chunks(rows, order="opened_at", size=PAGE)
    return csv_records(INTERVENTION_COLUMNS, (_with_ruling(row) for page in read for row in page))


def _resources(
    wanted: QuerySet[Row], order: str, show: Callable[[list[Any]], dict[str, dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    for page in chunks(wanted, order=order, size=PAGE):
        shown = show([row.pk for row in page])
        yield from (shown[str(row.pk)] for row in page if str(row.pk) in shown)


def _with_ruling(row: Any) -> dict[str, Any]:
    """The intervention with its latest final ruling."""
    final = next(iter(row.last_final), None)
    ruled = {"ruling": final and final.ruling, "ruled_by": final and final.by, "ruled_at": final and final.at}
    return InterventionSummary.of(row) | ruled
