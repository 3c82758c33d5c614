"""The list of attempts: where every number of the overview and the insights leads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from validation.domain.attempt import AttemptState, Route
from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import ListPage
from validation.response.queries.attempts_page import AttemptsFilter, list_attempts
from validation.response.web.blind import hidden_from

ATTEMPTS = ListPage(
    word="attempt",
    words="attempts",
    view="web:attempts",
    folder="response/attempts",
    topic=Topic.ATTEMPTS,
    wanted=AttemptsFilter,
    read=list_attempts,
    choices={
        "route": tuple(Route),
        "state": (*AttemptState, "undecided"),
        "cause": tuple(HaltCause),
        "check": tuple(CheckName),
    },
    texts=("q", "judge"),
    numbers=("policy", "slow_ms"),
)


@viewer_page
def attempts(request: HttpRequest) -> HttpResponse:
    return ATTEMPTS.show(request, ATTEMPTS.context(request, hidden=hidden_from(request)))
