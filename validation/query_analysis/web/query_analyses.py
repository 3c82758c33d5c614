"""Pages of query analyses: statuses and recurring issues, the list, and a single analysis."""

from __future__ import annotations

import json
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.desk.web.item import SUBJECT_PART
from validation.insights.web.charts import Chart, chart_over_time
from validation.models import QueryAnalysisRecord
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import Chip, Choice, Flag, ListPage
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.scope import scope_of
from validation.query_analysis.gate.analysis import Resolution
from validation.query_analysis.gate.result import RuleCode, Status
from validation.query_analysis.queries.query_analyses import (
    AnalysisFilter,
    analyses_csv,
    list_analyses,
    load_analysis,
    words_of_topic,
)
from validation.query_analysis.queries.query_analysis_stats import AnalysisStats, analysis_stats
from validation.query_analysis.schemas import with_validation

LOG = ListPage(
    word="query analysis",
    plural="query analyses",
    view="query_analyses:log",
    folder="query_analyses",
    page="query_analyses/log.html",
    topic=Topic.QUERY_ANALYSES,
    wanted=AnalysisFilter,
    read=list_analyses,
    note="Each analysis that phase 1 handed over, with what the gate said.",
    search="Turn id or words of the query",
    filters=(
        Choice("status", "Status", "Any status", (*Status, "halted")),
        Choice("code", "Rule that objected", "Any rule", tuple(RuleCode)),
        Choice("reference", "Reference resolution", "Any resolution", tuple(Resolution), words="Reference {}"),
        Flag("exhausted", "Beyond the retry limit"),
        Chip("topic", "{} and the like", lambda topic: words_of_topic(topic) or topic),
        Chip("issue", "{}"),
    ),
    csv=analyses_csv,
)
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
    # A callable, since the template needs it only if the range is empty.
    has_any = QueryAnalysisRecord.objects.exists
    context = {"now": now, "scope": scope, "stats": stats, "chart": _chart(stats), "has_any": has_any}
    part = wants_part(request, "analysis-figures")
    return render_page(request, "query_analyses/_figures.html" if part else "query_analyses/page.html", context)


def _chart(stats: AnalysisStats) -> Chart:
    return chart_over_time(
        stats.over_time,
        slug="statuses",
        title="Status over time",
        note="Query analyses by what the gate said, one bar for each "
        f"{stats.over_time.step}. Halts are not decisions; shown on top.",
        tones=_TONES,
    )


log = viewer_page(LOG.respond)


@viewer_page
def query_analysis(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = found_or_404(load_analysis(pk), "There is no such query analysis.")
    part = wants_part(request, SUBJECT_PART)
    context = {
        "on_desk": part,
        "record": record,
        "text": record.text,
        "analysis": json.dumps(with_validation(record.text), indent=2, ensure_ascii=False),
    }
    return render_page(request, "query_analyses/_judged.html" if part else "query_analyses/detail.html", context)
