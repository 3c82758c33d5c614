"""One chart: a title, what it counts, its n, a figure, and the table that says the same in words and numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from validation.insights.figures.figure import Figure, counts_over_time
from validation.insights.queries.insights import STEPS, KindCount
from validation.insights.queries.over_time import OverTime
from validation.platform.paging.csv_text import csv_lines, spreadsheet

Row = tuple[Any, ...]
_BAR_SHARE = 0.75
"""Of a step; charts.js leaves the rest as the gap."""
_LEAST_BARS = 12
"""Room for so many: a lone bar would be as wide as the figure, its day labelled with a time."""


@dataclass(frozen=True, slots=True)
class Chart:
    """`slug` names it in addresses. An empty chart has n 0: its `empty` is shown instead. One that is not `drawn` has
    its note and its table only. `lists` holds for each row the filter of the attempts that it counts, `check=...`."""

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
        """Each row with its filter, empty where it has none."""
        return list(zip(self.rows, self.lists or [""] * len(self.rows), strict=True))

    @property
    def figure_id(self) -> str:
        return f"figure-{self.slug}"


def pivot(counted: Iterable[KindCount], kinds: Sequence[str]) -> tuple[list[Any], dict[str, list[int]]]:
    """Places in the order they come, and for each kind one number a place."""
    counts: defaultdict[Any, dict[str, int]] = defaultdict(dict)
    for one in counted:
        counts[one.place][one.kind] = counts[one.place].get(one.kind, 0) + one.n
    return list(counts), {kind: [counts[place].get(kind, 0) for place in counts] for kind in kinds}


def as_rows(places: Sequence[Any], series: Mapping[str, Sequence[int]]) -> tuple[Row, ...]:
    """Place, one number a series, and their sum."""
    lines = zip(*series.values(), strict=True)
    return tuple((place, *line, sum(line)) for place, line in zip(places, lines, strict=True))


def when(moment: datetime, span: str) -> str:
    """A bar's time as a table shows it."""
    local = timezone.localtime(moment)
    return local.strftime("%Y-%m-%d %H:00") if span == "hour" else local.strftime("%Y-%m-%d")


def on_a_time_axis(figure: Figure, moments: Sequence[datetime], span: str) -> Figure:
    """The figure of bars; few of them stand at the end of as much time as `_LEAST_BARS` take."""
    if not moments or len(moments) >= _LEAST_BARS:
        return figure
    step = STEPS[span]
    start = min(moments[0], moments[-1] - step * (_LEAST_BARS - 1))
    ends = [(start - step / 2).isoformat(), (moments[-1] + step / 2).isoformat()]
    width = _BAR_SHARE * step / timedelta(milliseconds=1)  # of a lone bar Plotly knows no step
    data = [{**trace, "width": width} for trace in figure["data"]]
    return {"data": data, "layout": {**figure["layout"], "xaxis": {"range": ends}}}


def chart_over_time(over_time: OverTime, *, slug: str, title: str, note: str, tones: Mapping[str, str]) -> Chart:
    """One bar for each hour or day; `tones` names the kinds, from the ground up, and the colour of each."""
    series = {name: [bucket.counts.get(name, 0) for bucket in over_time.buckets] for name in tones}
    moments = [bucket.at for bucket in over_time.buckets]
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


def csv_of(chart: Chart) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="countersign-{chart.slug}.csv"'}
    text = "".join(spreadsheet(csv_lines(chart.columns, chart.rows)))
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
