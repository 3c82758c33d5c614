"""The audit trail: who did what to which record, the latest first, by keyset."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from validation.models import AuditEvent
from validation.platform.paging.keyset import newest_first, write_cursor

PAGE = 100
PASSING = ("intervention.claimed", "intervention.released")
"""What happens by looking at an item."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Empty means any. `about` is the start of a verb or subject: `policy`, `intervention.ruled`, `key:3f`. Opening an
    item claims it and leaving it releases it; `quiet` leaves those out, unless one asks about something."""

    by: str = ""
    about: str = ""
    since: datetime | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class AuditRow:
    id: int
    at: datetime
    by: str
    verb: str
    subject: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AuditPage:
    rows: tuple[AuditRow, ...]
    next: str | None


def list_audit(wanted: AuditFilter, *, cursor: str = "", limit: int = PAGE) -> AuditPage:
    """Raises InputRejected `cursor_invalid`."""
    rows = AuditEvent.objects.all()
    if wanted.by:
        rows = rows.filter(by__iexact=wanted.by)
    if wanted.about:
        rows = rows.filter(Q(verb__startswith=wanted.about) | Q(subject__startswith=wanted.about))
    elif wanted.quiet:
        rows = rows.exclude(verb__in=PASSING)
    if wanted.since:
        rows = rows.filter(at__gte=wanted.since)
    found = list(newest_first(rows, order="at", cursor=cursor).values(*AuditRow.__slots__)[: limit + 1])
    shown = tuple(AuditRow(**row) for row in found[:limit])
    return AuditPage(shown, write_cursor(shown[-1].at, shown[-1].id) if len(found) > limit else None)
