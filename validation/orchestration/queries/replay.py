"""Replays preflights and returns under other limits. Reads only short returns, since the summary is in their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.db.models.functions import Length

from validation.domain.policy import PolicyDocument
from validation.models import Preflight, PreflightError, ReturnError, ReturnRecord
from validation.orchestration.gate.profiles import SHIPPED
from validation.orchestration.gate.result import ErrorCode
from validation.orchestration.gate.returns import parse_return, reaches_tokens
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope

MOST_RETURNS = 1_000
LONGEST_RETURN = 20_000
_DEPTH = "text__request__delegation_depth"
_Session = tuple[int, str]
"""(pipeline, session id)"""


def stored_delegations(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    return _preflights(scope), _returns(replace(scope, most=min(scope.most, MOST_RETURNS)))


def _preflights(scope: ReplayScope) -> GateOutcomes:
    errors = PreflightError.objects.filter(preflight=OuterRef("pk"))
    preflights = Preflight.objects.annotate(
        active=Exists(errors.filter(code=ErrorCode.SESSION_ACTIVE)),
        faulty=Exists(errors.exclude(code__in=(ErrorCode.DEPTH_EXCEEDED, ErrorCode.SESSION_ACTIVE))),
    )
    columns = (
        *("pk", "pipeline", "session_id", "at", "allowed"),
        *("command", "policy", "active", "faulty", _DEPTH, "pipeline__name"),
    )
    rows, more = newest_in_scope(preflights, scope, "at", *columns)
    ages = _session_ages([(at, (pipeline, session), key, allowed) for key, pipeline, session, at, allowed, *_ in rows])
    outcomes = tuple(
        StoredOutcome(
            str(key),
            command or session,
            "orchestration:preflight",
            policy,
            pipeline,
            partial(_preflight, faulty, depth or 0, active, ages.get(key)),
        )
        for key, _, session, _, _, command, policy, active, faulty, depth, pipeline in rows
    )
    return GateOutcomes("preflights", outcomes, more)


def _preflight(faulty: bool, depth: int, active: bool, age: timedelta | None, policy: PolicyDocument) -> str | None:
    """The outcome under `policy`. `active`: the session was active; `age` is the time since it began, None if that was
    before the replayed range."""
    limits = policy.orchestration
    if faulty or depth > limits.max_depth:
        return "refused"
    if age is None:
        return None if active else "allowed"
    return "refused" if age < timedelta(minutes=limits.session_minutes) else "allowed"


def _session_ages(preflights: Sequence[tuple[datetime, _Session, UUID, bool]]) -> dict[UUID, timedelta]:
    """Time from the start of the session to each preflight, unless a return had ended the session."""
    times = Counter(session for _, session, _, _ in preflights if session[1])
    again = {session for session, count in times.items() if count > 1}
    moments: list[tuple[datetime, _Session, UUID | None, bool]] = [one for one in preflights if one[1] in again]
    if not moments:
        return {}
    named = {session_id for _, session_id in again}
    returns = ReturnRecord.objects.filter(session_id__in=named, at__gte=min(at for at, *_ in moments)).order_by()
    ended = returns.values_list("at", "pipeline", "session_id")
    moments += [(at, (pipeline, session_id), None, False) for at, pipeline, session_id in ended]
    begun: dict[_Session, datetime] = {}
    ages: dict[UUID, timedelta] = {}
    for at, session, key, allowed in sorted(moments, key=lambda moment: moment[0]):
        if key is None:
            begun.pop(session, None)
            continue
        if session in begun:
            ages[key] = at - begun[session]
        if allowed:
            begun[session] = at
    return ages


def _returns(scope: ReplayScope) -> GateOutcomes:
    """Replays returns under shipped profiles; custom profiles have their own limit."""
    others = ReturnError.objects.filter(record=OuterRef("pk")).exclude(code=ErrorCode.SUMMARY_TOO_LONG)
    readable = ReturnRecord.objects.annotate(faulty=Exists(others), length=Length("text__raw"))
    readable = readable.filter(profile__in=SHIPPED, length__lte=LONGEST_RETURN)
    columns = ("pk", "session_id", "policy", "pipeline__name", "faulty", "text__raw")
    rows, more = newest_in_scope(readable, scope, "at", *columns)
    outcomes = tuple(
        StoredOutcome(str(key), session, "orchestration:return", policy, of, partial(_return, faulty, _summary(raw)))
        for key, session, policy, of, faulty, raw in rows
    )
    return GateOutcomes("returns", outcomes, more)


def _summary(raw: str) -> str:
    value: Any = parse_return(raw)
    summary = value.get("summary") if isinstance(value, dict) else None
    return summary if isinstance(summary, str) else ""


def _return(faulty: bool, summary: str, policy: PolicyDocument) -> str:
    too_long = reaches_tokens(summary, policy.orchestration.summary_tokens)
    return "not valid" if faulty or too_long else "valid"
