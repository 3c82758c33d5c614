"""What revisions taught: the improvement principles, newest first or those that fit a query."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse

from validation.domain.learning import PrincipleCategory
from validation.platform.gates import gates
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_filters import Choice
from validation.platform.pages.list_page import ListPage
from validation.response.queries.principles import PrincipleFilter, list_principles
from validation.response.web.blind import hidden_from

PRINCIPLES = ListPage(
    word="principle",
    words="principles",
    view="web:principles",
    folder="response/principles",
    page="response/principles/page.html",
    wanted=PrincipleFilter,
    read=list_principles,
    title="Principles",
    search="A query: what was learned on ones like it",
    filters=(Choice("category", "Category", "Any category", tuple(PrincipleCategory)),),
    scoped=("pipeline",),
)


@viewer_page
def principles(request: HttpRequest) -> HttpResponse:
    """`q` finds those learned on like queries, best first, as the API does."""
    return PRINCIPLES.show(request, PRINCIPLES.context(request, hidden=hidden_from(request)))


def proposal_address(*, statement: str, pipeline: str, turn_id: str) -> str:
    """Where a principle becomes a proposed belief of its pipeline, the form filled in; empty where no such page is
    plugged in."""
    try:
        page = reverse(next((gate.propose_page for gate in gates() if gate.propose_page), ""))
    except NoReverseMatch:
        return ""
    return f"{page}?{urlencode({'statement': statement, 'source': f'turn-{turn_id}', 'pipeline': pipeline})}"
