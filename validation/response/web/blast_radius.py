"""What overturning a decision may touch: a part of the desk item, fetched when unfolded, and a page of its own."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page, wants_part
from validation.response.queries.blast_radius import blast_radius as read
from validation.response.web.blind import withheld


@viewer_page
def blast_radius(request: HttpRequest, pk: UUID) -> HttpResponse:
    if refused := withheld(request, attempt=pk):
        return refused
    found = read(pk)
    if found is None:
        raise Http404("There is no such attempt.")
    template = (
        "response/attempt/_blast_radius.html"
        if wants_part(request, "blast-radius")
        else "response/attempt/blast_radius.html"
    )
    return render_page(request, template, {"radius": found, "attempt_id": pk})
