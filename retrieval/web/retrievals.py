"""Retrievals: how often each quality, the log behind it, and one retrieval whole."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from retrieval.actions.receive import ANSWER, give_feedback
from retrieval.domain.result import DROPPED, AnswerPresent, Quality
from retrieval.models import Retrieval
from retrieval.queries.retrievals import RetrievalFilter, drafts_after, list_retrievals, load_retrieval, retrievals_csv
from retrieval.queries.stats import RetrievalStats, retrieval_stats
from retrieval.web.passages import Word, cards_of, quotes_of, word_at, words_of
from validation.desk.web.item import SUBJECT_PART
from validation.domain.errors import Conflict
from validation.insights.web.charts import Chart, chart_over_time
from validation.platform.live import Topic
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.parameters import number_of
from validation.platform.permissions import can_rule
from validation.response.web.blind import hidden_from

LOG = ListPage(
    word="retrieval",
    view="retrievals:list",
    folder="retrievals",
    topic=Topic.RETRIEVALS,
    wanted=RetrievalFilter,
    read=list_retrievals,
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


_WORDS = {"yes": True, "no": False, "none": None}


@viewer_page
def retrieval(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = _require(pk)
    words = _said(request, record)
    whole = number_of(request, "whole")
    cards = cards_of(record, words, after=number_of(request, "after") or 0, whole=whole)
    if whole is not None and wants_part(request, f"chunk-{whole}"):
        card = found_or_404(cards.at(whole), "There is no such chunk.")
        return render_page(
            request, "retrievals/_chunk.html", {"record": record, "card": card, "may_rule": can_rule(request.user)}
        )
    findings = record.document["findings"]
    context = {
        "record": record,
        "document": record.document,
        "cards": cards,
        "quotes": quotes_of(record, cards),
        "dropped": [found for found in findings if found["code"] in DROPPED],
        "findings": [found for found in findings if found["code"] not in DROPPED],
        "drafts": drafts_after(record, hidden=hidden_from(request)),
        "answer_word": word_at(words, ANSWER),
        "may_rule": can_rule(request.user),
    }
    if wants_part(request, SUBJECT_PART):
        return render_page(request, "retrievals/_on_desk.html", context)
    part = wants_part(request, "retrieval-body")
    return render_page(request, "retrievals/_body.html" if part else "retrievals/retrieval.html", context)


@reviewer_action
def feedback(request: HttpRequest, pk: UUID) -> HttpResponse:
    """htmx gets the buttons of that place again, a browser without it the page at that place."""
    position = _position(request)
    holds = _WORDS.get(request.POST.get("holds", ""))
    person = request.user.get_username()
    try:
        give_feedback(retrieval_id=pk, position=position, holds=holds, by=person, now=timezone.now())
    except Conflict as error:
        messages.warning(request, error.detail)
        return HttpResponseRedirect(reverse("retrievals:retrieval", args=[pk]))
    if wants_part(request, f"feedback-{position}"):
        record = _require(pk)
        context = {"record": record, "may_rule": True, "word": word_at(_said(request, record), position)}
        return render_page(request, "retrievals/_feedback.html", context)
    return HttpResponseRedirect(f"{reverse('retrievals:retrieval', args=[pk])}#feedback-{position}")


def _position(request: HttpRequest) -> int:
    value = request.POST.get("position", "")
    if not (value.isascii() and value.isdigit() and len(value) <= 5):
        raise Http404("There is no such chunk.")
    return int(value)


def _require(pk: UUID) -> Retrieval:
    return found_or_404(load_retrieval(pk), "There is no such retrieval.")


def _said(request: HttpRequest, record: Retrieval) -> dict[int, Word]:
    return words_of(record.feedback.all(), request.user.get_username())
