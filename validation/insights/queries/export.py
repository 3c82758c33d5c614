"""Everything that was judged or ruled on, newest first, for a file of any length: read in pages by keyset, so that
neither memory nor a transaction grows with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.models import F, FilteredRelation, Model, Prefetch, Q, QuerySet

from validation.desk.queries.interventions import intervention_resources
from validation.desk.schemas import InterventionSummary
from validation.domain.intervention import RulingState
from validation.models import Attempt, Intervention, RulingRecord
from validation.platform.paging.csv_text import csv_lines
from validation.platform.paging.keyset import chunks
from validation.response.queries.attempt_resource import attempt_resources
from validation.response.schemas import AttemptSummary

PAGE = 200
ATTEMPT_COLUMNS = (
    "id", "turn_id", "pipeline", "attempt", "state", "decision", "route", "partial", "confidence", "failed_checks",
    "halt_cause", "policy", "judge", "model", "latency_ms", "tokens_in", "tokens_out", "submitted_at", "decided_at",
)  # fmt: skip
INTERVENTION_COLUMNS = (
    "id", "pipeline", "gate", "kind", "priority", "state", "title", "why", "cause", "count", "subject_id", "opened_at",
    "due_at", "claimed_by", "closed_at", "ruling", "ruled_by", "ruled_at",
)  # fmt: skip
_OF_JUDGEMENT = ("judge", "model", "latency_ms", "tokens_in", "tokens_out")
Row = TypeVar("Row", bound=Model)


def attempt_records(wanted: QuerySet[Attempt]) -> Iterator[dict[str, Any]]:
    """Each attempt whole, as GET shows it."""
    return _resources(wanted, "submitted_at", attempt_resources)


def intervention_records(wanted: QuerySet[Intervention]) -> Iterator[dict[str, Any]]:
    """Each intervention whole, as GET shows it."""
    return _resources(wanted, "opened_at", intervention_resources)


def attempts_csv(wanted: QuerySet[Attempt]) -> Iterator[str]:
    in_force = FilteredRelation("judgements", condition=Q(judgements__number=F("judgement_number")))
    rows = wanted.annotate(in_force=in_force, **{f"of_{name}": F(f"in_force__{name}") for name in _OF_JUDGEMENT})
    return csv_lines(
        ATTEMPT_COLUMNS, (_attempt_cells(row) for page in chunks(rows, order="submitted_at", size=PAGE) for row in page)
    )


def interventions_csv(wanted: QuerySet[Intervention]) -> Iterator[str]:
    final = RulingRecord.objects.filter(state=RulingState.FINAL).order_by("-at")[:1]
    rows = wanted.prefetch_related(Prefetch("rulings", final, to_attr="last_final"))
    cells = (_intervention_cells(row) for page in chunks(rows, order="opened_at", size=PAGE) for row in page)
    return csv_lines(INTERVENTION_COLUMNS, cells)


def _resources(
    wanted: QuerySet[Row], order: str, show: Callable[[list[Any]], dict[str, dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    for page in chunks(wanted, order=order, size=PAGE):
        shown = show([row.pk for row in page])
        yield from (shown[str(row.pk)] for row in page if str(row.pk) in shown)


def _attempt_cells(row: Attempt) -> list[object]:
    values = AttemptSummary.of(row) | {name: getattr(row, f"of_{name}") for name in _OF_JUDGEMENT}
    values["failed_checks"] = " ".join(row.failed_checks)
    return [_cell(values[name]) for name in ATTEMPT_COLUMNS]


def _intervention_cells(row: Any) -> list[object]:
    """With its last final ruling."""
    final = next(iter(row.last_final), None)
    ruled = {"ruling": final and final.ruling, "ruled_by": final and final.by, "ruled_at": final and final.at}
    values = InterventionSummary.of(row) | ruled
    return [_cell(values[name]) for name in INTERVENTION_COLUMNS]


def _cell(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
