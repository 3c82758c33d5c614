"""Figures of reviewers: reviewers see their own, admins those of everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from validation.domain.estimates.shares import ENOUGH
from validation.platform.pages.access import reviewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.scope import scope_of
from validation.platform.permissions import can_administer
from validation.trust.queries.reviewers import reviewer_figures
from validation.trust.web.words import share_words

_DEFAULT_RANGE = "30d"


@reviewer_page
def reviewers(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request, default=_DEFAULT_RANGE)
    everybody = can_administer(request.user)
    person = "" if everybody else request.user.get_username()
    figures = reviewer_figures(now=scope.now, since=scope.since, person=person)
    context = {
        "scope": scope,
        "hide_pipeline": True,
        "everybody": everybody,
        "fewest": ENOUGH,
        "people": [(one, [(share_words(share), share.n) for share in (one.agreed, one.gold)]) for one in figures],
    }
    return render_page(request, "trust/reviewers.html", context)
