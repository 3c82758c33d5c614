"""Charts about LLM calls: tokens, tries and cost."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from validation.domain.operations.cost import shown
from validation.insights.figures.figure import grouped_bars, stacked_bars
from validation.insights.queries import calls as read
from validation.insights.queries.calls import MOST_TRIES, TOKEN_EDGES, Bar
from validation.insights.queries.insights import InsightScope, span_of
from validation.insights.web.charts import Chart, when

_EVERY = "Counts every call to judge responses and query analyses and to word principles, failed ones too."
_NOT_ASKED = "No LLM was asked in this range; the embedded judge and the rules use no tokens."


def call_charts(scope: InsightScope) -> tuple[Chart, ...]:
    """All charts, with tokens and cost read once."""
    span = span_of(scope)
    bars = read.calls_over_time(scope, span)
    return _tokens(bars, span), _tokens_per_call(scope), _tries(scope), _cost(bars, span)


def _tokens(bars: Sequence[Bar], span: str) -> Chart:
    series = {"in": [bar.tokens_in for bar in bars], "out": [bar.tokens_out for bar in bars]}
    return Chart(
        slug="tokens",
        title="Tokens",
        note=f"Tokens that an LLM read and wrote, one bar a {span}. {_EVERY}",
        n=sum(bar.calls for bar in bars),
        columns=(span.capitalize(), "Tokens in", "Tokens out", "Calls"),
        rows=tuple((when(bar.at, span), bar.tokens_in, bar.tokens_out, bar.calls) for bar in bars),
        figure=stacked_bars([bar.at.isoformat() for bar in bars], series),
        empty=_NOT_ASKED,
    )


def _tokens_per_call(scope: InsightScope) -> Chart:
    rows = read.tokens_per_call(scope)
    names = (*(f"< {edge:,}" for edge in TOKEN_EDGES), f"≥ {TOKEN_EDGES[-1]:,}")
    return Chart(
        slug="tokens-per-call",
        title="Tokens a call",
        note="Calls by the tokens they read and wrote, tries that failed included; calls without a count are left out.",
        n=sum(row.n for row in rows if row.way == "in"),
        columns=("Gate", "Tokens", *names, "Mean", "Most", "n"),
        rows=tuple((row.gate, row.way, *row.counts, round(row.mean), row.most, row.n) for row in rows),
        figure=grouped_bars(names, {f"{row.gate}, {row.way}": row.counts for row in rows}),
        empty=_NOT_ASKED,
    )


def _tries(scope: InsightScope) -> Chart:
    rows = read.tries_of_calls(scope)
    places = [f"{row.tries}" if row.tries < MOST_TRIES else f"{MOST_TRIES} and more" for row in rows]
    return Chart(
        slug="tries",
        title="Tries a call",
        note="How often the endpoint was asked before it answered or the job was given up.",
        n=sum(row.answered + row.halted for row in rows),
        columns=("Tries", "Answered", "Halted", "All"),
        rows=tuple(
            (place, row.answered, row.halted, row.answered + row.halted)
            for place, row in zip(places, rows, strict=True)
        ),
        figure=stacked_bars(
            places, {"answered": [row.answered for row in rows], "halted": [row.halted for row in rows]}
        ),
        empty=_NOT_ASKED,
    )


def _cost(every: Sequence[Bar], span: str) -> Chart:
    bars = [bar for bar in every if bar.priced]
    currencies = sorted({currency for bar in bars for currency in bar.costs})
    sums = [f"{shown(sum((bar.costs.get(name, Decimal()) for bar in bars), Decimal()))} {name}" for name in currencies]
    return Chart(
        slug="cost",
        title="Cost",
        note=f"What calls cost at the prices of their time, one bar a {span}; {', '.join(sums)} in all. {_EVERY}",
        n=sum(bar.priced for bar in bars),
        columns=(span.capitalize(), *currencies, "Calls with a price", "Calls"),
        rows=tuple(
            (
                when(bar.at, span),
                *(shown(bar.costs[name]) if name in bar.costs else "" for name in currencies),
                bar.priced,
                bar.calls,
            )
            for bar in bars
        ),
        figure=stacked_bars(
            [bar.at.isoformat() for bar in bars],
            {name: [float(bar.costs.get(name, 0)) for bar in bars] for name in currencies},
        ),
        empty="No call in this range has a price. COUNTERSIGN_VLLM_PRICE_IN and COUNTERSIGN_VLLM_PRICE_OUT set what a "
        "million tokens cost; calls made from then on are counted here.",
    )
