"""A new belief: validated while it is typed, stored when its weak points are confirmed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import check_markdown, create, weak_evidence
from beliefs.domain.parse import MAX_CHARACTERS
from beliefs.queries.checked import checked_resource
from beliefs.queries.policy import belief_policy
from validation.domain.errors import DomainError
from validation.web.access import reviewer_page
from validation.web.page import show
from validation.web.scope import scope_of

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

- [[{evidence}]] - "what it says there" (weight: 0.9)

## Supports

## Attacks

## Attacked-By
"""


@require_http_methods(["GET", "HEAD", "POST"])
@reviewer_page
def new(request: HttpRequest) -> HttpResponse:
    """GET takes `statement` and `turn`, so that what a turn taught can be proposed as a belief."""
    now = timezone.now()
    context: dict[str, Any] = {"now": now, "scope": scope_of(request, now=now), "markdown": _outline(request)}
    if request.method != "POST":
        return show(request, "beliefs/new.html", context)
    markdown = _submitted(request)
    confirm = request.POST.get("confirm") == "yes"
    by = f"user:{request.user.get_username()}"
    try:
        create(markdown=markdown, name=None, confirm=confirm, by=by, now=now)
    except DomainError as error:
        context |= {"markdown": markdown, "error": error, "needs_confirmation": error.code == "confirmation_needed"}
        return show(request, "beliefs/new.html", context, status=422)
    refresh(policy=belief_policy(), now=now)
    return redirect("beliefs:belief", name=check_markdown(markdown=markdown, now=now).belief.id)


@require_POST
@reviewer_page
def check(request: HttpRequest) -> HttpResponse:
    """The part beside the form. Stores nothing."""
    now = timezone.now()
    context: dict[str, Any] = {"now": now}
    try:
        found = check_markdown(markdown=_submitted(request), now=now)
        context |= {"checked": checked_resource(found, now=now), "warnings": weak_evidence(found)}
    except DomainError as error:
        context["error"] = error
    return show(request, "beliefs/_checked.html", context)


def _submitted(request: HttpRequest) -> str:
    """Forms send CRLF; the file gets plain line ends."""
    return request.POST.get("markdown", "")[: MAX_CHARACTERS + 1].replace("\r\n", "\n")


def _outline(request: HttpRequest) -> str:
    said = request.GET.get("statement", "")[:1000].replace("\x00", "").strip()
    turn = request.GET.get("turn", "")[:200].replace("\x00", "").strip()
    evidence = f"turn-{turn}" if turn else "session-20260101-120000"
    statement = " ".join(said.split()) or "One sentence that says what holds."
    return _OUTLINE.format(id="my-belief", day=timezone.now().date(), statement=statement, evidence=evidence)
