"""The charts of the insights page: each reads a query into a figure with its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from validation.domain.attempt import Route
from validation.domain.check import CheckName, CheckState
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.insights.figures.figure import PER_CENT, confidence_histogram, grouped_bars, stacked_bars
from validation.insights.queries import insights as read
from validation.insights.queries.insights import BINS, LATENCY_EDGES, InsightScope
from validation.insights.web.call_charts import call_charts
from validation.insights.web.charts import Chart, as_rows, on_a_time_axis, pivot, when
from validation.insights.web.trust_charts import PROMPT_SHOWN, trust_charts
from validation.platform.pages.times import milliseconds
from validation.platform.policies import policy_of

_ROUTES = tuple(route.value for route in Route)
_DECISIONS = tuple(decision.value for decision in Decision)
Group = Callable[[InsightScope], tuple[Chart, ...]]
"""Charts that are read together."""


def decisions(scope: InsightScope) -> Chart:
    span = read.span_of(scope)
    bars, series = pivot(read.decisions_over_time(scope, span), _ROUTES)
    note = f"Attempts by route, one bar a {span}. Halts are not decisions; shown on top."
    words, of = [when(bar, span) for bar in bars], span.capitalize()
    chart = _bars(words, series, slug="decisions", title="Decisions over time", note=note, of=of)
    drawn = stacked_bars([bar.isoformat() for bar in bars], series)
    return replace(chart, figure=on_a_time_axis(drawn, bars, span), wide=True)


def _bars(
    places: Sequence[str],
    series: Mapping[str, Sequence[int]],
    *,
    slug: str,
    title: str,
    note: str,
    of: str,
    across: bool = False,
) -> Chart:
    """One bar per place. `of` is the heading of places."""
    return Chart(
        slug=slug,
        title=title,
        note=note,
        n=sum(map(sum, series.values())),
        columns=(of, *series, "All"),
        rows=as_rows(places, series),
        figure=stacked_bars(places, series, across=across),
    )


def confidence(scope: InsightScope) -> Chart:
    return confidence_chart(scope, policy_of(scope.pipeline or "").read().response)


def confidence_chart(scope: InsightScope, policy: ResponsePolicy, *, draft: ResponsePolicy | None = None) -> Chart:
    counts: Counter[tuple[int, str]] = Counter()
    for one in read.confidence_bins(scope):
        counts[one.place, one.kind] += one.n
    series = {name: [counts[at, name] for at in range(BINS)] for name in _DECISIONS}
    return Chart(
        slug="confidence",
        title="Confidence and thresholds",
        note="Decided attempts by confidence and decision. Bars below their threshold were decided by another check.",
        n=sum(map(sum, series.values())),
        columns=("From", "To below", *_DECISIONS, "All"),
        rows=tuple(
            (f"{at / BINS:.2f}", f"{(at + 1) / BINS:.2f}", *line, sum(line))
            for at, line in enumerate(zip(*series.values(), strict=True))
            if sum(line)
        ),
        figure=confidence_histogram(series, policy, draft=draft),
    )


def checks(scope: InsightScope) -> Chart:
    """The share is of judgements the check applied to; checks without one are omitted."""
    counts = {(one.place, one.kind): one.n for one in read.check_states(scope)}
    rows, lists = [], []
    for name in CheckName:
        failed, passed = counts.get((name, CheckState.FAIL), 0), counts.get((name, CheckState.PASS), 0)
        if failed + passed:
            rows.append((name.words, failed, failed + passed, round(100 * failed / (failed + passed), 1)))
            lists.append(f"check={name.value}")
    return Chart(
        slug="checks",
        title="Check failure rates",
        note="Share of judgements that failed a check, of those it applied to.",
        n=sum(row[2] for row in rows),
        columns=("Check", "Failed", "Applied to", "Failed %"),
        rows=tuple(rows),
        figure=_shares([row[0] for row in rows], [row[3] for row in rows]),
        lists=tuple(lists),
    )


def _shares(names: Sequence[str], shares: Sequence[float]) -> dict[str, object]:
    drawn = stacked_bars(names, {"FAIL": shares}, across=True)
    drawn["layout"] |= {"xaxis": {**PER_CENT, "rangemode": "tozero"}}
    return drawn


def halts(scope: InsightScope) -> Chart:
    counted = read.halts_by_cause(scope)
    causes, series = pivot(counted, tuple(dict.fromkeys(one.kind for one in counted)))
    words = [cause.replace("_", " ") for cause in causes]
    note = "Judgements that could not be made, by cause and judge."
    return _bars(words, series, slug="halts", title="Halts by cause", note=note, of="Cause", across=True)


def loops(scope: InsightScope) -> Chart:
    attempts, series = pivot(read.turns_by_attempts(scope), _ROUTES)
    words = [f"{made}" if made < 6 else "6 and more" for made in attempts]
    note = "Attempts a turn took, by where its last one was routed. Counts turns, of all judges."
    return _bars(words, series, slug="loops", title="Loops", note=note, of="Attempts")


def pipelines(scope: InsightScope) -> Chart:
    names, series = pivot(read.decisions_by_pipeline(scope), _ROUTES)
    note = f"Attempts by route, for each pipeline; at most the {read.MOST_PIPELINES} with most attempts."
    return _bars(names, series, slug="pipelines", title="By pipeline", note=note, of="Pipeline", across=True)


def judges(scope: InsightScope) -> Chart:
    names, series = pivot(read.decisions_by_judge(scope), (*_DECISIONS, Route.HALT.value))
    note = "Judgements by decision, before loop limits and rulings."
    return _bars(names, series, slug="judges", title="By judge", note=note, of="Judge", across=True)


def policies(scope: InsightScope) -> Chart:
    numbers, series = pivot(read.decisions_by_policy(scope), _ROUTES)
    note = "Attempts by route, for each policy that decided them, the newest policies first."
    words = [f"policy {number}" for number in numbers]
    chart = _bars(words, series, slug="policies", title="By policy", note=note, of="Policy", across=True)
    return replace(chart, lists=tuple(f"policy={number}" for number in numbers))


def prompts(scope: InsightScope) -> Chart:
    """By hash, since judgements store the prompt's hash, not its version."""
    found, series = pivot(read.decisions_by_prompt(scope), (*_DECISIONS, Route.HALT.value))
    words = [prompt.removeprefix("sha256:")[:PROMPT_SHOWN] for prompt in found]
    note = "Judgements of an LLM by decision, for each prompt, before loop limits and rulings."
    chart = _bars(words, series, slug="prompts", title="By prompt", note=note, of="Prompt", across=True)
    return replace(chart, empty="No LLM judged in this range; the embedded judge has no prompt.")


