"""Cost of LLM calls: tokens, tries and money of all calls of all gates, including failed ones and comparisons."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from validation.platform.tallies.calls import MOST_TRIES as MOST_TRIES
from validation.platform.tallies.calls import TOKEN_EDGES as TOKEN_EDGES
from validation.platform.tallies.read import TallyScope, tallied
from validation.platform.tallies.source import TallySum


@dataclass(frozen=True, slots=True)
class Bar:
    """The calls in one bar of time. `costs`, by currency, are of the `priced` calls, whose cost is known."""

    at: datetime
    calls: int
    tokens_in: int
    tokens_out: int
    priced: int
    costs: dict[str, Decimal]


@dataclass(frozen=True, slots=True)
class TokenRow:
    """`counts` by bucket of TOKEN_EDGES plus a last one, over the `n` calls for which the server reported tokens."""

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


def calls_over_time(scope: TallyScope, span: str) -> tuple[Bar, ...]:
    tokens = {
        way: {one.key[0]: int(one.total) for one in tallied(f"call_tokens_{way}", scope, "at", span=span)}
        for way in _WAYS
    }
    costs: defaultdict[datetime, list[TallySum]] = defaultdict(list)
    for one in tallied("call_cost", scope, "at", "kind", span=span):
        costs[one.key[0]].append(one)
    return tuple(
        Bar(
            at=at,
            calls=n,
            tokens_in=tokens["in"].get(at, 0),
            tokens_out=tokens["out"].get(at, 0),
            priced=sum(one.n for one in costs[at]),
            costs={one.key[1]: one.total for one in costs[at]},
        )
        for (at,), n, *_ in tallied("call", scope, "at", span=span)
    )


_WAYS = ("in", "out")


def tokens_per_call(scope: TallyScope) -> tuple[TokenRow, ...]:
    """Two rows per gate: tokens read and tokens written."""
    found: defaultdict[tuple[str, str], list[TallySum]] = defaultdict(list)
    for way in _WAYS:
        for one in tallied(f"call_tokens_{way}", scope, "kind", "bin"):
            found[one.key[0], way].append(one)
    return tuple(_token_row(gate, way, found[gate, way]) for gate, way in sorted(found))


def _token_row(gate: str, way: str, bins: list[TallySum]) -> TokenRow:
    by_edge = {one.key[1]: one.n for one in bins}
    n = sum(by_edge.values())
    return TokenRow(
        gate=gate.replace("_", " "),
        way=way,
        counts=tuple(by_edge.get(edge, 0) for edge in (0, *TOKEN_EDGES)),
        mean=float(sum(one.total for one in bins) / n),
        most=max(one.most for one in bins),
        n=n,
    )


def tries_of_calls(scope: TallyScope) -> tuple[TriesRow, ...]:
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for (tries, kind), n, *_ in tallied("call", scope, "bin", "kind"):
        counts[tries][bool(kind.partition(":")[2])] += n
    return tuple(TriesRow(tries, *counts[tries]) for tries in sorted(counts))
