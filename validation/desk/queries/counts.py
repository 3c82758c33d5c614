"""Counts work for the page frame, the tabs and the list of the review desk, in one statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, Q, QuerySet

from validation.desk.queries.item import Work, work_left
from validation.desk.queries.queue import (
    DeskFilter,
    held,
    in_scope,
    mark_of,
    narrowed,
    order_of,
    seen_by,
    snoozed,
    wanted_work,
)
from validation.desk.queries.terms import DeskTerms, QueueStatus
from validation.domain.intervention import UNSETTLED, Kind, Priority
from validation.models import Intervention
from validation.platform.paging.keyset import rows_after
from validation.platform.tallies.source import ALL


@dataclass(frozen=True, slots=True)
class OpenWork:
    """Work that waits for a ruling, without what has a pending one or is snoozed. `urgent` counts critical priority.
    `withholdable` counts kinds that may be hidden from a person: all but FAIL, which a pipeline waits for, and halts,
    which have no verdict."""

    open: int
    urgent: int
    withholdable: int = 0


def open_work(now: datetime, seen: Q = ALL) -> OpenWork:
    """`seen` restricts the count to what the person may see: a higher count than the list would reveal hidden work."""
    return OpenWork(
        **unsettled_work()
        .filter(~snoozed(now), seen)
        .aggregate(
            open=Count("id"),
            urgent=Count("id", filter=Q(priority=Priority.CRITICAL)),
            withholdable=Count("id", filter=~Q(kind__in=(Kind.FAIL, Kind.HALT))),
        )
    )


def unsettled_work() -> QuerySet[Intervention]:
    """Unsettled work, including what is snoozed."""
    return Intervention.objects.filter(Exists(work_left()), state__in=UNSETTLED)


MOST_COUNTED = 100_000


@dataclass(frozen=True, slots=True)
class DeskCounts:
    """`free` counts open work not held by a colleague. `total` is the length of the list, `position` the place of the
    open item in it, None if it is not listed. `views` counts saved searches; `work` covers all pipelines and times."""

    open: int
    free: int
    critical: int
    total: int
    position: int | None
    work: OpenWork
    views: dict[str, int] = field(default_factory=dict)


def count_work(
    wanted: DeskFilter,
    views: Mapping[str, DeskTerms] | None = None,
    *,
    item: Work | None,
    whole: Sequence[Work] | None = None,
) -> DeskCounts:
    """Counts in the pipeline and range of the top bar, regardless of the search terms. Only `views` about open work are
    counted; the others would have to read all closed work. A list of closed work takes a second statement, unless all
    of its rows are passed as `whole`."""
    colleagues = held(wanted.now) & ~Q(claimed_by=wanted.person)
    awake = ~snoozed(wanted.now)
    counted_views = {q: terms for q, terms in (views or {}).items() if terms.status.is_unsettled}
    asked = {f"view_{at}": _open_view(wanted, terms) for at, terms in enumerate(counted_views.values())}
    lists_open = wanted.terms.status.is_unsettled
    listed = _placed(_open_view(wanted, wanted.terms), wanted, item) if lists_open else {}
    of_desk = {"open": awake, "free": awake & ~colleagues, "critical": awake & Q(priority=Priority.CRITICAL)}
    sums = _count_open(wanted, of_desk | asked | listed)
    if not lists_open:
        sums |= _count_closed(wanted, item) if whole is None else _placed_in(whole, item)
    counted = dict(zip(counted_views, [sums.pop(name) for name in asked], strict=True))
    before, here = sums.pop("before", 0), sums.pop("here", 0)
    work = OpenWork(sums.pop("work_open"), sums.pop("work_urgent"))
    return DeskCounts(**sums, position=before + 1 if here else None, work=work, views=counted)


def _count_open(wanted: DeskFilter, named: Mapping[str, Q]) -> dict[str, int]:
    """Counts unsettled work by condition, in one statement. `work_open` and `work_urgent` cover all pipelines and
    times."""
    flags = {"shown": in_scope(wanted), **{f"is_{name}": condition for name, condition in named.items()}}
    rows = unsettled_work().filter(seen_by(wanted)).annotate(**{name: _flag(one) for name, one in flags.items()})
    # The slice makes the database evaluate each flag once per row instead of once per count.
    return rows[:MOST_COUNTED].aggregate(
        **{name: Count("pk", filter=Q(shown=True, **{f"is_{name}": True})) for name in named},
        work_open=Count("pk", filter=Q(is_open=True)),
        work_urgent=Count("pk", filter=Q(is_open=True, priority=Priority.CRITICAL)),
    )


def _flag(condition: Q) -> ExpressionWrapper[Any]:
    return ExpressionWrapper(condition & Q(pk__isnull=False), BooleanField())


def _placed(listed: Q, wanted: DeskFilter, item: Work | None) -> dict[str, Q]:
    """Conditions to count: the whole list, what comes before the item, and the item itself."""
    order = order_of(wanted)
    mark = mark_of(item, order) if item else None
    if item is None or mark is None:
        return {"total": listed}
    return {"total": listed, "before": listed & rows_after(order, mark, back=True), "here": listed & Q(pk=item.id)}


def _count_closed(wanted: DeskFilter, item: Work | None) -> dict[str, int]:
    placed = _placed(Q(pk__isnull=False), wanted, item)
    return wanted_work(wanted).aggregate(**{name: Count("pk", filter=one) for name, one in placed.items()})


def _placed_in(whole: Sequence[Work], item: Work | None) -> dict[str, int]:
    """The counts of `_placed` for a list that is already loaded."""
    keys = [one.id for one in whole]
    place = {"before": keys.index(item.id), "here": 1} if item and item.id in keys else {}
    return {"total": len(keys), **place}


def _open_view(wanted: DeskFilter, terms: DeskTerms) -> Q:
    by_status = {QueueStatus.CLAIMED: held(wanted.now), QueueStatus.SNOOZED: snoozed(wanted.now)}
    return narrowed(wanted, terms) & by_status.get(terms.status, ~snoozed(wanted.now))
