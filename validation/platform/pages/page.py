"""Renders pages and fragments, reading the clock once for the whole page."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from validation.platform.audit import ActionContext
from validation.platform.pages.scope import scope_of

Found = TypeVar("Found")
NO_SCOPE = {"hide_pipeline": True, "hide_range": True}
"""For pages about all pipelines and times: the top bar offers no choice of either."""


def found_or_404(found: Found | None, message: str) -> Found:
    """The object of a page; raises Http404 with the message if it is None."""
    if found is None:
        raise Http404(message)
    return found


def address_of(view: str, key: str, pipeline: str) -> str:
    """The URL of the record with that key, scoped to its pipeline if named; empty where the view shows no such one."""
    try:
        address = reverse(view, args=[key])
    except NoReverseMatch:
        return ""
    return f"{address}?{urlencode({'pipeline': pipeline})}" if pipeline else address


def acting(request: HttpRequest) -> ActionContext:
    """The `by` and `now` arguments of an action: the signed-in user and the current time."""
    return {"by": request.user.get_username(), "now": timezone.now()}


def wants_part(request: HttpRequest, target: str) -> bool:
    """Whether htmx requests only the element with that id."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and bool(htmx.target == target)


def render_instead(
    request: HttpRequest, template: str, context: dict[str, Any], *, target: str, status: int
) -> HttpResponse:
    """For htmx: renders only the element `target` instead of the requested one, and keeps the URL."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = f"#{target}", "outerHTML", "false"
    return response


def render_page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """`context` may contain `now`, and `scope` if the page uses one. Sets Vary, so that the browser's history does not
    show an htmx fragment as the page."""
    scope = context.get("scope") or scope_of(request, now=context.get("now"))
    found = {"now": scope.now, **({} if "scope" in context else {"scope": scope, **NO_SCOPE})}
    response = render(request, template, {**found, **context}, status=status)
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    response["Cache-Control"] = "private, no-cache"
    return response
