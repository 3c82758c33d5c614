"""The insights page: charts of judging over time, each with table, CSV and n."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse

from validation.insights.queries.insights import InsightScope, judge_names
from validation.insights.web.charts import csv_of
from validation.insights.web.insight_charts import CHARTS, chart_of, charts_of
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.parameters import query_text
from validation.platform.pages.scope import Scope, scope_of
from validation.response.web.blind import hidden_from

_DEFAULT_RANGE = "30d"


@viewer_page
def insights(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request, default=_DEFAULT_RANGE)
    wanted = _wanted(request, scope)
    context = {
        "scope": scope,
        "judge": wanted.judge,
        "judges": judge_names(),
        "charts": charts_of(wanted),
        "left_out": wanted.without,
    }
    return render_page(request, "insights/page.html", context)


@viewer_page
def insight_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The table of one chart as CSV, for the same pipeline, judge and range as the page."""
    if slug not in CHARTS:
        raise Http404("There is no such chart.")
    return csv_of(chart_of(slug, _wanted(request, scope_of(request, default=_DEFAULT_RANGE))))


def _wanted(request: HttpRequest, scope: Scope) -> InsightScope:
    judge, without = query_text(request, "judge"), hidden_from(request)
    return InsightScope(scope.pipeline, scope.since, judge=judge, without=without, now=scope.now)
