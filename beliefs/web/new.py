"""The form for a new belief: validated while typing, stored once its warnings are confirmed."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import slugify

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import MAX_INLINE_EMBEDDINGS, check_markdown, create, replaced, stored_hash, weak_evidence
from beliefs.actions.store import MOVED, remove_belief
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import MAX_CHARACTERS, normalized_name, parse
from beliefs.models import BeliefRecord
from beliefs.queries.beliefs import checked_resource, find_belief
from beliefs.queries.corpora import check_pipeline
from beliefs.queries.sources import belief_address, exact_pipeline
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import Conflict, DomainError, NotFound
from validation.platform.pages.access import reviewer_action, reviewer_form
from validation.platform.pages.page import render_page
from validation.platform.pages.scope import scope_of
from validation.platform.pages.settings_page import shows_message

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
_PROPOSED = ("belief", "statement", "source")


@reviewer_form
def new(request: HttpRequest) -> HttpResponse:
    """GET accepts `statement` and `source` (any link target, such as `turn-<id>`) to propose a belief, or `belief` to
    edit an existing one. Stores in the chosen pipeline, else in `common`."""
    now = timezone.now()
    scope = scope_of(request, now=now)
    corpus = scope.pipeline or COMMON
    context: dict[str, Any] = {"now": now, "scope": scope, "hide_range": True, "corpus": corpus}
    context["draft_key"] = _draft_key(request, corpus)
    if request.method != "POST":
        known = _known(request)
        context["based_on"] = known.content_sha256 if known else ""
        return render_page(request, "beliefs/new.html", {**context, "markdown": _outline(request, known)})
    markdown = _submitted(request)
    context["based_on"] = request.POST.get("based_on", "")
    confirmed = request.POST.get("confirm") == "yes"
    by = f"user:{request.user.get_username()}"
    try:
        check_pipeline(corpus)
        belief = parse(markdown)
        stored, taken = stored_hash(belief.id, pipeline=corpus), replaced(belief, markdown, pipeline=corpus)
        unseen = stored != context["based_on"]
        if taken and (unseen or not confirmed):
            edits = bool(context["based_on"]) and normalized_name(_given(request, "belief", 150)) == belief.id
            context["based_on"] = stored  # a confirmation is of what is stored now
            moved = MOVED.format(id=belief.id) if unseen and edits else taken[0]
            raise ProblemCode.CONFIRMATION_NEEDED.error(detail=moved)
        try:
            create(pipeline=corpus, markdown=markdown, name=None, confirm=confirmed, by=by, now=now, replaces=stored)
        except Conflict as error:
            if error.detail == MOVED.format(id=belief.id):  # stored while this was checked
                context["based_on"] = stored_hash(belief.id, pipeline=corpus)
            raise
    except DomainError as error:
        context |= {"markdown": markdown, "error": error, "needs_confirmation": error.code == "confirmation_needed"}
        return render_page(request, "beliefs/new.html", context, status=422)
    refresh(pipeline=corpus, now=now, changed_only=True)
    messages.success(request, f"{belief.id} is stored.", extra_tags=context["draft_key"])
    return redirect(belief_address(belief.id, pipeline=exact_pipeline(chosen=scope.pipeline, corpus=corpus)))


@reviewer_action
def check(request: HttpRequest) -> HttpResponse:
    """The validation panel beside the form. Stores nothing."""
    now = timezone.now()
    context: dict[str, Any] = {"now": now}
    corpus = _corpus(request)
    try:
        check_pipeline(corpus)
        markdown = _submitted(request)
        found = check_markdown(pipeline=corpus, markdown=markdown, now=now, most=MAX_INLINE_EMBEDDINGS)
        warnings = (*replaced(found.belief, markdown, pipeline=corpus), *weak_evidence(found))
        context |= {"checked": checked_resource(found, now=now), "warnings": warnings}
    except DomainError as error:
        context["error"] = error
    return render_page(request, "beliefs/_checked.html", context)


@reviewer_action
@shows_message("beliefs:beliefs")
def remove(request: HttpRequest, name: str) -> str:
    """Deletes the belief of the chosen pipeline, else of `common`."""
    now, corpus = timezone.now(), _corpus(request)
    remove_belief(pipeline=corpus, name=name, by=f"user:{request.user.get_username()}", now=now)
    refresh(pipeline=corpus, now=now, changed_only=True)
    return f"{name} is removed."


def _draft_key(request: HttpRequest, corpus: str) -> str:
    """Key of the browser's draft, separate for each corpus and each proposal."""
    return f"belief:{corpus}:{urlencode({name: request.GET.get(name, '') for name in _PROPOSED})}"


def _corpus(request: HttpRequest) -> str:
    return scope_of(request, now=timezone.now()).pipeline or COMMON


def _submitted(request: HttpRequest) -> str:
    """The submitted text, with the CRLF of forms as LF."""
    return request.POST.get("markdown", "")[: MAX_CHARACTERS + 1].replace("\r\n", "\n")


def _known(request: HttpRequest) -> BeliefRecord | None:
    """The belief to edit."""
    if name := _given(request, "belief", 150):
        with suppress(NotFound):
            return find_belief(name, pipeline=_corpus(request))
    return None


def _outline(request: HttpRequest, known: BeliefRecord | None) -> str:
    """The text of the belief to edit, else an outline."""
    if known:
        return known.markdown
    statement = " ".join(_given(request, "statement", 1000).split())
    source = re.sub(r"[\[\]|#\s]+", " ", _given(request, "source", 250)).strip()
    return _OUTLINE.format(
        id=slugify(" ".join(statement.split()[:_SLUG_WORDS]))[:60].strip("-_") or "my-belief",
        day=timezone.now().date(),
        statement=statement or _STATEMENT,
        evidence=f"- [[{source}]] - what it shows (weight: 0.9)" if source else _EVIDENCE,
    )


def _given(request: HttpRequest, name: str, most: int) -> str:
    return request.GET.get(name, "")[:most].replace("\x00", "").strip()
