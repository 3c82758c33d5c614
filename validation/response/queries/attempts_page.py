"""The list of attempts behind every number of the pages: no bodies, two statements a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.check import CheckState
from validation.models import Attempt, CheckRecord, Judgement
from validation.platform.paging.keyset import newest_first, write_cursor
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
    id: UUID
    number: int
    turn_pk: int
    turn_id: str
    pipeline: str
    query: str
    state: str
    decision: str
    route: str
    partial: bool
    confidence: float | None
    enforced: bool
    halt_cause: str
    judgement_number: int | None
    policy: int | None
    judge: str
    latency_ms: int | None
    submitted_at: datetime
    decided_at: datetime | None
    checks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AttemptsPage:
    rows: tuple[AttemptRow, ...]
    next: str | None


_FIELDS = {
    "turn_pk": F("turn_id"),
    "turn_name": F("turn__turn_id"),
    "pipeline": F("turn__pipeline__name"),
    "query": F("turn__query"),
    "policy_number": F("policy_id"),
}
_PLAIN = (
    "id", "number", "state", "decision", "route", "partial", "confidence", "enforced", "halt_cause", "judgement_number",
    "submitted_at", "decided_at",
)  # fmt: skip
_ANNOTATED = ("judge", "latency_ms")


def list_attempts(wanted: AttemptsFilter, *, cursor: str = "", limit: int = PAGE) -> AttemptsPage:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    attempts = newest_first(_wanted(wanted), order="submitted_at", cursor=cursor)
    found = list(attempts.values(*_PLAIN, *_ANNOTATED, **_FIELDS)[: limit + 1])
    more, found = len(found) > limit, found[:limit]
    checks = checks_of(row["id"] for row in found)
    rows = tuple(_row(row, checks.get(row["id"], ())) for row in found)
    return AttemptsPage(rows, write_cursor(rows[-1].submitted_at, rows[-1].id) if more else None)


def _in_force() -> QuerySet[Judgement]:
    return Judgement.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))


def _wanted(wanted: AttemptsFilter) -> QuerySet[Attempt]:
    attempts = Attempt.objects.annotate(
        judge=Subquery(_in_force().values("judge")[:1]), latency_ms=Subquery(_in_force().values("latency_ms")[:1])
    )
    equal = {
        "turn__pipeline__name": wanted.pipeline,
        "route": wanted.route,
        "halt_cause": wanted.cause,
        "judge": wanted.judge,
        "policy_id": wanted.policy,
        "latency_ms__gte": wanted.slow_ms,
        "submitted_at__gte": wanted.since,
    }
    attempts = attempts.filter(**{name: value for name, value in equal.items() if value not in ("", None)})
    if wanted.hidden:
        attempts = attempts.exclude(pk__in=wanted.hidden)
    if wanted.state:
        states = [state.value for state in UNDECIDED] if wanted.state == "undecided" else [wanted.state]
        attempts = attempts.filter(state__in=states)
    if wanted.q:
        attempts = attempts.filter(Q(turn__turn_id__icontains=wanted.q) | Q(turn__query__icontains=wanted.q))
    if wanted.check:
        failed = CheckRecord.objects.filter(
            name=wanted.check,
            state=CheckState.FAIL,
            judgement__attempt=OuterRef("pk"),
            judgement__number=OuterRef("judgement_number"),
        )
        attempts = attempts.filter(Exists(failed))
    return attempts


def _row(row: dict[str, object], checks: tuple[tuple[str, str], ...]) -> AttemptRow:
    renamed = {"turn_name": "turn_id", "policy_number": "policy"}
    return AttemptRow(**{renamed.get(name, name): value for name, value in row.items()}, checks=checks)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why an attempt is not judged yet: how many wait before it, and when a worker was last seen."""

    ahead: int
    worker_seen_at: datetime | None


def waiting_facts(submitted_at: datetime) -> Waiting:
    ahead = Attempt.objects.filter(state=AttemptState.QUEUED, submitted_at__lt=submitted_at).count()
    return Waiting(ahead, judging_seen_at(timezone.now()))
