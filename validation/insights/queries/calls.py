"""What asking an LLM took: tokens, tries and money of every call, failed ones and those made for comparison too.

Calls of the response gate are rows of judgements, those of query analysis rows of its records and of the validations
that came before, and each principle holds the call that worded it. A row whose job ended before any try (the circuit
was open) is no call. Sums are made in SQL, one statement a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.db.models import Avg, Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Least

from validation.insights.queries.insights import TRUNC, InsightScope
from validation.models import EarlierValidation, ImprovementPrinciple, Judgement, QueryAnalysisRecord

NO_LLM = ("embedded", "rules")
TOKEN_EDGES = (100, 250, 500, 1000, 2000, 3000, 4000, 6000)
"""Upper edges; a last bucket holds what took more."""
MOST_TRIES = 5
"""The last place of tries holds that many and more."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The calls of one bar of time. `costs` by currency, of the `priced` calls whose cost is known."""

    at: datetime
    calls: int
    tokens_in: int
    tokens_out: int
    priced: int
    costs: dict[str, Decimal]


@dataclass(frozen=True, slots=True)
class TokenRow:
    """`counts` by bucket of TOKEN_EDGES and one more, of the `n` calls whose tokens the server told."""

    gate: str
    way: str
    counts: tuple[int, ...]
    mean: float
    most: int
    n: int


@dataclass(frozen=True, slots=True)
class TriesRow:
    tries: int
    answered: int
    halted: int


def calls_over_time(scope: InsightScope, span: str) -> tuple[Bar, ...]:
    summed: defaultdict[datetime, list[dict[str, Any]]] = defaultdict(list)
    for _, rows, time in _tables(scope):
        grouped = rows.annotate(bar=TRUNC[span](time)).order_by("bar").values("bar", "currency")
        for row in grouped.annotate(
            n=Count("pk"), asked=Sum("tokens_in"), said=Sum("tokens_out"), priced=Count("cost"), paid=Sum("cost")
        ):
            summed[row["bar"]].append(row)
    return tuple(_bar(at, summed[at]) for at in sorted(summed))


def _bar(at: datetime, rows: list[dict[str, Any]]) -> Bar:
    costs: defaultdict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        if row["paid"] is not None:
            costs[row["currency"]] += row["paid"]
    calls, asked, said, priced = (sum(row[name] for row in rows) for name in ("n", "asked", "said", "priced"))
    return Bar(at, calls, asked, said, priced, dict(costs))


def tokens_per_call(scope: InsightScope) -> tuple[TokenRow, ...]:
    """Two rows a gate that asked: what was read and what was written."""
    return tuple(
        row
        for gate, rows, _ in _tables(scope)
        for row in _token_rows(gate, rows.filter(Q(tokens_in__gt=0) | Q(tokens_out__gt=0)))
    )


def _token_rows(gate: str, rows: QuerySet[Any]) -> Iterator[TokenRow]:
    edges = (0, *TOKEN_EDGES, None)
    between = list(pairwise(edges))
    told = rows.aggregate(
        n=Count("pk"),
        **{f"{way}_mean": Avg(f"tokens_{way}") for way in ("in", "out")},
        **{f"{way}_most": Max(f"tokens_{way}") for way in ("in", "out")},
        **{
            f"{way}_{at}": Count("pk", filter=_within(f"tokens_{way}", low, high))
            for way in ("in", "out")
            for at, (low, high) in enumerate(between)
        },
    )
    if not told["n"]:
        return
    for way in ("in", "out"):
        counts = tuple(told[f"{way}_{at}"] for at in range(len(between)))
        yield TokenRow(gate, way, counts, told[f"{way}_mean"], told[f"{way}_most"], told["n"])


def _within(field: str, low: int | None, high: int | None) -> Q:
    from_low = Q(**{f"{field}__gte": low})
    return from_low if high is None else from_low & Q(**{f"{field}__lt": high})


def tries_of_calls(scope: InsightScope) -> tuple[TriesRow, ...]:
    answered: defaultdict[int, int] = defaultdict(int)
    halted: defaultdict[int, int] = defaultdict(int)
    for _, rows, _ in _tables(scope):
        grouped = rows.annotate(made=Least(F("llm_calls"), MOST_TRIES)).order_by("made").values("made")
        for row in grouped.annotate(n=Count("pk"), bad=Count("pk", filter=~Q(halt_cause=""))):
            answered[row["made"]] += row["n"] - row["bad"]
            halted[row["made"]] += row["bad"]
    return tuple(TriesRow(tries, answered[tries], halted[tries]) for tries in sorted(answered))


def _tables(scope: InsightScope) -> Iterator[tuple[str, QuerySet[Any], str]]:
    """Gate, its calls within the scope, and the field of their time."""
    for gate, model, pipeline, time, tries in (
        ("response", Judgement, "attempt__turn__pipeline__name", "made_at", "tries"),
        ("query analysis", QueryAnalysisRecord, "pipeline__name", "at", "llm_tries"),
        ("query analysis, earlier", EarlierValidation, "record__pipeline__name", "made_at", "llm_tries"),
        ("principles", ImprovementPrinciple, "approved__turn__pipeline__name", "made_at", "tries"),
    ):
        rows = model.objects.alias(llm_calls=F(tries)).filter(llm_calls__gt=0).exclude(judge__in=NO_LLM)
        if scope.pipeline:
            rows = rows.filter(**{pipeline: scope.pipeline})
        if scope.judge:
            rows = rows.filter(judge=scope.judge)
        yield gate, rows.filter(**{f"{time}__gte": scope.since}) if scope.since else rows, time
