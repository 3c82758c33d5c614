"""The list of turns with their decision paths."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import ListPage
from validation.response.queries.turns import TurnFilter, list_turns
from validation.response.web.blind import hidden_from

TURNS = ListPage(
    word="turn",
    words="turns",
    view="web:turns",
    folder="response/turns",
    topic=Topic.ATTEMPTS,
    wanted=TurnFilter,
    read=list_turns,
    choices={"route": (*Route, "undecided"), "check": tuple(CheckName)},
    flags=("looped",),
)


@viewer_page
def turns(request: HttpRequest) -> HttpResponse:
    return TURNS.show(request, TURNS.context(request, hidden=hidden_from(request)))
