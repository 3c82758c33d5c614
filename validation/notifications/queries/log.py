"""The log of notifications: what was sent, and what was not and why. Lines of 30 days."""

from __future__ import annotations

from dataclasses import dataclass

from validation.models import NotificationRecord
from validation.platform.paging.filters import given
from validation.platform.paging.keyset import Page, page_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Empty means any; `person` is whose the target was."""

    outcome: str = ""
    person: str = ""


def list_log(wanted: LogFilter, *, cursor: str = "", limit: int = PAGE) -> Page[NotificationRecord]:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    rows = NotificationRecord.objects.filter(**given(outcome=wanted.outcome, person=wanted.person))
    return page_of(rows, order="at", cursor=cursor, limit=limit)
