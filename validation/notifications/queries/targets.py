"""Whom the instance tells."""

from __future__ import annotations

from django.db.models import QuerySet

from validation.models import NotificationTarget
from validation.platform.paging.keyset import Page, page_of

Targets = QuerySet[NotificationTarget]
"""Those that a caller may see and change."""


def all_targets() -> Targets:
    return NotificationTarget.objects.select_related("pipeline")


def targets_of_person(name: str) -> Targets:
    """Their own, whoever added them."""
    return all_targets().filter(person=name)


def targets_of_pipeline(pipeline: int) -> Targets:
    """Those that hear of nothing else; not what a person set for themselves."""
    return all_targets().filter(pipeline=pipeline, person="")


def list_targets(targets: Targets, *, cursor: str | None, limit: int) -> Page[NotificationTarget]:
    """Newest first."""
    return page_of(targets, order="created_at", cursor=cursor, limit=limit)


def times_of(target: NotificationTarget) -> dict[str, str]:
    """Its hours by name, such as 22:00; those that are not set are left out."""
    times = {name: getattr(target, name) for name in ("quiet_from", "quiet_until", "digest_at")}
    return {name: f"{at:%H:%M}" for name, at in times.items() if at is not None}
