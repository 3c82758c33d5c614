"""Preflights and returns under other limits. A return's text is read only where it is short: the summary is in it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef
from django.db.models.functions import Length

from validation.domain.policy import PolicyDocument
from validation.models import Preflight, PreflightError, ReturnError, ReturnRecord
from validation.orchestration.gate.profiles import SHIPPED
from validation.orchestration.gate.result import ErrorCode
from validation.orchestration.gate.returns import parse_return
from validation.orchestration.gate.summary import reaches_tokens
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope

MOST_RETURNS = 1_000
LONGEST_RETURN = 20_000


def stored_delegations(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    return _preflights(scope), _returns(replace(scope, most=min(scope.most, MOST_RETURNS)))


def _preflights(scope: ReplayScope) -> GateOutcomes:
    others = PreflightError.objects.filter(preflight=OuterRef("pk")).exclude(code=ErrorCode.DEPTH_EXCEEDED)
    columns = ("pk", "command", "session_id", "policy", "faulty", "text__request__delegation_depth")
    rows, more = newest_in_scope(Preflight.objects.annotate(faulty=Exists(others)), scope, "at", *columns)
    outcomes = tuple(
        StoredOutcome(
            str(key), command or session, "orchestration:preflight", policy, partial(_preflight, faulty, depth or 0)
        )
        for key, command, session, policy, faulty, depth in rows
    )
    return GateOutcomes("preflights", outcomes, more)


def _preflight(faulty: bool, depth: int, policy: PolicyDocument) -> str:
    return "refused" if faulty or depth > policy.orchestration.max_depth else "allowed"


def _returns(scope: ReplayScope) -> GateOutcomes:
    """Profiles of one's own state their own limit."""
    others = ReturnError.objects.filter(record=OuterRef("pk")).exclude(code=ErrorCode.SUMMARY_TOO_LONG)
    readable = ReturnRecord.objects.annotate(faulty=Exists(others), length=Length("text__raw"))
    readable = readable.filter(profile__in=SHIPPED, length__lte=LONGEST_RETURN)
    rows, more = newest_in_scope(readable, scope, "at", "pk", "session_id", "policy", "faulty", "text__raw")
    outcomes = tuple(
        StoredOutcome(str(key), session, "orchestration:return", policy, partial(_return, faulty, _summary(raw)))
        for key, session, policy, faulty, raw in rows
    )
    return GateOutcomes("returns", outcomes, more)


def _summary(raw: str) -> str:
    value: Any = parse_return(raw)
    summary = value.get("summary") if isinstance(value, dict) else None
    return summary if isinstance(summary, str) else ""


def _return(faulty: bool, summary: str, policy: PolicyDocument) -> str:
    too_long = reaches_tokens(summary, policy.orchestration.summary_tokens)
    return "not valid" if faulty or too_long else "valid"
