"""Deletes records older than their retention period, in batches of one transaction each, except those with open work.
The audit trail is kept and records each deletion."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.retention import PruneResult
from validation.models import HeldPrompt, SignInLink
from validation.platform import audit
from validation.platform.gates import gates
from validation.platform.retained import Events, RowsByAge

BATCH = 200


def retained_kinds() -> tuple[RowsByAge, ...]:
    """The kinds of all gates, in order of deletion; events come last, because they refer to the others."""
    return (*(kind for gate in gates() for kind in gate.retained), Events())


def preview_prune(*, keep: Mapping[str, int], now: datetime, count: bool = True) -> tuple[PruneResult, ...]:
    """What `prune` would delete. `keep` maps kinds to days; other kinds are kept for ever. Without `count` it only
    reports how much is stored, estimated for large tables, which is fast."""
    return tuple(_survey(kind, keep.get(kind.name), now, count) for kind in retained_kinds())


def prune(*, keep: Mapping[str, int], by: str, now: datetime) -> tuple[PruneResult, ...]:
    """Deletes what is too old, and what expired by itself; returns what was deleted of the kinds."""
    Session.objects.filter(expire_date__lt=now).delete()
    SignInLink.objects.filter(expires_at__lt=now).delete()
    HeldPrompt.objects.filter(created_at__lt=now - HeldPrompt.KEPT_FOR).delete()
    return tuple(_prune(kind, keep.get(kind.name), by, now) for kind in retained_kinds())


@transaction.atomic
def erase_turn(*, pipeline: str, turn_id: str, by: str, now: datetime) -> dict[str, int]:
    """Everything that the gates hold of a turn, however young, and how much of each kind that was; with it, the
    conversations that gateways told. The audit trail stays. Raises NotFound `turn_unknown`, Conflict `turn_at_work`."""
    found = [(kind, kind.of_turn(pipeline, turn_id)) for kind in retained_kinds() if kind.names_turns]
    named = [(kind, keys) for kind, keys in found if keys]
    if not named:
        raise ProblemCode.TURN_UNKNOWN.error("shell", id=turn_id, name=pipeline)
    if any(kind.is_at_work(keys, now=now) for kind, keys in named):
        raise ProblemCode.TURN_AT_WORK.error(id=turn_id)
    for kind, keys in named:
        kind.forget(keys)
    HeldPrompt.objects.filter(Q(call_id=turn_id) | Q(turn_id=turn_id), pipeline__name=pipeline).delete()
    erased = {kind.name: len(keys) for kind, keys in named}
    audit.record(by=by, verb="turn.erased", subject=f"turn:{turn_id}", now=now, pipeline=pipeline, **erased)
    return erased


def _survey(kind: RowsByAge, days: int | None, now: datetime, count: bool) -> PruneResult:
    stored, oldest = kind.held(exact=count)
    before = None if days is None else now - timedelta(days=days)
    if before is None or not count:
        return PruneResult(kind.name, kind.description, days, before, stored, oldest, 0, 0)
    going, after = 0, None
    while keys := kind.old(before=before, after=after, most=5 * BATCH):
        going, after = going + len(keys), keys[-1]
    return PruneResult(
        kind.name, kind.description, days, before, stored, oldest, going, kind.kept_for_work(before=before)
    )


def _prune(kind: RowsByAge, days: int | None, by: str, now: datetime) -> PruneResult:
    before = None if days is None else now - timedelta(days=days)
    gone, after = 0, None
    while before is not None and (keys := _batch(kind, before, after)):
        gone, after = gone + len(keys), keys[-1]
    if gone and before is not None:
        details = {"days": days, "before": before.isoformat(), "count": gone}
        audit.record(by=by, verb="retention.pruned", subject=f"retention:{kind.name}", now=now, **details)
    stored, oldest = kind.held(exact=True)
    kept = kind.kept_for_work(before=before) if before is not None else 0
    return PruneResult(kind.name, kind.description, days, before, stored, oldest, gone, kept)


@transaction.atomic
def _batch(kind: RowsByAge, before: datetime, after: object) -> list[object]:
    keys = list(kind.old(before=before, after=after, most=BATCH, lock=True))
    if keys:
        kind.forget(keys)
    return keys
