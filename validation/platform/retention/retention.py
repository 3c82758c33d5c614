"""Forgets what is older than it is to be kept, a batch a transaction. Never what somebody works on; the audit trail
stays, and says what went."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction

from validation.domain.operations.retention import Pruned, Retained
from validation.models import SignInLink
from validation.platform import audit
from validation.platform.gates import gates
from validation.platform.retention.retained import Events

BATCH = 200


def retained_kinds() -> tuple[Retained, ...]:
    """Of every gate, in the order in which they go: events last, for what goes is told of in them."""
    return (*(kind for gate in gates() for kind in gate.retained), Events())


def preview_prune(*, keep: Mapping[str, int], now: datetime, count: bool = True) -> tuple[Pruned, ...]:
    """What would go; deletes nothing. `keep` maps a kind to days; a kind that it lacks is kept for good. Without
    `count` only what is held is told, of many about how much, which is quick."""
    return tuple(_survey(kind, keep.get(kind.name), now, count) for kind in retained_kinds())


def prune(*, keep: Mapping[str, int], by: str, now: datetime) -> tuple[Pruned, ...]:
    """Sign-ins that have expired go too: they let nobody in any more."""
    Session.objects.filter(expire_date__lt=now).delete()
    SignInLink.objects.filter(expires_at__lt=now).delete()
    return tuple(_prune(kind, keep.get(kind.name), by, now) for kind in retained_kinds())


def _survey(kind: Retained, days: int | None, now: datetime, count: bool) -> Pruned:
    held, oldest = kind.held(exact=count)
    before = None if days is None else now - timedelta(days=days)
    if before is None or not count:
        return Pruned(kind.name, kind.told, days, before, held, oldest, 0, 0)
    going, after = 0, None
    while keys := kind.old(before=before, after=after, most=5 * BATCH):
        going, after = going + len(keys), keys[-1]
    return Pruned(kind.name, kind.told, days, before, held, oldest, going, kind.kept_for_work(before=before))


def _prune(kind: Retained, days: int | None, by: str, now: datetime) -> Pruned:
    gone, after = 0, None
    if days is not None:
        before = now - timedelta(days=days)
        while keys := _batch(kind, before, after):
            gone, after = gone + len(keys), keys[-1]
        if gone:
            told = {"days": days, "before": before.isoformat(), "count": gone}
            audit.record(by=by, verb="retention.pruned", subject=f"retention:{kind.name}", now=now, **told)
    held, oldest = kind.held(exact=True)
    kept = kind.kept_for_work(before=before) if days is not None else 0
    return Pruned(kind.name, kind.told, days, before if days is not None else None, held, oldest, gone, kept)


@transaction.atomic
def _batch(kind: Retained, before: datetime, after: object) -> list[object]:
    keys = list(kind.old(before=before, after=after, most=BATCH, lock=True))
    if keys:
        kind.forget(keys)
    return keys
