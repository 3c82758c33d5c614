"""The queue of the review desk: its rows, its counts, and the place of one item in it. No bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from validation.desk.queries.desk_terms import DeskTerms, Which
from validation.domain.intervention import UNSETTLED, InterventionState, Kind, Priority, RulingState
from validation.domain.trust.audit import OpinionState
from validation.models import Intervention, Occurrence, Opinion, RulingRecord
from validation.platform.paging.filters import in_pipeline
from validation.platform.paging.keyset import beyond

PAGE = 50
MOST_HOLDERS = 200
BY_URGENCY = ("priority_rank", "due_at", "pk")
_BY_CLOSING = ("-closed_at", "-pk")
_BY_OPENING = ("-opened_at", "-pk")
_ORDER = {Which.RULED: _BY_CLOSING, Which.EXPIRED: _BY_CLOSING, Which.ANY: _BY_OPENING}
_UNSETTLED = [state.value for state in UNSETTLED]
_FIELDS = (
    *("id", "gate", "kind", "state", "priority", "title", "why", "cause", "count", "sample"),
    *("opened_at", "due_at", "closed_at", "claimed_until"),
)


@dataclass(frozen=True, slots=True)
class DeskFilter:
    """Whose desk, what was asked for, and when: everything that a list of the desk depends on."""

    terms: DeskTerms
    person: str
    now: datetime
    pipeline: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeskRow:
    """`holder` is empty when nobody holds it; a claim whose lease ran out holds nobody."""

    id: UUID
    gate: str
    kind: str
    state: str
    priority: str
    title: str
    why: str
    cause: str
    count: int
    sample: bool
    opened_at: datetime
    due_at: datetime
    closed_at: datetime | None
    pipeline: str
    holder: str
    pending: bool


@dataclass(frozen=True, slots=True)
class DeskPage:
    """`next` is the id after which the following page begins."""

    rows: tuple[DeskRow, ...]
    total: int
    next: UUID | None


@dataclass(frozen=True, slots=True)
class DeskCounts:
    """`free` is what the person can take: open and held by no colleague. `views` counts other searches by name."""

    open: int
    free: int
    mine: int
    unclaimed: int
    overdue: int
    critical: int
    views: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item stands in a list; `position` is None when it is not in it."""

    position: int | None
    total: int
    previous: UUID | None
    next: UUID | None


def list_work(wanted: DeskFilter, *, after: UUID | None = None, limit: int = PAGE) -> DeskPage:
    """Open work by priority, then due time; closed work the latest first. An `after` that is gone starts anew."""
    rows = wanted_work(wanted)
    order = _ORDER.get(wanted.terms.which, BY_URGENCY)
    total = rows.count()
    mark = _mark(after, order) if after else None
    if mark is not None:
        rows = rows.filter(beyond(order, mark))
    found = rows.annotate(pipeline_name=F("pipeline__name"), holder=F("claimed_by"), pending=Exists(_pending()))
    values = list(found.order_by(*order).values(*_FIELDS, "pipeline_name", "holder", "pending")[: limit + 1])
    shown = tuple(_row(row, wanted.now) for row in values[:limit])
    return DeskPage(shown, total, shown[-1].id if len(values) > limit else None)


def wanted_work(wanted: DeskFilter) -> QuerySet[Intervention]:
    rows = _which(wanted).filter(_narrowed(wanted, wanted.terms), in_pipeline(wanted.pipeline))
    rows = rows.exclude(answered_before(wanted.person))
    return rows.filter(opened_at__gte=wanted.since) if wanted.since else rows


def _narrowed(wanted: DeskFilter, terms: DeskTerms) -> Q:
    """What the terms ask beside `is:`."""
    asked = Q()
    for name, values in terms.chosen.items():
        asked &= Q(**{f"{name}__in": values})
    for pipeline in terms.pipelines:
        asked &= in_pipeline(pipeline)
    if "overdue" in terms.flags:
        asked &= Q(due_at__lt=wanted.now, state__in=_UNSETTLED)
    if "unclaimed" in terms.flags:
        asked &= ~_held(wanted.now)
    if "mine" in terms.flags:
        asked &= _mine(wanted, terms.which)
    for word in terms.words:
        asked &= Q(title__icontains=word) | Q(why__icontains=word) | Q(subject_id=word)
    return asked


def _which(wanted: DeskFilter) -> QuerySet[Intervention]:
    every = Intervention.objects.all()
    match wanted.terms.which:
        case Which.OPEN:
            return every.filter(Exists(work_left()), state__in=_UNSETTLED)
        case Which.CLAIMED:
            return every.filter(_held(wanted.now), Exists(work_left()))
        case Which.PENDING:
            return every.filter(Exists(_pending()))
        case Which.ANY:
            return every
        case state:
            return every.filter(state=state.value)


def work_left() -> QuerySet[Occurrence]:
    """Occurrences of the outer intervention that are neither settled nor under a pending ruling."""
    ruled = RulingRecord.objects.filter(
        intervention=OuterRef("intervention"), subject_id=OuterRef("subject_id"), state=RulingState.PENDING
    )
    return Occurrence.objects.filter(~Exists(ruled), intervention=OuterRef("pk"), settled_at=None)


def answered_before(person: str) -> Q:
    """Audits that wait for somebody else: of two opinions on one response each is of another person."""
    other = Opinion.objects.filter(item__opinions__by=person, intervention=OuterRef("pk"), state=OpinionState.OPEN)
    return Q(Exists(other), kind=Kind.AUDIT)


