"""Reads comparisons for their pages, the API and CSV: the list, a report with its cases, and single cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet

from validation.domain.check import CheckName
from validation.domain.operations.cost import Cost
from validation.domain.trust.comparison import (
    HALT,
    ComparedCase,
    ComparisonReport,
    Outcome,
    compare_cases,
)
from validation.domain.verdict import Decision
from validation.models import AttemptText, ComparedItem, Comparison, Pipeline
from validation.platform.json_rows import CountRows
from validation.platform.paging.csv_text import csv_records
from validation.platform.paging.filters import given, in_pipeline
from validation.platform.paging.keyset import PAGE, Page, page_from, page_of
from validation.trust.schemas import ComparedCaseOut

_NOT_JUDGED: dict[str, Any] = {
    "decision": "",
    "confidence": None,
    "checks": {},
    "reason": "",
    "model": "",
    "prompt": "",
    "ms": None,
    "tokens": 0,
}
"""Defaults for the fields that a stored outcome may lack."""


class Show(StrEnum):
    """Which cases of a comparison to list."""

    DIFFER = "differ"
    FIRST_RIGHT = "first_right"
    SECOND_RIGHT = "second_right"
    BOTH_WRONG = "both_wrong"
    HALTED = "halted"
    ALL = "all"

    def keeps(self, case: ComparedCase) -> bool:
        first, second = case.is_right(case.first), case.is_right(case.second)
        kept = {
            Show.DIFFER: case.differs,
            Show.FIRST_RIGHT: first and not second,
            Show.SECOND_RIGHT: second and not first,
            Show.BOTH_WRONG: not (first or second),
            Show.HALTED: HALT in (case.first.decision, case.second.decision),
        }
        return kept.get(self, True)


@dataclass(frozen=True, slots=True)
class ComparisonFilter:
    """An empty `pipeline` matches any; `with_common` adds the comparisons over all pipelines."""

    pipeline: str = ""
    with_common: bool = True


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One judged case in a list."""

    item: ComparedItem
    title: str
    query: str
    case: ComparedCase

    @property
    def first_right(self) -> bool:
        return self.case.is_right(self.case.first)

    @property
    def second_right(self) -> bool:
        return self.case.is_right(self.case.second)

    @property
    def first(self) -> dict[str, Any]:
        return self._side(self.item.first, self.case.first)

    @property
    def second(self) -> dict[str, Any]:
        return self._side(self.item.second, self.case.second)

    def _side(self, stored: dict[str, Any] | None, outcome: Outcome) -> dict[str, Any]:
        return {**_NOT_JUDGED, **(stored or {}), "cost": outcome.cost, "right": self.case.is_right(outcome)}


@dataclass(frozen=True, slots=True)
class ReadComparison:
    """`report` covers the judged cases, `waiting` counts the others; cases hidden from the reader are in neither."""

    comparison: Comparison
    report: ComparisonReport
    rows: tuple[CaseRow, ...]
    waiting: int

    @property
    def judged(self) -> int:
        return self.report.n

    @property
    def n(self) -> int:
        return self.report.n + self.waiting

    @property
    def halted(self) -> int:
        """Number of cases that a judge could not judge for this comparison, and that can be judged again."""
        asked = self.comparison.judging_sides
        return sum(any(getattr(row.case, name).decision == HALT for name in asked) for row in self.rows)

    def cases_page(self, show: Show, *, cursor: str | None, limit: int = PAGE) -> Page[CaseRow]:
        return page_from([row for row in self.rows if show.keeps(row.case)], cursor=cursor, limit=limit)


@dataclass(frozen=True, slots=True)
class ReadCase:
    item: ComparedItem
    row: CaseRow
    response_md: str


def list_comparisons(wanted: ComparisonFilter, *, cursor: str | None = None, limit: int = PAGE) -> Page[Comparison]:
    """Newest first, each annotated with `n` (cases) and `judged` (judged cases)."""
    items = ComparedItem.objects.filter(comparison=OuterRef("pk")).order_by().values("pk")
    rows = Comparison.objects.select_related("pipeline").annotate(
        n=CountRows(items), judged=CountRows(items.filter(first__isnull=False))
    )
    if wanted.pipeline:
        common = Q(pipeline=None) if wanted.with_common else Q()
        rows = rows.filter(in_pipeline(wanted.pipeline) | common)
    return page_of(rows, order="started_at", cursor=cursor, limit=limit)


