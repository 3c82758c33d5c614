"""Lists of attempts: keyset pages of rows without texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.desk.approval import ApprovalConcern, response_concerns
from validation.models import Attempt, Judgement
from validation.platform.gates import SubjectSummary
from validation.platform.paging.filters import ListFilter, given, search, within
from validation.platform.paging.keyset import PAGE, Page, page_of
from validation.platform.processes import judging_seen_at
from validation.response.queries.blind_attempts import turns_of
from validation.response.queries.turns import checks_of, has_failed


@dataclass(frozen=True, slots=True)
class AttemptFilter(ListFilter):
    """`hidden` attempts are excluded. `state` also accepts `undecided` (queued or judging); `slow_ms` is the least
    latency."""

    decision: str = ""
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


def list_attempts(wanted: AttemptFilter, *, cursor: str | None, limit: int) -> Page[Attempt]:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    return page_of(with_neighbours(wanted_attempts(wanted)), order="submitted_at", cursor=cursor, limit=limit)


def list_attempts_with_checks(wanted: AttemptFilter, *, cursor: str = "", limit: int = PAGE) -> Page[AttemptRow]:
    """Newest first, two statements. Raises InputRejected `cursor_invalid`."""
    page = page_of(
        wanted_attempts(wanted).select_related("turn__pipeline"), order="submitted_at", cursor=cursor, limit=limit
    )
    checks = checks_of(attempt.pk for attempt in page.rows)
    return page.each(lambda attempt: AttemptRow(attempt, checks.get(attempt.pk, ())))


def with_neighbours(rows: QuerySet[Attempt]) -> QuerySet[Attempt]:
    """Loads the related rows that a summary shows, without the texts of rulings."""
    texts = [f"ruling__{name}" for name in ("response_md", "diff", "message", "hints", "note")]
    return rows.select_related("turn__pipeline", "ruling").defer(*texts)


def wanted_attempts(wanted: AttemptFilter) -> QuerySet[Attempt]:
    attempts = Attempt.objects.filter(
        within(wanted, "submitted_at"),
        **given(
            turn__turn_id=wanted.turn_id,
            decision=wanted.decision,
            route=wanted.route,
            halt_cause=wanted.cause,
            judge=wanted.judge,
            policy=wanted.policy,
            latency_ms__gte=wanted.slow_ms,
        ),
    )
    if wanted.hidden:
        attempts = attempts.exclude(turn__in=turns_of(wanted.hidden))
    if wanted.state:
        states = UNDECIDED if wanted.state == "undecided" else [wanted.state]
        attempts = attempts.filter(state__in=states)
    attempts = search(attempts, wanted.q, "turn__turn_id", "turn__query", order="submitted_at")
    if wanted.check:
        attempts = attempts.filter(has_failed(wanted.check))
    return attempts


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """Why an attempt is not judged yet: how many are ahead of it, and when a worker was last seen."""

    ahead: int
    worker_seen_at: datetime | None


def waiting_facts(submitted_at: datetime) -> QueuePosition:
    ahead = Attempt.objects.filter(state=AttemptState.QUEUED, submitted_at__lt=submitted_at).count()
    return QueuePosition(ahead, judging_seen_at(timezone.now()))


def described(ids: Sequence[str]) -> dict[str, SubjectSummary]:
    rows = Attempt.objects.filter(pk__in=ids).select_related("turn")
    return {
        str(row.pk): SubjectSummary(
            turn_id=row.turn.turn_id,
            query=row.turn.query,
            state=row.state,
            number=row.number,
            route=row.route,
            failed_checks=tuple(row.failed_checks),
        )
        for row in rows
    }


def approval_concerns_of(subject_id: str) -> tuple[ApprovalConcern, ...] | None:
    """What a reviewer must confirm before approving this attempt; None if it was deleted."""
    in_force = Judgement.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))
    attempts = Attempt.objects.select_related("policy").annotate(
        out_of_domain=Subquery(in_force.values("out_of_domain"))
    )
    attempt = attempts.filter(pk=UUID(subject_id)).first()
    if attempt is None:
        return None
    return response_concerns(
        judged=attempt.state == AttemptState.DECIDED,
        halt_cause=attempt.halt_cause,
        failed_checks=attempt.failed_checks,
        out_of_domain=attempt.out_of_domain or "",
        confidence=attempt.confidence or 0.0,
        approve=attempt.policy.read().response.approve if attempt.policy else 1.0,
    )
