"""Whom the instance tells."""

from __future__ import annotations

from validation.models import NotificationTarget
from validation.platform.paging.keyset import Page, page_of


def list_targets(*, cursor: str | None, limit: int) -> Page[NotificationTarget]:
    """Newest first."""
    return page_of(NotificationTarget.objects.all(), order="created_at", cursor=cursor, limit=limit)
