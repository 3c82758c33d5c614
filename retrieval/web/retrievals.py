"""The list of retrievals with the trend of their quality and the targets of the specification."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone

from retrieval.domain.result import AnswerPresent
from retrieval.queries.retrievals import (
    HAS,
    RetrievalFilter,
    list_retrievals,
    retrievals_csv,
)
from retrieval.queries.stats import RetrievalStats, retrieval_stats
from retrieval.web.looks import QUALITIES
from validation.insights.web.charts import Chart, chart_over_time
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import page_at

_CHOICES = (*QUALITIES, "halted", "undecided")
_TONES = {
    "Good": "--approve-solid",
    "Partial": "--revise-solid",
    "Poor": "--fail-solid",
    "halted": "--halted-solid",
}
_ANSWERS = tuple(answer.value for answer in AnswerPresent)


@viewer_page
def retrievals(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    wanted = _wanted(request, scope)
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: list_retrievals(wanted, cursor=cursor)),
        "filtered": any_given((wanted.q, wanted.quality, wanted.answer, wanted.has, wanted.pipeline, wanted.since)),
        "qualities": _CHOICES,
        "answers": _ANSWERS,
    }
    if wants_part(request, "retrieval-list"):
        return show(request, "retrievals/_list.html", context)
    stats = retrieval_stats(RetrievalFilter(pipeline=scope.pipeline, since=scope.since))
    context |= {"stats": stats, "chart": _chart(stats)}
    part = wants_part(request, "retrieval-figures")
    return show(request, "retrievals/_figures.html" if part else "retrievals/page.html", context)


@viewer_page
def retrievals_as_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The whole log under the filters of the page that links here."""
    wanted = _wanted(request, scope_of(request, now=timezone.now()))
    headers = {"Content-Disposition": 'attachment; filename="countersign-retrievals.csv"'}
    return StreamingHttpResponse(retrievals_csv(wanted), content_type="text/csv; charset=utf-8", headers=headers)


def _wanted(request: HttpRequest, scope: Scope) -> RetrievalFilter:
    return RetrievalFilter(
        pipeline=scope.pipeline,
        since=scope.since,
        q=text_of(request, "q"),
        quality=choice_of(request, "quality", _CHOICES),
        answer=choice_of(request, "answer", _ANSWERS),
        has=choice_of(request, "has", HAS),
    )


def _chart(stats: RetrievalStats) -> Chart:
    return chart_over_time(
        stats.over_time,
        slug="retrieval-quality",
        title="Quality over time",
        note=f"Retrievals by quality, one bar for each {stats.over_time.step}. Halts are not verdicts; shown on top.",
        tones=_TONES,
    )
