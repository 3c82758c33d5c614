"""Kinds of records that may be deleted after some time. Each gate declares its own; policies, people, beliefs and the
audit trail are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db import connection
from django.db.models import Exists, Min, Model, OuterRef, Q, QuerySet, Subquery

from validation.domain.batches import batches
from validation.models import Delivery, Event, IdempotencyRecord, Intervention, Occurrence, RulingRecord
from validation.models.outbox import DeliveryState
from validation.platform.events.forget import forget_events, forget_subjects
from validation.platform.work.judge_calls import forget_calls

_CHUNK = 500
_END_OF_TIME = datetime.max.replace(tzinfo=UTC)
ESTIMATED_FROM = 100_000
"""From this many rows on, an estimate replaces the count, which would take longer than the rest of the page."""


class RowsByAge:
    """Rows of one table, by one time column. `gate` is the gate of interventions about them; `asked_by` lists who calls
    an LLM about them, by default the gate; `keyed` is the resource that idempotency keys name for them; without
    `names_turns` the rows belong to no turn, and `of_turn` is not called."""

    name: str
    description: str
    model: ClassVar[type[Model]]
    time: ClassVar[str] = "at"
    gate: ClassVar[str | None] = None
    asked_by: ClassVar[tuple[str, ...]] = ()
    keyed: ClassVar[str | None] = None
    names_turns: ClassVar[bool] = True

    def held(self, *, exact: bool) -> tuple[int, datetime | None]:
        """The number of records, approximate unless `exact`, and the time of the oldest."""
        rows: QuerySet[Any] = self.model._default_manager.all()
        return rows.count() if exact else estimate_rows(self.model), self.oldest()

    def oldest(self) -> datetime | None:
        found: datetime | None = self.model._default_manager.aggregate(first=Min(self.time))["first"]
        return found

    def old(self, *, before: datetime, after: Any, most: int, lock: bool = False) -> list[Any]:
        """The keys, at most `most` and in order after the key `after`, of records older than `before` without open
        work; with `lock` it locks them and skips rows locked by others."""
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
        """The number of records that are old enough but kept because of open or recently closed work."""
        keys = list(self.candidates(before).values_list("pk", flat=True))
        return sum(len(self._busy(some, before)) for some in batches(keys, _CHUNK))

    def forget(self, keys: Sequence[Any]) -> None:
        """Deletes them and all that depends on them, in the transaction that locked them."""
        subjects = [subject for _, subject in self.subjects(keys)]
        self._forget_work(subjects)
        forget_calls(self.asked_by or (self.gate,) if self.gate else (), subjects)
        if self.keyed is not None:
            IdempotencyRecord.objects.filter(resource=self.keyed, resource_id__in=subjects).delete()
        self.model._default_manager.filter(pk__in=keys).delete()

    def of_turn(self, pipeline: str, turn_id: str) -> Sequence[Any]:
        """Keys of all records of the turn, locked."""
        rows = self.model._default_manager.filter(pipeline__name=pipeline, turn_id=turn_id)
        return list(rows.select_for_update(of=("self",)).values_list("pk", flat=True))

    def is_at_work(self, keys: Sequence[Any], *, now: datetime) -> bool:
        """Whether a judge or a person is working on any of them."""
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
