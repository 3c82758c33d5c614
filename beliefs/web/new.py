"""A new belief: validated while it is typed, stored when its weak points are confirmed."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import A_MOMENT, check_markdown, create, replaced, weak_evidence
from beliefs.actions.store import remove_belief
from beliefs.domain.parse import MAX_CHARACTERS, parse
from beliefs.queries.beliefs import find_belief
from beliefs.queries.checked import checked_resource
from beliefs.queries.policy import belief_policy
from validation.domain.errors import Conflict, DomainError, NotFound
from validation.platform.live import Topic, publish
from validation.platform.pages.access import reviewer_page
from validation.platform.pages.page import show
from validation.platform.pages.scope import scope_of
from validation.platform.pages.settings_page import back_to

_OUTLINE = """---
type: belief
id: {id}
facets: []
extracted: {day}
---

# {id}

## Statement

{statement}

## Evidence

{evidence}

## Supports

## Attacks

## Attacked-By
"""
_STATEMENT = "One sentence that says what holds."
_EVIDENCE = '<!-- One line for each source: - [[session-20260101-120000]] - "its own words" (weight: 0.9) -->'
_SLUG_WORDS = 6


@require_http_methods(["GET", "HEAD", "POST"])
@reviewer_page
def new(request: HttpRequest) -> HttpResponse:
    """GET takes `statement` and `source`, any link target such as `turn-<id>`, so that what was learned elsewhere can
    be proposed as a belief; or `belief`, whose words are to be changed."""
    now = timezone.now()
    context: dict[str, Any] = {"now": now, "scope": scope_of(request, now=now)}
    if request.method != "POST":
        return show(request, "beliefs/new.html", {**context, "markdown": _outline(request)})
    markdown = _submitted(request)
    confirmed = request.POST.get("confirm") == "yes"
    by = f"user:{request.user.get_username()}"
    try:
        belief = parse(markdown)
        taken = replaced(belief, markdown)
        if taken and not confirmed:
            raise Conflict("confirmation_needed", taken[0])
        create(markdown=markdown, name=None, confirm=confirmed, by=by, now=now)
    except DomainError as error:
        context |= {"markdown": markdown, "error": error, "needs_confirmation": error.code == "confirmation_needed"}
        return show(request, "beliefs/new.html", context, status=422)
    refresh(policy=belief_policy(), now=now)
    publish(Topic.BELIEFS, belief.id)
    return redirect("beliefs:belief", name=belief.id)


@require_POST
@reviewer_page
def check(request: HttpRequest) -> HttpResponse:
    """The part beside the form. Stores nothing."""
    now = timezone.now()
    context: dict[str, Any] = {"now": now}
    try:
        markdown = _submitted(request)
        found = check_markdown(markdown=markdown, now=now, most=A_MOMENT)
        warnings = (*replaced(found.belief, markdown), *weak_evidence(found))
        context |= {"checked": checked_resource(found, now=now), "warnings": warnings}
    except DomainError as error:
        context["error"] = error
    return show(request, "beliefs/_checked.html", context)


@require_POST
@reviewer_page
def remove(request: HttpRequest, name: str) -> HttpResponse:
    now = timezone.now()
    try:
        remove_belief(name=name, by=f"user:{request.user.get_username()}", now=now)
    except DomainError as error:
        return back_to(request, "beliefs:beliefs", error.detail, refused=True)
    refresh(policy=belief_policy(), now=now)
    publish(Topic.BELIEFS, name)
    return back_to(request, "beliefs:beliefs", f"{name} is removed.")


def _submitted(request: HttpRequest) -> str:
    """Forms send CRLF; the file gets plain line ends."""
    return request.POST.get("markdown", "")[: MAX_CHARACTERS + 1].replace("\r\n", "\n")


def _outline(request: HttpRequest) -> str:
    """The words of the belief that is named, else an empty outline."""
    if name := _given(request, "belief", 150):
        with suppress(NotFound):
            return find_belief(name).markdown
    said = " ".join(_given(request, "statement", 1000).split())
    source = re.sub(r"[\[\]|#\s]+", " ", _given(request, "source", 250)).strip()
    return _OUTLINE.format(
        id=slugify(" ".join(said.split()[:_SLUG_WORDS]))[:60].strip("-_") or "my-belief",
        day=timezone.now().date(),
        statement=said or _STATEMENT,
        evidence=f"- [[{source}]] - what it shows (weight: 0.9)" if source else _EVIDENCE,
    )


def _given(request: HttpRequest, name: str, most: int) -> str:
    return request.GET.get(name, "")[:most].replace("\x00", "").strip()
