"""Reads preflights and returns: lists for pages and API (without bodies), single records, and return profiles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.domain.policy import OrchestrationPolicy
from validation.models import (
    ActiveSession,
    Pipeline,
    Preflight,
    PreflightError,
    PreflightText,
    ReturnError,
    ReturnProfile,
    ReturnRecord,
)
from validation.orchestration.gate.profiles import SHIPPED, Profile, read_profile
from validation.orchestration.gate.result import GateError
from validation.orchestration.gate.returns import parse_return
from validation.platform.gates import TurnSubject
from validation.platform.interventions.surroundings import named_turn
from validation.platform.paging.filters import ListFilter, given, search, within
from validation.platform.paging.keyset import PAGE, Page, page_of

PASSED, REFUSED, UNDER_WAY = "passed", "refused", "under_way"
_OF_TURN = 20


@dataclass(frozen=True, slots=True)
class OrchestrationFilter(ListFilter):
    """`outcome` is passed, refused, or for preflights under_way: the session is active at `now`. `profile` and `status`
    apply to returns only."""

    session_id: str = ""
    outcome: str = ""
    code: str = ""
    now: datetime | None = None
    profile: str = ""
    status: str = ""


def has_ended(now: datetime) -> Q:
    """Of an ActiveSession. One that begins later than now began before the clock was set back."""
    return Q(expires_at__lte=now) | Q(began_at__gt=now + MAX_CLOCK_SKEW)


def session_is_active(pipeline: Pipeline, session_id: str, now: datetime) -> bool:
    return ActiveSession.objects.filter(~has_ended(now), pipeline=pipeline, session_id=session_id).exists()


def wanted_preflights(wanted: OrchestrationFilter) -> QuerySet[Preflight]:
    rows = Preflight.objects.filter(within(wanted, "at"), **_given(wanted))
    if wanted.outcome == UNDER_WAY:
        running = ActiveSession.objects.filter(preflight=OuterRef("pk"), expires_at__gt=wanted.now)
        rows = rows.filter(Exists(running))
    elif wanted.outcome:
        rows = rows.filter(allowed=wanted.outcome == PASSED)
    if wanted.code:
        rows = rows.filter(Exists(PreflightError.objects.filter(preflight=OuterRef("pk"), code=wanted.code)))
    return search(rows, wanted.q, "session_id", "turn_id", "command", "target", "task_number", order="at")


def wanted_returns(wanted: OrchestrationFilter) -> QuerySet[ReturnRecord]:
    rows = ReturnRecord.objects.filter(
        within(wanted, "at"), **_given(wanted), **given(profile=wanted.profile, status=wanted.status)
    )
    if wanted.outcome:
        rows = rows.filter(valid=wanted.outcome == PASSED)
    if wanted.code:
        rows = rows.filter(Exists(ReturnError.objects.filter(record=OuterRef("pk"), code=wanted.code)))
    return search(rows, wanted.q, "session_id", "turn_id", order="at")


def _given(wanted: OrchestrationFilter) -> dict[str, Any]:
    return given(turn_id=wanted.turn_id, session_id=wanted.session_id)


def list_preflights(wanted: OrchestrationFilter, *, cursor: str | None = "", limit: int = PAGE) -> Page[Preflight]:
    """Newest first, two statements. Raises InputRejected `cursor_invalid`."""
    rows = wanted_preflights(wanted).select_related("pipeline").prefetch_related("errors")
    return page_of(rows, order="at", cursor=cursor, limit=limit)


def list_returns(wanted: OrchestrationFilter, *, cursor: str | None = "", limit: int = PAGE) -> Page[ReturnRecord]:
    """Newest first, two statements. Raises InputRejected `cursor_invalid`."""
    rows = wanted_returns(wanted).select_related("pipeline").prefetch_related("errors")
    return page_of(rows, order="at", cursor=cursor, limit=limit)


def load_preflight(pk: UUID) -> Preflight | None:
    """With `turn_pk`, which is None if the turn does not exist."""
    rows = Preflight.objects.select_related("pipeline", "text").prefetch_related("errors", "returned_by")
    return rows.annotate(turn_pk=named_turn()).filter(pk=pk).first()


def of_turn(pipeline: int, turn_id: str) -> tuple[TurnSubject, ...]:
    """Entries for the page of the turn, in two statements."""
    here = {"pipeline": pipeline, "turn_id": turn_id}
    preflights = Preflight.objects.filter(**here).only("command", "task_number", "allowed", "at")
    returns = ReturnRecord.objects.filter(**here).only("session_id", "status", "valid", "at")
    return (
        *(
            _subject_of(row, "preflight", f"{row.command or '(no command)'} {row.task_number}".strip())
            for row in preflights.order_by("-at", "-pk")[:_OF_TURN]
        ),
        *(
            _subject_of(row, "return", ", ".join(filter(None, (row.session_id, row.status))))
            for row in returns.order_by("-at", "-pk")[:_OF_TURN]
        ),
    )


def _subject_of(row: Preflight | ReturnRecord, noun: str, title: str) -> TurnSubject:
    word, icon, tone = (row.OUTCOMES[0], "check", "approve") if row.passed else (row.OUTCOMES[1], "x", "fail")
    return TurnSubject(noun, title, word, icon, tone, reverse(f"orchestration:{noun}", args=[row.pk]), row.at)


def session_end(preflight: UUID, now: datetime) -> datetime | None:
    """The expiry of the active session of this preflight; None if it is not active."""
    running = ActiveSession.objects.filter(preflight=preflight, expires_at__gt=now)
    return running.values_list("expires_at", flat=True).first()


def todo_of(preflight: UUID) -> str | None:
    """The TODO.md sent with the preflight."""
    return PreflightText.objects.filter(pk=preflight).values_list("todo__text", flat=True).first()


def load_return(pk: UUID) -> ReturnRecord | None:
    """With `turn_pk`, which is None if the turn does not exist."""
    rows = ReturnRecord.objects.select_related("pipeline", "text", "preflight").prefetch_related("errors")
    return rows.annotate(turn_pk=named_turn()).filter(pk=pk).first()


def parsed(raw: str) -> dict[str, Any] | None:
    value = parse_return(raw)
    return None if isinstance(value, GateError) else value


def list_profiles(limits: OrchestrationPolicy) -> tuple[ReturnProfile, ...]:
    """Shipped profiles, as unsaved rows without an author, then custom ones by name."""
    shipped = (_limited(profile, limits).as_document() for profile in SHIPPED.values())
    return (
        *(ReturnProfile(name=document["name"], document=document) for document in shipped),
        *ReturnProfile.objects.order_by("name"),
    )


def profile_named(name: str, limits: OrchestrationPolicy) -> Profile:
    """Raises InputRejected `profile_unknown`, which lists the existing ones."""
    if name in SHIPPED:
        return _limited(SHIPPED[name], limits)
    own = ReturnProfile.objects.filter(pk=name[:64]).first()
    if own is not None:
        return read_profile(own.document)
    known = ", ".join(one.name for one in list_profiles(limits))
    raise ProblemCode.PROFILE_UNKNOWN.error("known", known=known, field="profile", status=422)


def _limited(profile: Profile, limits: OrchestrationPolicy) -> Profile:
    """A shipped profile with the summary limit of the policy; custom profiles have their own."""
    return profile.model_copy(update={"summary_tokens": limits.summary_tokens})
