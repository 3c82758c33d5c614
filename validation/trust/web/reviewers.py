"""Reviewers: everybody's own figures, and for admins those of all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.domain.estimates.shares import ENOUGH
from validation.platform.pages.access import reviewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.scope import scope_of
from validation.platform.permissions import can_administer
from validation.trust.queries.reviewers import reviewer_figures

_DEFAULT_RANGE = "30d"


@reviewer_page
def reviewers(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    everybody = can_administer(request.user)
    person = "" if everybody else request.user.get_username()
    context = {
        "now": now,
        "scope": scope,
        "hide_pipeline": True,
        "everybody": everybody,
        "fewest": ENOUGH,
        "people": reviewer_figures(now=now, since=scope.since, person=person),
    }
    return render_page(request, "trust/reviewers.html", context)
