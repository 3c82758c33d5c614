"""Pages that show a verdict, for a person who has to answer it blind first: a page that says so instead."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from validation.platform.pages.page import render_page
from validation.response.queries.blind_attempts import BlindWork, blind_item, blind_work


def blind_work_of(request: HttpRequest) -> BlindWork:
    """What this person must not see yet; read once a request."""
    if not hasattr(request, "blind_work"):
        request.blind_work = blind_work(request.user.get_username())  # type: ignore[attr-defined]
    return request.blind_work  # type: ignore[attr-defined,no-any-return]


def hidden_from(request: HttpRequest) -> frozenset[UUID]:
    """All attempts of turns with one whose verdict this person must not see yet; lists and figures leave them out."""
    return blind_work_of(request).of_turns


def withheld(request: HttpRequest, *, attempt: UUID | None = None, turn: int | None = None) -> HttpResponse | None:
    """None when this person may see the verdict."""
    work = blind_item(request.user.get_username(), attempt=attempt, turn=turn, hidden=hidden_from(request))
    return render_page(request, "response/attempt/withheld.html", {"work": work}) if work else None
