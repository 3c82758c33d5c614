"""The audit trail: who did what to which record, the latest first, by keyset."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from validation.models import Attempt, AuditEvent, Intervention
from validation.platform.pages.parameters import read_uuid
from validation.platform.paging.filters import given
from validation.platform.paging.keyset import Page, page_of

PAGE = 100
PASSING = ("intervention.claimed", "intervention.released")
"""What happens by looking at an item."""
WITHHELD = {"withheld": "until its audit is answered"}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Empty means any. `about` is the start of a verb or subject: `policy`, `intervention.ruled`, `key:3f`. Opening an
    item claims it and leaving it releases it; that is left out without `claims`, unless one asks about something. Of
    the turns of attempts that are `hidden`, whose verdict the person must not see yet, the details are withheld."""

    by: str = ""
    about: str = ""
    since: datetime | None = None
    claims: bool = False
    hidden: frozenset[UUID] = frozenset()


def list_audit(wanted: AuditFilter, *, cursor: str = "", limit: int = PAGE) -> Page[AuditEvent]:
    """Raises InputRejected `cursor_invalid`."""
    page = page_of(wanted_events(wanted), order="at", cursor=cursor, limit=limit)
    subjects = _withheld([row.subject for row in page.rows], wanted.hidden) if wanted.hidden else frozenset()
    for row in page.rows:
        if row.subject in subjects:
            row.data = WITHHELD
    return page


def _withheld(subjects: Iterable[str], hidden: frozenset[UUID]) -> frozenset[str]:
    """Those of the `subjects` that are an attempt of a turn with a `hidden` one, or work on it."""
    ids = {subject: read_uuid(subject.partition(":")[2]) for subject in subjects}
    attempts = {subject: pk for subject, pk in ids.items() if pk and subject.startswith("attempt:")}
    works = [pk for subject, pk in ids.items() if pk and subject.startswith("intervention:")]
    for pk, about in Intervention.objects.filter(pk__in=works).values_list("pk", "subject_id"):
        if attempt := read_uuid(about):
            attempts[f"intervention:{pk}"] = attempt
    turns = Attempt.objects.filter(pk__in=hidden).values("turn")
    blind = set(Attempt.objects.filter(pk__in=attempts.values(), turn__in=turns).values_list("pk", flat=True))
    return frozenset(subject for subject, attempt in attempts.items() if attempt in blind)


def wanted_events(wanted: AuditFilter) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.filter(**given(by__iexact=wanted.by, at__gte=wanted.since))
    if wanted.about:
        return rows.filter(Q(verb__startswith=wanted.about) | Q(subject__startswith=wanted.about))
    return rows.exclude(verb__in=PASSING) if not wanted.claims else rows
