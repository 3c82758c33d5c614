"""The list of attempts behind every number of the pages: no bodies, two statements a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.check import CheckState
from validation.models import Attempt, CheckRecord
from validation.platform.paging.filters import given, in_pipeline, search
from validation.platform.paging.keyset import Page, take
from validation.platform.workers.state import judging_seen_at
from validation.response.queries.turns import checks_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class AttemptsFilter:
    """Empty means any; `hidden` are left out. `state` also takes `undecided` (queued or judging); `slow_ms` keeps
    judgements at or above."""

    pipeline: str = ""
    since: datetime | None = None
    q: str = ""
    route: str = ""
    state: str = ""
    cause: str = ""
    check: str = ""
    judge: str = ""
    policy: int | None = None
    slow_ms: int | None = None
    hidden: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class AttemptRow:
    attempt: Attempt
    checks: tuple[tuple[str, str], ...]


def list_attempts(wanted: AttemptsFilter, *, cursor: str = "", limit: int = PAGE) -> Page[AttemptRow]:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    rows = wanted_rows(wanted).select_related("turn__pipeline")
    found, following = take(rows, order="submitted_at", cursor=cursor, limit=limit)
    checks = checks_of(attempt.pk for attempt in found)
    return Page(tuple(AttemptRow(attempt, checks.get(attempt.pk, ())) for attempt in found), following)


def wanted_rows(wanted: AttemptsFilter) -> QuerySet[Attempt]:
    attempts = Attempt.objects.filter(
        in_pipeline(wanted.pipeline),
        **given(
            route=wanted.route,
            halt_cause=wanted.cause,
            judge=wanted.judge,
            policy=wanted.policy,
            latency_ms__gte=wanted.slow_ms,
            submitted_at__gte=wanted.since,
        ),
    )
    if wanted.hidden:
        attempts = attempts.exclude(turn__in=Attempt.objects.filter(pk__in=wanted.hidden).values("turn"))
    if wanted.state:
        states = [state.value for state in UNDECIDED] if wanted.state == "undecided" else [wanted.state]
        attempts = attempts.filter(state__in=states)
    attempts = search(attempts, wanted.q, "turn__turn_id", "turn__query", order="submitted_at")
    if wanted.check:
        failed = CheckRecord.objects.filter(
            name=wanted.check,
            state=CheckState.FAIL,
            judgement__attempt=OuterRef("pk"),
            judgement__number=OuterRef("judgement_number"),
        )
        attempts = attempts.filter(Exists(failed))
    return attempts


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why an attempt is not judged yet: how many wait before it, and when a worker was last seen."""

    ahead: int
    worker_seen_at: datetime | None


def waiting_facts(submitted_at: datetime) -> Waiting:
    ahead = Attempt.objects.filter(state=AttemptState.QUEUED, submitted_at__lt=submitted_at).count()
    return Waiting(ahead, judging_seen_at(timezone.now()))