def read_comparison(pk: UUID, *, hidden: frozenset[UUID], pipeline: Pipeline | None = None) -> ReadComparison | None:
    """`hidden` are all attempts of turns with one that the reader must answer blind. None if the comparison does not
    exist or belongs to another pipeline."""
    known = Comparison.objects.filter(pk=pk, **given(pipeline=pipeline))
    comparison = known.select_related("pipeline").first()
    if comparison is None:
        return None
    items = [item for item in _items(comparison.items.all()) if item.attempt_id not in hidden]
    rows = tuple(_row(item) for item in items if item.first is not None)
    return ReadComparison(comparison, compare_cases([row.case for row in rows]), rows, len(items) - len(rows))


def read_case(pk: UUID, position: int, *, hidden: frozenset[UUID]) -> ReadCase | None:
    """None if the case does not exist, is hidden, or is not judged yet."""
    items = ComparedItem.objects.filter(comparison=pk, position=position, first__isnull=False)
    item = items.select_related("comparison", "attempt__turn", "gold").first()
    if item is None or item.attempt_id in hidden:
        return None
    return ReadCase(item, _row(item), _response_of(item))


def _items(items: QuerySet[ComparedItem]) -> Sequence[ComparedItem]:
    return list(items.select_related("attempt__turn", "gold").defer("gold__context_md", "gold__response_md"))


def _response_of(item: ComparedItem) -> str:
    if item.gold is not None:
        return item.gold.response_md
    text = AttemptText.objects.filter(pk=item.attempt_id).values_list("response_md", flat=True).first()
    return text or ""


def _row(item: ComparedItem) -> CaseRow:
    title, query = (item.gold.name, item.gold.query) if item.gold else ("", "")
    if item.attempt is not None:
        title, query = f"{item.attempt.turn.turn_id} #{item.attempt.number}", item.attempt.turn.query
    sound = item.truth == Decision.APPROVE
    case = ComparedCase(sound, _outcome(item.first), _outcome(item.second), item.truth, item.truth_checks)
    return CaseRow(item, title, query, case)


def _outcome(stored: dict[str, Any] | None) -> Outcome:
    stored = stored or {}
    cost, ms = stored.get("cost"), stored.get("ms")
    return Outcome(
        decision=stored.get("decision", ""),
        seconds=None if ms is None else ms / 1000,
        tokens=stored.get("tokens"),
        cost=None if cost is None else Cost(Decimal(cost), stored["currency"]),
        confidence=stored.get("confidence"),
        checks={name: check[0] for name, check in stored.get("checks", {}).items()},
    )


_OF_SIDE = ("decision", "confidence", "right", "model", "prompt", "ms", "tokens", "cost", "currency")
_COLUMNS = (
    *("position", "case", "attempt_id", "query", "truth"),
    *(f"truth_{name}" for name in CheckName),
    *(f"{side}_{name}" for side in ("first", "second") for name in (*_OF_SIDE, *CheckName)),
)


def cases_csv(read: ReadComparison) -> Iterator[str]:
    """CSV lines, one per judged case."""
    return csv_records(_COLUMNS, (_flat(ComparedCaseOut.of(row)) for row in read.rows))


def _flat(case: dict[str, Any]) -> dict[str, Any]:
    flat = {**case, **{f"truth_{name}": case["truth_checks"].get(name, "") for name in CheckName}}
    for side in ("first", "second"):
        outcome = case[side]
        flat |= {f"{side}_{name}": outcome.get(name) for name in _OF_SIDE}
        flat |= {f"{side}_{name}": outcome["checks"].get(name, {}).get("state", "") for name in CheckName}
        flat[f"{side}_right"] = "yes" if outcome["right"] else "no"
        flat[f"{side}_cost"] = outcome["cost"] and outcome["cost"]["amount"]
        flat[f"{side}_currency"] = outcome["cost"] and outcome["cost"]["currency"]
    return flat
