"""The list of retrievals with the trend of their quality and the targets of the specification."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from retrieval.domain.result import AnswerPresent, Quality
from retrieval.queries.retrievals import RetrievalFilter, list_retrievals, retrievals_csv
from retrieval.queries.stats import RetrievalStats, retrieval_stats
from validation.insights.web.charts import Chart, chart_over_time
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_filters import Choice
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.page import render_page, wants_part

LOG = ListPage(
    word="retrieval",
    words="retrievals",
    view="retrievals:list",
    folder="retrievals",
    topic=Topic.RETRIEVALS,
    wanted=RetrievalFilter,
    read=list_retrievals,
    title="Retrievals",
    note="Each set of chunks that a pipeline retrieved: whether it bears on the query, and whether it holds an answer.",
    search="Turn id or words of the query",
    filters=(
        Choice("quality", "Quality", "Any quality", (*Quality, "halted", "undecided")),
        Choice("answer", "Answer present", "Any answer", tuple(AnswerPresent), words="Answer present: {}"),
        Choice(
            "has",
            "With",
            "With or without findings",
            (("findings", "With findings"), ("dropped", "With dropped quotes"), ("feedback", "With feedback")),
        ),
    ),
    csv=retrievals_csv,
)
_TONES = {
    "Good": "--approve-solid",
    "Partial": "--revise-solid",
    "Poor": "--fail-solid",
    "halted": "--halted-solid",
}


@viewer_page
def retrievals(request: HttpRequest) -> HttpResponseBase:
    if LOG.wants_list(request) or LOG.wants_file(request):
        return LOG.respond(request)
    context = LOG.context(request)
    scope = context["scope"]
    stats = retrieval_stats(RetrievalFilter(pipeline=scope.pipeline, since=scope.since))
    context |= {"stats": stats, "chart": _chart(stats)}
    if wants_part(request, "retrieval-figures"):
        return render_page(request, "retrievals/_figures.html", context)
    return LOG.show(request, context)


def _chart(stats: RetrievalStats) -> Chart:
    return chart_over_time(
        stats.over_time,
        slug="retrieval-quality",
        title="Quality over time",
        note=f"Retrievals by quality, one bar for each {stats.over_time.step}. Halts are not verdicts; shown on top.",
        tones=_TONES,
    )
