"""A page or a part of it: the clock is read once and handed to everything that renders."""

from __future__ import annotations

from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from validation.platform.audit import Acting
from validation.platform.pages.scope import scope_of

Found = TypeVar("Found")
NO_SCOPE = {"hide_pipeline": True, "hide_range": True}
"""For a page that speaks of all pipelines at all times: the top bar offers neither."""


def found_or_404(found: Found | None, message: str) -> Found:
    """What a page is about; the page 404 with the message where that is None."""
    if found is None:
        raise Http404(message)
    return found


def acting(request: HttpRequest) -> Acting:
    """The signed-in person, now."""
    return {"by": request.user.get_username(), "now": timezone.now()}


def wants_part(request: HttpRequest, target: str) -> bool:
    """True when htmx asks for the element of that id alone."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and bool(htmx.target == target)


def render_instead(
    request: HttpRequest, template: str, context: dict[str, Any], *, target: str, status: int
) -> HttpResponse:
    """For htmx: the element `target` alone, in place of what was asked for; the address stays."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = f"#{target}", "outerHTML", "false"
    return response


def render_page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """`context` may hold a `now`, and a `scope` where the page narrows itself by one. What htmx fetched must not be
    shown as the page by the browser's history, so both are told apart by header."""
    scope = context.get("scope") or scope_of(request, now=context.get("now"))
    found = {"now": scope.now, **({} if "scope" in context else {"scope": scope, **NO_SCOPE})}
    response = render(request, template, {**found, **context}, status=status)
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    response["Cache-Control"] = "private, no-cache"
    return response
