"""What overturning a decision may touch: a part of the desk item, fetched when unfolded, and a page of its own."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import scope_of
from validation.response.queries.blast_radius import blast_radius as read
from validation.response.web.blind import withheld


@require_safe
@viewer_page
def blast_radius(request: HttpRequest, pk: UUID) -> HttpResponse:
    if refused := withheld(request, attempt=pk):
        return refused
    found = read(pk)
    if found is None:
        raise Http404("There is no such attempt.")
    now = timezone.now()
    template = (
        "response/attempt/_blast_radius.html"
        if wants_part(request, "blast-radius")
        else "response/attempt/blast_radius.html"
    )
    return show(request, template, {"now": now, "scope": scope_of(request, now=now), "radius": found, "attempt_id": pk})
