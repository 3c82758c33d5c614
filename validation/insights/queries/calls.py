"""What asking an LLM took: tokens, tries and money of every call of any gate, failed ones and those made for comparison
too. Sums are made in SQL, over one table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.db.models import Avg, Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Least

from validation.insights.queries.insights import TRUNC, InsightScope
from validation.models import JudgeCall

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
    grouped = _calls(scope).annotate(bar=TRUNC[span]("at")).order_by("bar").values("bar", "currency")
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
    """Two rows for each that asked: what was read and what was written."""
    between = list(pairwise((0, *TOKEN_EDGES, None)))
    told = _calls(scope).filter(Q(tokens_in__gt=0) | Q(tokens_out__gt=0)).order_by("gate").values("gate")
    rows = told.annotate(
        n=Count("pk"),
        **{f"{way}_mean": Avg(f"tokens_{way}") for way in ("in", "out")},
        **{f"{way}_most": Max(f"tokens_{way}") for way in ("in", "out")},
        **{
            f"{way}_{at}": Count("pk", filter=_within(f"tokens_{way}", low, high))
            for way in ("in", "out")
            for at, (low, high) in enumerate(between)
        },
    )
    return tuple(
        TokenRow(
            gate=row["gate"].replace("_", " "),
            way=way,
            counts=tuple(row[f"{way}_{at}"] for at in range(len(between))),
            mean=row[f"{way}_mean"],
            most=row[f"{way}_most"],
            n=row["n"],
        )
        for row in rows
        for way in ("in", "out")
    )


def _within(field: str, low: int | None, high: int | None) -> Q:
    from_low = Q(**{f"{field}__gte": low})
    return from_low if high is None else from_low & Q(**{f"{field}__lt": high})


def tries_of_calls(scope: InsightScope) -> tuple[TriesRow, ...]:
    rows = _calls(scope).annotate(made=Least(F("tries"), MOST_TRIES)).order_by("made").values("made")
    counted = rows.annotate(n=Count("pk"), bad=Count("pk", filter=~Q(halt_cause="")))
    return tuple(TriesRow(row["made"], row["n"] - row["bad"], row["bad"]) for row in counted)


def _calls(scope: InsightScope) -> QuerySet[Any]:
    given = {
        "pipeline__name": scope.pipeline,
        "judge": scope.judge,
        "at__gte": scope.since,
        "at__lt": scope.until,
    }
    return JudgeCall.objects.filter(**{name: value for name, value in given.items() if value})