def _pending() -> QuerySet[RulingRecord]:
    return RulingRecord.objects.filter(intervention=OuterRef("pk"), state=RulingState.PENDING)


def _held(now: datetime) -> Q:
    return Q(state=InterventionState.CLAIMED, claimed_until__gte=now)


def _mine(wanted: DeskFilter, which: Which) -> Q:
    """Closed work is one's own by one's ruling or answer, open work by one's claim or by assignment."""
    held = _held(wanted.now) & Q(claimed_by=wanted.person)
    if which in (Which.OPEN, Which.CLAIMED):
        return held | _assigned(wanted.person)
    own = RulingRecord.objects.filter(intervention=OuterRef("pk"), by=wanted.person).exclude(state=RulingState.UNDONE)
    answered = Opinion.objects.filter(intervention=OuterRef("pk"), by=wanted.person)
    return Q(Exists(own)) | Q(Exists(answered)) | held


def _assigned(person: str) -> Q:
    """Open audits that the person is asked to answer."""
    asked = Opinion.objects.filter(intervention=OuterRef("pk"), assigned_to=person, state=OpinionState.OPEN)
    return Q(Exists(asked), kind=Kind.AUDIT)


def _row(values: dict[str, Any], now: datetime) -> DeskRow:
    until, holder = values.pop("claimed_until"), values.pop("holder")
    pipeline = values.pop("pipeline_name") or ""
    return DeskRow(**values, pipeline=pipeline, holder=holder if until and until >= now else "")


def _mark(item: UUID, order: tuple[str, ...]) -> dict[str, Any] | None:
    names = [name.lstrip("-") for name in order]
    found = Intervention.objects.filter(pk=item).values(*names).first()
    return found if found and None not in found.values() else None


def place_of(item: UUID, wanted: DeskFilter) -> Place:
    """The neighbours are those of the item's place even when it has left the list, so that one can go on from there."""
    rows = wanted_work(wanted)
    order = _ORDER.get(wanted.terms.which, BY_URGENCY)
    mark = _mark(item, order)
    if mark is None:
        return Place(None, rows.count(), None, rows.order_by(*order).values_list("pk", flat=True).first())
    before, after = beyond(order, mark, back=True), beyond(order, mark)
    told = rows.aggregate(total=Count("pk"), before=Count("pk", filter=before), here=Count("pk", filter=Q(pk=item)))
    ids = rows.values_list("pk", flat=True)
    return Place(
        position=told["before"] + 1 if told["here"] else None,
        total=told["total"],
        previous=ids.filter(before).order_by(*order).last(),
        next=ids.filter(after).order_by(*order).first(),
    )


def next_work(item: UUID, wanted: DeskFilter) -> UUID | None:
    """What to take next: the following item of the list that no colleague holds, else the first such from the top.
    Where several people are at work each is offered another item of the same priority first, so that they do not all
    reach for one."""
    order = _ORDER.get(wanted.terms.which, BY_URGENCY)
    theirs = _held(wanted.now) & ~Q(claimed_by=wanted.person)
    free = wanted_work(wanted).exclude(theirs).exclude(pk=item).order_by(*order).values_list("pk", "priority_rank")
    mark, turn = _mark(item, order), _turn_of(wanted)
    following = list(free.filter(beyond(order, mark))[: turn + 1]) if mark else []
    offered = following or list(free[: turn + 1])
    equal = [key for key, rank in offered if rank == offered[0][1]]
    return equal[turn % len(equal)] if equal else None


def _turn_of(wanted: DeskFilter) -> int:
    """The person's place among those who hold something now, 0 for somebody who works alone."""
    holders = set(Intervention.objects.filter(_held(wanted.now)).values_list("claimed_by", flat=True)[:MOST_HOLDERS])
    return sorted({wanted.person, *(holder for holder in holders if holder)}).index(wanted.person)


def count_work(wanted: DeskFilter, views: Mapping[str, DeskTerms] | None = None) -> DeskCounts:
    """The numbers on the tabs: of the pipeline and range of the top bar, whatever the terms say. Those of `views` that
    are about open work are counted in the same statement; the others would have to read all that was ever closed."""
    rows = Intervention.objects.filter(in_pipeline(wanted.pipeline))
    if wanted.since:
        rows = rows.filter(opened_at__gte=wanted.since)
    held = _held(wanted.now)
    mine = held & Q(claimed_by=wanted.person)
    own = mine | _assigned(wanted.person)
    rows = rows.exclude(answered_before(wanted.person))
    asked = {f"view_{name}": _open_view(wanted, terms) for name, terms in (views or {}).items() if _is_open(terms)}
    told = rows.filter(Exists(work_left()), state__in=_UNSETTLED).aggregate(
        **{name: Count("pk", filter=view) for name, view in asked.items()},
        open=Count("pk"),
        free=Count("pk", filter=~held | mine),
        mine=Count("pk", filter=own),
        unclaimed=Count("pk", filter=~held),
        overdue=Count("pk", filter=Q(due_at__lt=wanted.now)),
        critical=Count("pk", filter=Q(priority=Priority.CRITICAL)),
    )
    counted = {name.removeprefix("view_"): told.pop(name) for name in asked}
    return DeskCounts(**told, views=counted)


def _is_open(terms: DeskTerms) -> bool:
    return terms.which in (Which.OPEN, Which.CLAIMED)


def _open_view(wanted: DeskFilter, terms: DeskTerms) -> Q:
    narrowed = _narrowed(wanted, terms)
    return narrowed & _held(wanted.now) if terms.which is Which.CLAIMED else narrowed & Q(pk__isnull=False)
