"""The list of turns with their decision paths."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_filters import Choice, Flag
from validation.platform.pages.list_page import ListPage
from validation.response.queries.turns import TurnFilter, list_turns_with_paths
from validation.response.web.blind import hidden_from

TURNS = ListPage(
    word="turn",
    words="turns",
    view="web:turns",
    folder="response/turns",
    topic=Topic.ATTEMPTS,
    page="response/turns/page.html",
    wanted=TurnFilter,
    read=list_turns_with_paths,
    title="Turns",
    note="Each user query with the path its drafts took through the gate.",
    search="Turn id or words of the query",
    filters=(
        Choice("route", "Last route", "Any route", (*Route, "undecided"), kind="route"),
        Choice("check", "Failed check", "Any checks", tuple(CheckName), words="{} failed"),
        Flag("looped", "More than one attempt"),
    ),
)


@viewer_page
def turns(request: HttpRequest) -> HttpResponse:
    return TURNS.show(request, TURNS.context(request, hidden=hidden_from(request)))
