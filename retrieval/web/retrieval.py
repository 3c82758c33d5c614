"""One retrieval: the verdict, its chunks with the quotes marked in place, and what reviewers say about it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from retrieval.actions.feedback import ANSWER, give_feedback
from retrieval.domain.result import FindingCode
from retrieval.queries.whole import RetrievalWhole, drafts_after, feedback_of, load_retrieval
from retrieval.web.passages import Word, cards_of, quotes_of, words_of
from validation.desk.web.desk_pane import SUBJECT_PART
from validation.domain.errors import Conflict, NotFound
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.lists import number_of
from validation.platform.pages.page import render_page, wants_part
from validation.platform.permissions import can_rule
from validation.response.web.blind import hidden_from

_DROPPED = (FindingCode.QUOTE_DROPPED, FindingCode.CLAIM_WITHOUT_QUOTE)
_WORDS = {"yes": True, "no": False, "none": None}


@viewer_page
def retrieval(request: HttpRequest, pk: UUID) -> HttpResponse:
    whole = _require(pk)
    said = _said(request, whole)
    findings = whole.document["findings"]
    context = {
        "whole": whole,
        "record": whole.record,
        "document": whole.document,
        "cards": cards_of(whole, said, after=number_of(request, "after") or 0),
        "quotes": quotes_of(whole),
        "dropped": [found for found in findings if found["code"] in _DROPPED],
        "findings": [found for found in findings if found["code"] not in _DROPPED],
        "drafts": drafts_after(whole, hidden=hidden_from(request)),
        "answer_word": _word(said, ANSWER),
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
    except NotFound as error:
        raise Http404(error.detail) from error
    except Conflict as error:
        messages.warning(request, error.detail)
        return HttpResponseRedirect(reverse("retrievals:retrieval", args=[pk]))
    if wants_part(request, f"feedback-{position}"):
        whole = _require(pk)
        context: dict[str, Any] = {"record": whole.record, "may_rule": True}
        return render_page(
            request, "retrievals/_feedback.html", context | {"word": _word(_said(request, whole), position)}
        )
    return HttpResponseRedirect(f"{reverse('retrievals:retrieval', args=[pk])}#feedback-{position}")


def _position(request: HttpRequest) -> int:
    value = request.POST.get("position", "")
    if not (value.isascii() and value.isdigit() and len(value) <= 5):
        raise Http404("There is no such chunk.")
    return int(value)


def _require(pk: UUID) -> RetrievalWhole:
    whole = load_retrieval(pk)
    if whole is None:
        raise Http404("There is no such retrieval.")
    return whole


def _said(request: HttpRequest, whole: RetrievalWhole) -> dict[int, Word]:
    return words_of(feedback_of(whole.record.pk), request.user.get_username())


def _word(said: dict[int, Word], position: int) -> Word:
    return said.get(position, Word(position, 0, 0, None))
