"""The list of turns with their decision paths."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import page_at
from validation.response.queries.turns import TurnFilter, list_turns
from validation.response.web.blind import hidden_from

ROUTES = (*(route.value for route in Route), "undecided")


@viewer_page
def turns(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    wanted = _wanted(request, scope)
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: list_turns(wanted, cursor=cursor)),
        "filtered": any_given((wanted.q, wanted.route, wanted.check, wanted.looped, wanted.pipeline, wanted.since)),
        "routes": ROUTES,
        "checks": [name.value for name in CheckName],
    }
    return show(
        request,
        "response/turns/_list.html" if wants_part(request, "turn-list") else "response/turns/page.html",
        context,
    )


def _wanted(request: HttpRequest, scope: Scope) -> TurnFilter:
    return TurnFilter(
        pipeline=scope.pipeline,
        since=scope.since,
        q=text_of(request, "q"),
        route=choice_of(request, "route", ROUTES),
        check=choice_of(request, "check", [name.value for name in CheckName]),
        looped=request.GET.get("looped") == "1",
        hidden=hidden_from(request),
    )
