"""The list of attempts: where every number of the overview and the insights leads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from validation.domain.attempt import AttemptState, Route
from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_filters import Chip, Choice, Number
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.times import milliseconds
from validation.response.queries.attempts import AttemptFilter, list_attempts_with_checks
from validation.response.web.blind import hidden_from

ATTEMPTS = ListPage(
    word="attempt",
    words="attempts",
    view="web:attempts",
    folder="response/attempts",
    topic=Topic.ATTEMPTS,
    page="response/attempts/page.html",
    wanted=AttemptFilter,
    read=list_attempts_with_checks,
    title="Attempts",
    note="Each draft that was submitted, with the decision it got.",
    search="Turn id or words of the query",
    filters=(
        Choice("route", "Route", "Any route", tuple(Route), kind="route"),
        Choice("state", "State", "Any state", (*AttemptState, "undecided")),
        Choice("check", "Failed check", "Any checks", tuple(CheckName), words="{} failed"),
        Choice("cause", "Halted because", "Any halt cause", tuple(HaltCause)),
        Chip("judge", "judge {}"),
        Number("policy", "policy {}"),
        Number("slow_ms", "{} and slower", milliseconds),
    ),
)


@viewer_page
def attempts(request: HttpRequest) -> HttpResponse:
    return ATTEMPTS.show(request, ATTEMPTS.context(request, hidden=hidden_from(request)))
