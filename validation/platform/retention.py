"""Deletes records older than their retention period, in batches of one transaction each, except those with open work.
The audit trail is kept and records each deletion."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Exists, Min, Model, OuterRef, Q, QuerySet, Subquery

from validation.domain.batches import batches
from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.retention import PruneResult, Retained
from validation.models import (
    Delivery,
    Event,
    HeldPrompt,
    IdempotencyRecord,
    Intervention,
    Occurrence,
    RulingRecord,
    SignInLink,
)
from validation.models.outbox import DeliveryState
from validation.platform import audit
from validation.platform.events.forget import forget_events, forget_subjects
from validation.platform.gates import gates
from validation.platform.work.judge_calls import forget_calls

_CHUNK = 500
_END_OF_TIME = datetime.max.replace(tzinfo=UTC)
ESTIMATED_FROM = 100_000
"""From this many rows on, an estimate replaces the count, which would take longer than the rest of the page."""


class RowsByAge:
    """Rows of one table, by one time column. `gate` is the gate of interventions about them; `asked_by` lists who calls
    an LLM about them, by default the gate; `keyed` is the resource that idempotency keys name for them; without
    `names_turns` the rows belong to no turn."""

    name: str
    description: str
    model: ClassVar[type[Model]]
    time: ClassVar[str] = "at"
    gate: ClassVar[str | None] = None
    asked_by: ClassVar[tuple[str, ...]] = ()
    keyed: ClassVar[str | None] = None
    names_turns: ClassVar[bool] = True

    def held(self, *, exact: bool) -> tuple[int, datetime | None]:
        rows: QuerySet[Any] = self.model._default_manager.all()
        return rows.count() if exact else estimate_rows(self.model), self.oldest()

    def oldest(self) -> datetime | None:
        found: datetime | None = self.model._default_manager.aggregate(first=Min(self.time))["first"]
        return found

    def old(self, *, before: datetime, after: Any, most: int, lock: bool = False) -> list[Any]:
        rows = self.candidates(before).order_by("pk")
        if lock:
            rows = rows.select_for_update(of=("self",), skip_locked=True)
        found = list((rows.filter(pk__gt=after) if after else rows).values_list("pk", flat=True)[:most])
        busy = self._busy(found, before)
        while found and len(busy) == len(found):
            found = list(rows.filter(pk__gt=found[-1]).values_list("pk", flat=True)[:most])
            busy = self._busy(found, before)
        return [key for key in found if key not in busy]

    def kept_for_work(self, *, before: datetime) -> int:
        keys = list(self.candidates(before).values_list("pk", flat=True))
        return sum(len(self._busy(some, before)) for some in batches(keys, _CHUNK))

    def forget(self, keys: Sequence[Any]) -> None:
        subjects = [subject for _, subject in self.subjects(keys)]
        self._forget_work(subjects)
        forget_calls(self.asked_by or (self.gate,) if self.gate else (), subjects)
        if self.keyed is not None:
            IdempotencyRecord.objects.filter(resource=self.keyed, resource_id__in=subjects).delete()
        self.model._default_manager.filter(pk__in=keys).delete()

    def of_turn(self, pipeline: str, turn_id: str) -> Sequence[Any]:
        rows = self.model._default_manager.filter(pipeline__name=pipeline, turn_id=turn_id)
        return list(rows.select_for_update(of=("self",)).values_list("pk", flat=True))

    def is_at_work(self, keys: Sequence[Any], *, now: datetime) -> bool:
        free = self.candidates(_END_OF_TIME).filter(pk__in=keys)
        return free.count() < len(keys) or bool(self._busy(keys, now))

    def candidates(self, before: datetime) -> QuerySet[Any]:
        return self.model._default_manager.filter(**{f"{self.time}__lt": before})

    def subjects(self, keys: Sequence[Any]) -> list[tuple[Any, str]]:
        """Pairs of key and subject id, for the interventions and events about a row."""
        return [(key, str(key)) for key in keys]

    def _busy(self, keys: Sequence[Any], before: datetime) -> set[Any]:
        """Rows with open interventions, or with ones closed since `before`."""
        if self.gate is None:
            return set()
        pairs = self.subjects(keys)
        working = Q(intervention__closed_at__isnull=True) | Q(intervention__closed_at__gte=before)
        at_work = set(
            Occurrence.objects.filter(
                working, intervention__gate=self.gate, subject_id__in=[subject for _, subject in pairs]
            ).values_list("subject_id", flat=True)
        )
        return {key for key, subject in pairs if subject in at_work}

    def _forget_work(self, subjects: Sequence[str]) -> None:
        """Deletes occurrences and rulings of these subjects, and interventions without any left."""
        if self.gate is None:
            return
        occurrences = Occurrence.objects.filter(intervention__gate=self.gate, subject_id__in=subjects)
        work = list(occurrences.values_list("intervention", flat=True).distinct())
        occurrences.delete()
        left = Occurrence.objects.filter(intervention=OuterRef("pk"))
        empty = list(Intervention.objects.filter(~Exists(left), pk__in=work).values_list("pk", flat=True))
        forget_events("intervention", empty)
        Intervention.objects.filter(pk__in=empty).delete()
        if others := set(work) - set(empty):
            _forget_in_groups(others, subjects)


class Events(RowsByAge):
    name = "events"
    description = "The event feed, and the log of deliveries"
    model = Event
    names_turns = False

    def oldest(self) -> datetime | None:
        """Found by the lowest id, because there is no index on the time."""
        return Event.objects.order_by("pk").values_list("at", flat=True).first()

    def candidates(self, before: datetime) -> QuerySet[Any]:
        """Excludes events without a position yet, and those with pending deliveries."""
        waiting = Delivery.objects.filter(event=OuterRef("pk"), state=DeliveryState.PENDING)
        return super().candidates(before).filter(~Exists(waiting), position__isnull=False)


def _forget_in_groups(groups: Collection[UUID], subjects: Sequence[str]) -> None:
    """Interventions that stay for other subjects are named after the first of these from now on."""
    RulingRecord.objects.filter(intervention__in=groups, subject_id__in=subjects).delete()
    forget_subjects(groups, subjects)
    first = Occurrence.objects.filter(intervention=OuterRef("pk")).order_by("id").values("subject_id")[:1]
    left_alone = Intervention.objects.filter(pk__in=groups, subject_id__in=subjects)
    left_alone.update(subject_id=Subquery(first))


def estimate_rows(model: type[Model]) -> int:
    """The number of rows; for a large table PostgreSQL's estimate, rounded."""
    if connection.vendor != "postgresql":
        return model._default_manager.count()
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CASE WHEN reltuples >= %s THEN reltuples ELSE (SELECT count(*) FROM {table}) END"  # noqa: S608
            " FROM pg_class WHERE oid = %s::regclass",
            [ESTIMATED_FROM, table],
        )
        rows = int(cursor.fetchone()[0])
    return round(rows, 2 - len(str(rows))) if rows >= ESTIMATED_FROM else rows


BATCH = 200


def retained_kinds() -> tuple[Retained, ...]:
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


def _survey(kind: Retained, days: int | None, now: datetime, count: bool) -> PruneResult:
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


def _prune(kind: Retained, days: int | None, by: str, now: datetime) -> PruneResult:
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
def _batch(kind: Retained, before: datetime, after: object) -> list[object]:
    keys = list(kind.old(before=before, after=after, most=BATCH, lock=True))
    if keys:
        kind.forget(keys)
    return keys
