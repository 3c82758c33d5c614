"""How judging goes over time: charts, each with its table, its CSV and its n."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

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
    now = timezone.now()
    scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    judge = query_text(request, "judge")
    wanted = InsightScope(scope.pipeline, scope.since, judge=judge, without=hidden_from(request), now=now)
    context = {
        "now": now,
        "scope": scope,
        "judge": judge,
        "judges": judge_names(),
        "charts": charts_of(wanted),
        "left_out": wanted.without,
    }
    return render_page(request, "insights/page.html", context)


@viewer_page
def insight_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of one chart, of the same pipeline, judge and time as the page that links here."""
    if slug not in CHARTS:
        raise Http404("There is no such chart.")
    now = timezone.now()
    scope: Scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    judge, without = query_text(request, "judge"), hidden_from(request)
    return csv_of(chart_of(slug, InsightScope(scope.pipeline, scope.since, judge=judge, without=without, now=now)))
