"""Attempts as the lines of a file of any length, newest first: read in pages by keyset, so that neither memory nor a
transaction grows with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F, FilteredRelation, Q

from validation.models import Attempt
from validation.platform.paging.csv_text import csv_records
from validation.platform.paging.keyset import chunks
from validation.response.queries.attempts import AttemptFilter, wanted_attempts, with_neighbours
from validation.response.schemas import AttemptSummary

PAGE = 200
COLUMNS = (
    "id", "turn_id", "pipeline", "attempt", "state", "decision", "route", "partial", "confidence", "failed_checks",
    "halt_cause", "policy", "judge", "model", "latency_ms", "tokens_in", "tokens_out", "submitted_at", "decided_at",
)  # fmt: skip
_OF_JUDGEMENT = ("judge", "model", "latency_ms", "tokens_in", "tokens_out")


def attempts_csv(wanted: AttemptFilter) -> Iterator[str]:
    in_force = FilteredRelation("judgements", condition=Q(judgements__number=F("judgement_number")))
    rows = with_neighbours(wanted_attempts(wanted)).annotate(in_force=in_force)
    named = rows.annotate(**{f"of_{name}": F(f"in_force__{name}") for name in _OF_JUDGEMENT})
    read = chunks(named, order="submitted_at", size=PAGE)
    return csv_records(COLUMNS, (_record(row) for page in read for row in page))


def _record(row: Attempt) -> dict[str, Any]:
    judged = {name: getattr(row, f"of_{name}") for name in _OF_JUDGEMENT}
    return {**AttemptSummary.of(row), **judged, "failed_checks": " ".join(row.failed_checks)}
