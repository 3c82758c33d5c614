"""Query analyses: how often each status and which issues recur, the log behind it, and one analysis whole."""

from __future__ import annotations

import json
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone

from validation.desk.web.desk_parts import SUBJECT_PART
from validation.insights.web.charts import Chart, chart_over_time
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import page_at
from validation.query_analysis.gate.analysis import Resolution
from validation.query_analysis.gate.result import CODES, Status
from validation.query_analysis.queries.query_analyses import (
    AnalysisFilter,
    analyses_csv,
    embedded,
    list_analyses,
    load_analysis,
    words_of_topic,
)
from validation.query_analysis.queries.query_analysis_stats import AnalysisStats, analysis_stats

STATUSES = (*(status.value for status in Status), "halted")
REFERENCES = tuple(resolution.value for resolution in Resolution)
_DEFAULT_RANGE = "30d"
_TONES = {
    "pass": "--approve-solid",
    "retry": "--retry-solid",
    "clarify": "--accent-solid",
    "halted": "--halted-solid",
}


@viewer_page
def query_analyses(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    stats = analysis_stats(AnalysisFilter(pipeline=scope.pipeline, since=scope.since))
    context = {"now": now, "scope": scope, "stats": stats, "chart": _chart(stats)}
    part = wants_part(request, "analysis-figures")
    return show(request, "query_analyses/_figures.html" if part else "query_analyses/page.html", context)


def _chart(stats: AnalysisStats) -> Chart:
    return chart_over_time(
        stats.over_time,
        slug="statuses",
        title="Status over time",
        note="Query analyses by what the gate said, one bar for each "
        f"{stats.over_time.step}. Halts are not decisions; shown on top.",
        tones=_TONES,
    )


@viewer_page
def log(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    wanted = _wanted(request, scope)
    narrowing = (wanted.q, wanted.status, wanted.reference, wanted.code, wanted.topic, wanted.issue, wanted.exhausted)
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: list_analyses(wanted, cursor=cursor)),
        "filtered": any_given((*narrowing, wanted.pipeline, wanted.since)),
        "topic_words": words_of_topic(wanted.topic) if wanted.topic else "",
        "codes": CODES,
        "statuses": STATUSES,
        "references": REFERENCES,
    }
    part = wants_part(request, "analysis-list")
    return show(request, "query_analyses/_list.html" if part else "query_analyses/log.html", context)


@viewer_page
def log_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The whole log under the filters of the page that links here."""
    wanted = _wanted(request, scope_of(request, now=timezone.now()))
    headers = {"Content-Disposition": 'attachment; filename="countersign-query-analyses.csv"'}
    return StreamingHttpResponse(analyses_csv(wanted), content_type="text/csv; charset=utf-8", headers=headers)


@viewer_page
def query_analysis(request: HttpRequest, pk: UUID) -> HttpResponse:
    whole = load_analysis(pk)
    if whole is None:
        raise Http404("There is no such query analysis.")
    _now, text = timezone.now(), whole.record.text
    analysis = embedded(text.analysis, text.validation)
    part = wants_part(request, SUBJECT_PART)
    context = {
        "on_desk": part,
        "whole": whole,
        "record": whole.record,
        "text": text,
        "analysis": json.dumps(analysis, indent=2, ensure_ascii=False),
    }
    return show(request, "query_analyses/_judged.html" if part else "query_analyses/detail.html", context)


def _wanted(request: HttpRequest, scope: Scope) -> AnalysisFilter:
    return AnalysisFilter(
        pipeline=scope.pipeline,
        since=scope.since,
        q=text_of(request, "q"),
        status=choice_of(request, "status", STATUSES),
        reference=choice_of(request, "reference", REFERENCES),
        code=choice_of(request, "code", CODES),
        topic=text_of(request, "topic"),
        issue=request.GET.get("issue", "")[:1000].replace("\x00", ""),
        exhausted=request.GET.get("exhausted") == "1",
    )
