"""Reads the queue of the review desk, and the neighbours of an item. Loads no body texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, When

from validation.desk.queries.item import Work, outcome, show_as_audit, work_left
from validation.desk.queries.terms import DeskTerms, QueueStatus
from validation.domain.intervention import AWAITED, UNSETTLED, InterventionState, Kind, RulingState
from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Intervention, Occurrence, Opinion, Pipeline, RulingRecord
from validation.platform.paging.filters import in_pipeline, newest_condition, search_limit
from validation.platform.paging.keyset import PAGE, Page, rows_after
from validation.response.queries.blind_attempts import BlindWork

MOST_HOLDERS = 200
BY_URGENCY = ("priority_rank", "due_at", "pk")
_BY_CLOSING = ("-closed_at", "-pk")
_BY_OPENING = ("-opened_at", "-pk")
_ORDER = {QueueStatus.RULED: _BY_CLOSING, QueueStatus.EXPIRED: _BY_CLOSING, QueueStatus.ANY: _BY_OPENING}


@dataclass(frozen=True, slots=True)
class DeskFilter:
    """Everything that a list of the desk depends on. `blind` is what the person must not see yet. `turns` maps search
    words that are turn ids to the attempts of the turn."""

    terms: DeskTerms
    person: str
    now: datetime
    pipeline: str = ""
    since: datetime | None = None
    blind: BlindWork = field(default_factory=BlindWork)
    turns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def attempts_of_turns(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The attempts of each turn whose id is one of the words. One statement, or none without words. Filters by pipeline
    because the index on turns starts with it."""
    named = set(words)
    found: dict[str, tuple[str, ...]] = {}
    if not named:
        return found
    rows = Attempt.objects.filter(turn__pipeline__in=Pipeline.objects.values("pk"), turn__turn_id__in=named)
    for turn_id, pk in rows.values_list("turn__turn_id", "pk"):
        found[turn_id] = (*found.get(turn_id, ()), str(pk))
    return found


def list_work(wanted: DeskFilter, *, after: UUID | None = None) -> Page[Intervention]:
    """Open work by priority and due time; closed work latest first. Rows have `holder` (None without a valid claim),
    `outcome`, and `pending` (there is a pending ruling). If `after` was deleted the list starts again."""
    rows = wanted_work(wanted)
    order = order_of(wanted)
    last = Intervention.objects.filter(pk=after).first() if after else None
    mark = mark_of(last, order) if last else None
    if mark is not None:
        rows = rows.filter(rows_after(order, mark))
    holder = Case(When(claimed_until__gte=wanted.now, then="claimed_by"))
    annotated = rows.select_related("pipeline").annotate(holder=holder, pending=Exists(_pending()), outcome=outcome())
    found = list(annotated.order_by(*order)[: PAGE + 1])
    shown = tuple(found[:PAGE])
    show_as_audits(shown, wanted.blind.attempts)
    return Page(shown, str(shown[-1].pk) if len(found) > PAGE else None)


def wanted_work(wanted: DeskFilter) -> QuerySet[Intervention]:
    rows = _of_status(wanted)
    if limited_word(wanted):
        rows = rows.filter(newest_condition(rows, order_of(wanted)[0].lstrip("-")))
    return rows.filter(narrowed(wanted, wanted.terms), in_scope(wanted), seen_by(wanted))


def limited_word(wanted: DeskFilter) -> str:
    """The search word that no index covers, so that only the newest closed work is searched; empty without one."""
    words = wanted.terms.words if order_of(wanted) != BY_URGENCY else ()
    return next((word for word in words if search_limit(word)), "")


def in_scope(wanted: DeskFilter) -> Q:
    """Work in the pipeline and range chosen in the top bar."""
    asked = in_pipeline(wanted.pipeline)
    return asked & Q(opened_at__gte=wanted.since) if wanted.since else asked


