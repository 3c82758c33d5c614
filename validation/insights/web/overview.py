"""The overview: open work, and how judging goes."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.desk.web.queue import open_work_of, seen_by_person
from validation.insights.queries import overview as read
from validation.insights.queries.insights import InsightScope, decisions_over_time, span_of
from validation.insights.web.sparkline import sparkline
from validation.platform.events.deliveries import count_given_up
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.permissions import can_administer
from validation.platform.processes import circuits
from validation.response.queries.attempts import AttemptFilter, list_attempts_with_checks
from validation.response.web.blind import blind_work_of, hidden_from

_LAST_SHOWN = 10
_GIVEN_UP_FOR = timedelta(days=7)


@viewer_page
def overview(request: HttpRequest) -> HttpResponse:
    """htmx fetches the parts `overview-now` and `overview-attempts` separately after a change."""
    scope = scope_of(request, default="today")
    now = scope.now
    pipeline = f"&{urlencode({'pipeline': scope.pipeline})}" if scope.pipeline else ""
    context = {"scope": scope, "desk_pipeline": pipeline, "left_out": hidden_from(request)}
    if not wants_part(request, "overview-now"):
        wanted = AttemptFilter(pipeline=scope.pipeline, hidden=hidden_from(request))
        context["last"] = list_attempts_with_checks(wanted, limit=_LAST_SHOWN).rows
    if wants_part(request, "overview-attempts"):
        return render_page(request, "insights/overview/_attempts.html", context)
    may_send = can_administer(request.user)
    asked = InsightScope(now=now, pipeline=scope.pipeline, since=scope.since, without=hidden_from(request))
    span = span_of(asked)
    context |= {
        "queue": read.queue(
            pipeline=scope.pipeline,
            now=now,
            seen=seen_by_person(request),
            hidden=blind_work_of(request).attempts,
        ),
        "decisions": read.decisions(asked),
        "latency": read.latency(asked),
        "judges": read.judges(asked),
        "circuits": circuits(now),
        "over_time": sparkline(decisions_over_time(asked, span), span, scope.since if span != "week" else None, now),
        "backlog": read.backlog(pipeline=scope.pipeline, now=now),
        "given_up": count_given_up(pipeline=scope.pipeline, since=now - _GIVEN_UP_FOR) if may_send else 0,
    }
    name = "_now" if wants_part(request, "overview-now") else "page"
    return render_page(request, f"insights/overview/{name}.html", context)


@viewer_page
def open_count(request: HttpRequest) -> HttpResponse:
    """The number of open items beside Review desk, in the rail and in the bar of narrow screens."""
    return render_page(
        request, "platform/parts/open_counts.html", {"work": open_work_of(request, timezone.now()), "beside": False}
    )
