"""What pages read from their address (free text, a known choice, a number, an id) and from their forms."""

from __future__ import annotations

from collections.abc import Container
from uuid import UUID

from django.http import HttpRequest

_LONGEST = 200


def query_text(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "")[:_LONGEST].replace("\x00", "").strip()


def form_text(request: HttpRequest, name: str) -> str:
    """What a form's field holds, without NUL, which no database takes. Browsers send text fields with CRLF, whatever
    they were given."""
    return request.POST.get(name, "").replace("\r\n", "\n").replace("\x00", "")


def choice_of(request: HttpRequest, name: str, known: Container[str]) -> str:
    """The parameter if it is known, else empty, so that an old link still opens the page."""
    value = request.GET.get(name, "")
    return value if value in known else ""


def number_of(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def uuid_of(request: HttpRequest, name: str) -> UUID | None:
    return read_uuid(request.GET.get(name, ""))


def read_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
