"""A chart: title, note, n, figure, and a table with the same data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

from validation.insights.figures.figure import Figure, counts_over_time
from validation.insights.queries.insights import STEPS, KindCount
from validation.insights.queries.over_time import MOST_BUCKETS, OverTime
from validation.platform.paging.csv_text import csv_lines, download, spreadsheet

Row = tuple[Any, ...]
_BAR_SHARE = 0.75
"""Width of a bar as a share of the step; charts.js uses the rest as gap."""
_LEAST_BARS = 12
"""Least number of bars for which there is room: a single bar would fill the figure, with a time as label of its day."""


@dataclass(frozen=True, slots=True)
class Chart:
    """`slug` names the chart in URLs. With n 0 `empty` is shown instead. If not `drawn`, only note and table are shown.
    `lists` has for each row the filter of the attempts it counts, such as `check=...`."""

    slug: str
    title: str
    note: str
    n: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    figure: Figure
    wide: bool = False
    drawn: bool = True
    lists: tuple[str, ...] = ()
    empty: str = "No such attempt or judgement in this range. Choose a longer one above."

    @property
    def listed_rows(self) -> list[tuple[Row, str]]:
        """Each row with its filter, or an empty one."""
        return list(zip(self.rows, self.lists or [""] * len(self.rows), strict=True))

    @property
    def figure_id(self) -> str:
        return f"figure-{self.slug}"


def pivot(counted: Iterable[KindCount], kinds: Sequence[str]) -> tuple[list[Any], dict[str, list[int]]]:
    """Places in order of appearance, and for each kind one number per place."""
    counts: defaultdict[Any, dict[str, int]] = defaultdict(dict)
    for one in counted:
        counts[one.place][one.kind] = counts[one.place].get(one.kind, 0) + one.n
    return list(counts), {kind: [counts[place].get(kind, 0) for place in counts] for kind in kinds}


def as_rows(places: Sequence[Any], series: Mapping[str, Sequence[int]]) -> tuple[Row, ...]:
    """Rows of place, one number per series, and their sum."""
    lines = zip(*series.values(), strict=True)
    return tuple((place, *line, sum(line)) for place, line in zip(places, lines, strict=True))


def when(moment: datetime, span: str) -> str:
    """Formats the time of a bar for a table."""
    local = timezone.localtime(moment)
    return local.strftime("%Y-%m-%d %H:00") if span == "hour" else local.strftime("%Y-%m-%d")


def on_a_time_axis(figure: Figure, moments: Sequence[datetime], span: str) -> Figure:
    """A bar chart on a time axis with room for at least `_LEAST_BARS`, with fewer bars at the end."""
    if not moments or len(moments) >= _LEAST_BARS:
        return figure
    step = STEPS[span]
    start = min(moments[0], moments[-1] - step * (_LEAST_BARS - 1))
    ends = [(start - step / 2).isoformat(), (moments[-1] + step / 2).isoformat()]
    width = _BAR_SHARE * step / timedelta(milliseconds=1)  # Plotly cannot infer the step from a single bar
    data = [{**trace, "width": width} for trace in figure["data"]]
    return {"data": data, "layout": {**figure["layout"], "xaxis": {"range": ends}}}


def chart_over_time(over_time: OverTime, *, slug: str, title: str, note: str, tones: Mapping[str, str]) -> Chart:
    """One bar per hour or day; `tones` has the kinds, from the bottom up, and their colours."""
    series = {name: [bucket.counts.get(name, 0) for bucket in over_time.buckets] for name in tones}
    moments = [bucket.at for bucket in over_time.buckets]
    if len(moments) == MOST_BUCKETS:
        note += f" Of a longer time only the last {MOST_BUCKETS} {over_time.step}s are shown."
    drawn = counts_over_time([moment.isoformat() for moment in moments], series, tones)
    return Chart(
        slug=slug,
        title=title,
        note=note,
        n=sum(map(sum, series.values())),
        columns=(over_time.step.capitalize(), *(name.capitalize() for name in tones), "All"),
        rows=as_rows([when(moment, over_time.step) for moment in moments], series),
        figure=on_a_time_axis(drawn, moments, over_time.step),
    )


def csv_of(chart: Chart) -> StreamingHttpResponse:
    return download(spreadsheet(csv_lines(chart.columns, chart.rows)), f"countersign-{chart.slug}.csv")
