"""What revisions taught: the improvement principles, newest first or those that fit a query."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from validation.domain.learning import PrincipleCategory
from validation.models import ImprovementPrinciple
from validation.platform.gates import gates
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.paging.keyset import Page, page_at
from validation.response.queries.principles import PAGE, fitting, newest

CATEGORIES = tuple(category.value for category in PrincipleCategory)


@viewer_page
def principles(request: HttpRequest) -> HttpResponse:
    """`q` finds those learned on like queries, best first, as the API does; they are no page of the list."""
    now = timezone.now()
    scope = scope_of(request, now=now)
    q, category = text_of(request, "q"), choice_of(request, "category", CATEGORIES)
    context = {
        "now": now,
        "scope": scope,
        "q": q,
        "category": category,
        "categories": CATEGORIES,
        "page": _page(scope.pipeline, category, q, request.GET.get("cursor", "")),
        "filtered": any_given((q, category, scope.pipeline)),
    }
    return show(
        request,
        "response/principles/_list.html" if wants_part(request, "principle-list") else "response/principles/page.html",
        context,
    )


def _page(pipeline: str, category: str, q: str, cursor: str) -> Page[ImprovementPrinciple]:
    if q:
        return Page(tuple(fitting(query=q, pipeline=pipeline, category=category, limit=PAGE)), None)
    return page_at(cursor, lambda cursor: newest(pipeline=pipeline, category=category, cursor=cursor))


def proposal_address(*, statement: str, pipeline: str, turn_id: str) -> str:
    """Where a principle becomes a proposed belief of its pipeline, the form filled in; empty where no such page is
    plugged in."""
    try:
        page = reverse(next((gate.propose_page for gate in gates() if gate.propose_page), ""))
    except NoReverseMatch:
        return ""
    return f"{page}?{urlencode({'statement': statement, 'source': f'turn-{turn_id}', 'pipeline': pipeline})}"