def may_see(person: str, blind: BlindWork) -> Q:
    """Work that reveals no withheld verdict to the person, and is not an audit for somebody else."""
    seen = ~answered_before(person)
    if blind.later:
        seen &= ~Q(pk__in=blind.later)
    if blind.siblings:
        seen &= ~_on_siblings(blind.siblings)
    return seen & ~_withheld(blind.attempts) if blind.attempts else seen


def seen_by(wanted: DeskFilter) -> Q:
    return may_see(wanted.person, wanted.blind)


def order_of(wanted: DeskFilter) -> tuple[str, ...]:
    return _ORDER.get(wanted.terms.status, BY_URGENCY)


def narrowed(wanted: DeskFilter, terms: DeskTerms) -> Q:
    """The search terms except `is:`. Work that must be answered blind matches as an audit."""
    hidden = wanted.blind.attempts
    asked, blind = Q(), _is_blind(hidden)
    for name, values in terms.chosen.items():
        chosen = Q(**{f"{name}__in": values})
        if hidden and name in ("kind", "cause"):
            chosen = chosen & ~blind | blind if name == "kind" and Kind.AUDIT in values else chosen & ~blind
        asked &= chosen
    for pipeline in terms.pipelines:
        asked &= in_pipeline(pipeline)
    if "overdue" in terms.flags:
        asked &= Q(due_at__lt=wanted.now, state__in=UNSETTLED)
    for name in terms.assignees:
        asked &= Q(assigned_to={"me": wanted.person, "none": ""}.get(name, name))
    if "unclaimed" in terms.flags:
        asked &= ~held(wanted.now)
    if "mine" in terms.flags:
        asked &= mine(wanted, terms.status)
    for word in terms.words:
        in_verdict = Q(why__icontains=word) | Q(subject_id=word)
        seen = Q(title__icontains=word) | _of_turn(wanted, word)
        asked &= seen | (in_verdict & ~blind if hidden else in_verdict)
    return asked


def _of_turn(wanted: DeskFilter, word: str) -> Q:
    subjects = Occurrence.objects.filter(subject_id__in=wanted.turns.get(word, ()))
    return Q(pk__in=subjects.values("intervention")) if word in wanted.turns else Q()


def _of_status(wanted: DeskFilter) -> QuerySet[Intervention]:
    every = Intervention.objects.all()
    match wanted.terms.status:
        case QueueStatus.OPEN:
            return every.filter(~snoozed(wanted.now), Exists(work_left()), state__in=UNSETTLED)
        case QueueStatus.CLAIMED:
            return every.filter(held(wanted.now), Exists(work_left()))
        case QueueStatus.SNOOZED:
            return every.filter(snoozed(wanted.now), Exists(work_left()))
        case QueueStatus.PENDING:
            return every.filter(Exists(_pending()))
        case QueueStatus.ANY:
            return every
        case state:
            return every.filter(state=state.value)


def answered_before(person: str) -> Q:
    """Audits that this person cannot take, because the two opinions on a response must come from two people."""
    other = Opinion.objects.filter(item__opinions__by=person, intervention=OuterRef("pk"), state=OpinionState.OPEN)
    return Q(kind=Kind.AUDIT) & Q(Exists(other))


def _withheld(hidden: frozenset[UUID]) -> Q:
    """Work that would reveal a verdict or ruling. Open FAIL work and work with an open opinion stay visible, because
    they look like the audit that they open as."""
    asked = Opinion.objects.filter(intervention=OuterRef("pk"), state=OpinionState.OPEN)
    awaited = Q(kind=Kind.FAIL, state__in=UNSETTLED) | Q(Exists(asked))
    return _is_blind(hidden) & ~awaited


def _on_siblings(siblings: frozenset[UUID]) -> Q:
    """Work on these attempts that no pipeline waits for, also audits that have ended."""
    asked = Opinion.objects.filter(item__attempt__in=siblings, intervention__isnull=False)
    about = Q(subject_id__in=[str(pk) for pk in siblings]) | Q(pk__in=asked.values("intervention"))
    return about & ~Q(kind__in=AWAITED, state__in=UNSETTLED)


