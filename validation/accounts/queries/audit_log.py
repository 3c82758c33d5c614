"""The audit trail: who did what to which record, the latest first, by keyset."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from validation.models import AuditEvent
from validation.platform.paging.filters import given
from validation.platform.paging.keyset import Page, page_of

PAGE = 100
PASSING = ("intervention.claimed", "intervention.released")
"""What happens by looking at an item."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Empty means any. `about` is the start of a verb or subject: `policy`, `intervention.ruled`, `key:3f`. Opening an
    item claims it and leaving it releases it; that is left out without `claims`, unless one asks about something."""

    by: str = ""
    about: str = ""
    since: datetime | None = None
    claims: bool = False


def list_audit(wanted: AuditFilter, *, cursor: str = "", limit: int = PAGE) -> Page[AuditEvent]:
    """Raises InputRejected `cursor_invalid`."""
    return page_of(wanted_events(wanted), order="at", cursor=cursor, limit=limit)


def wanted_events(wanted: AuditFilter) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.filter(**given(by__iexact=wanted.by, at__gte=wanted.since))
    if wanted.about:
        return rows.filter(Q(verb__startswith=wanted.about) | Q(subject__startswith=wanted.about))
    return rows.exclude(verb__in=PASSING) if not wanted.claims else rows