def latency(scope: InsightScope) -> Chart:
    rows = read.latencies(scope)
    names = _bucket_names()
    quantiles = "; ".join(
        f"{row.judge}: median {milliseconds(row.p50)}, 95 % within {milliseconds(row.p95)}, n {row.n}" for row in rows
    )
    return Chart(
        slug="latency",
        title="Latency",
        note=f"Judgements by how long they took. {quantiles}",
        n=sum(row.n for row in rows),
        columns=("Judge", *names, "Median ms", "95 % within, ms", "n"),
        rows=tuple((row.judge, *row.counts, row.p50, row.p95, row.n) for row in rows),
        figure=grouped_bars(names, {row.judge: row.counts for row in rows}),
    )


def _bucket_names() -> tuple[str, ...]:
    words = [f"{edge} ms" if edge < 1000 else f"{edge // 1000} s" for edge in LATENCY_EDGES]
    return (*(f"< {word}" for word in words), f"≥ {words[-1]}")


def _alone(chart: Callable[[InsightScope], Chart]) -> Group:
    return lambda scope: (chart(scope),)


CHARTS: dict[str, Group] = {
    "decisions": _alone(decisions),
    "confidence": _alone(confidence),
    "checks": _alone(checks),
    **dict.fromkeys(("reliability", "agreement"), trust_charts),
    "loops": _alone(loops),
    "halts": _alone(halts),
    "pipelines": _alone(pipelines),
    "policies": _alone(policies),
    "judges": _alone(judges),
    "prompts": _alone(prompts),
    "latency": _alone(latency),
    **dict.fromkeys(("tokens", "tokens-per-call", "tries", "cost"), call_charts),
}
"""The group of each chart by slug, in the order of the page."""


def charts_of(scope: InsightScope) -> list[Chart]:
    """All charts of the page; shared data is read once."""
    read.load_page_sums(scope)
    return [chart for group in dict.fromkeys(CHARTS.values()) for chart in group(scope)]


def chart_of(slug: str, scope: InsightScope) -> Chart:
    return next(chart for chart in CHARTS[slug](scope) if chart.slug == slug)