def _is_blind(hidden: frozenset[UUID]) -> Q:
    return Q(subject_id__in=[str(pk) for pk in hidden]) & ~Q(kind=Kind.AUDIT)


def _pending() -> QuerySet[RulingRecord]:
    return RulingRecord.objects.filter(intervention=OuterRef("pk"), state=RulingState.PENDING)


def held(now: datetime) -> Q:
    return Q(state=InterventionState.CLAIMED, claimed_until__gte=now)


def snoozed(now: datetime) -> Q:
    """Never null, so that it can be negated."""
    return Q(state__in=UNSETTLED, snoozed_until__isnull=False, snoozed_until__gt=now)


def mine(wanted: DeskFilter, status: QueueStatus) -> Q:
    """Closed work is one's own by one's ruling or answer, open work by one's claim or by assignment."""
    claimed = held(wanted.now) & Q(claimed_by=wanted.person)
    if status.is_unsettled:
        return claimed | Q(assigned_to=wanted.person)
    # One set of keys: with EXISTS in an OR the planner looks at all closed work.
    ruled = RulingRecord.objects.filter(by=wanted.person).exclude(state=RulingState.UNDONE)
    answered = Opinion.objects.filter(by=wanted.person, intervention__isnull=False)
    held_now = Intervention.objects.filter(claimed)
    own = (rows.order_by().values_list(key) for rows, key in ((ruled, "intervention"), (answered, "intervention")))
    return Q(pk__in=held_now.order_by().values_list("pk").union(*own))


def show_as_audits(rows: Iterable[Intervention], hidden: frozenset[UUID]) -> None:
    """Work on an attempt that is `hidden` looks like the audit that it opens as."""
    blind = {str(pk) for pk in hidden}
    for row in rows:
        if row.subject_id in blind and row.kind != Kind.AUDIT:
            show_as_audit(row)


def mark_of(item: Work, order: tuple[str, ...]) -> dict[str, Any] | None:
    """Where it stands in that order; None for open work among what is closed."""
    found = {name: getattr(item, "id" if name == "pk" else name) for name in (name.lstrip("-") for name in order)}
    return None if None in found.values() else found


def neighbours_of(item: Work, wanted: DeskFilter) -> tuple[UUID | None, UUID | None]:
    """What comes before and after its place, even when it has left the list, so that one can go on from there."""
    order = order_of(wanted)
    rows, mark = wanted_work(wanted).order_by(*order).values("pk"), mark_of(item, order)
    if mark is None:
        return None, rows.values_list("pk", flat=True).first()
    before = rows.filter(rows_after(order, mark, back=True)).reverse()
    after = rows.filter(rows_after(order, mark))
    beside = Intervention.objects.filter(pk=item.id).values_list(Subquery(before[:1]), Subquery(after[:1]))
    return beside.first() or (None, None)


def next_work(item: Work, wanted: DeskFilter) -> UUID | None:
    """What to take next: the following item of the list that no colleague holds, else the first such from the top.
    Where several people are at work each is offered another item of the same priority first, so that they do not all
    reach for one."""
    order = order_of(wanted)
    theirs = held(wanted.now) & ~Q(claimed_by=wanted.person)
    free = wanted_work(wanted).exclude(theirs).exclude(pk=item.id).order_by(*order).values_list("pk", "priority_rank")
    mark, turn = mark_of(item, order), _turn_of(wanted)
    following = list(free.filter(rows_after(order, mark))[: turn + 1]) if mark else []
    offered = following or list(free[: turn + 1])
    equal = [key for key, rank in offered if rank == offered[0][1]]
    return equal[turn % len(equal)] if equal else None


def _turn_of(wanted: DeskFilter) -> int:
    """The person's place among those who hold something now, 0 for somebody who works alone."""
    holders = set(Intervention.objects.filter(held(wanted.now)).values_list("claimed_by", flat=True)[:MOST_HOLDERS])
    return sorted({wanted.person, *(holder for holder in holders if holder)}).index(wanted.person)
