"""The list of attempts: where every number of the overview and the insights leads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.domain.attempt import AttemptState, Route
from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, number_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import page_at
from validation.response.queries.attempts_page import AttemptsFilter, list_attempts
from validation.response.web.blind import hidden_from

ROUTES = tuple(route.value for route in Route)
STATES = (*(state.value for state in AttemptState), "undecided")
CAUSES = tuple(cause.value for cause in HaltCause)
CHECKS = tuple(name.value for name in CheckName)


@viewer_page
def attempts(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    wanted = _wanted(request, scope)
    narrowing = (wanted.q, wanted.route, wanted.state, wanted.cause, wanted.check, wanted.judge, wanted.policy)
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: list_attempts(wanted, cursor=cursor)),
        "filtered": any_given((*narrowing, wanted.slow_ms, wanted.pipeline, wanted.since)),
        "routes": ROUTES,
        "states": STATES,
        "causes": CAUSES,
        "checks": CHECKS,
    }
    part = wants_part(request, "attempt-list")
    return show(request, "response/attempts/_list.html" if part else "response/attempts/page.html", context)


def _wanted(request: HttpRequest, scope: Scope) -> AttemptsFilter:
    return AttemptsFilter(
        pipeline=scope.pipeline,
        since=scope.since,
        q=text_of(request, "q"),
        route=choice_of(request, "route", ROUTES),
        state=choice_of(request, "state", STATES),
        cause=choice_of(request, "cause", CAUSES),
        check=choice_of(request, "check", CHECKS),
        judge=text_of(request, "judge"),
        policy=number_of(request, "policy"),
        slow_ms=number_of(request, "slow_ms"),
        hidden=hidden_from(request),
    )
