"""Workload and accuracy of each reviewer: agreement with colleagues and gold items answered correctly. Figures up to
yesterday are cached; deleting answers invalidates them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.shares import clopper_pearson
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.models import Opinion
from validation.platform.json_rows import CountRows
from validation.response.queries.blind_attempts import blind_work

_REMEMBERED = 8
"""Size of the cache, in start dates."""


@dataclass(frozen=True, slots=True)
class ReviewerFigures:
    """`open` and `overdue` are assigned to the person; `answered` counts audits in the range; `agreed` is the share of
    double audits with equal decisions, `gold` the share of gold items decided as labelled. Both end with yesterday: a
    figure that changes with an answer would reveal the kind of the item."""

    name: str
    open: int
    overdue: int
    answered: int
    agreed: MeasuredValue
    gold: MeasuredValue


def reviewer_figures(*, now: datetime, since: datetime | None, person: str = "") -> tuple[ReviewerFigures, ...]:
    """By name, or only `person` if given. Five statements, three if the cache is current."""
    today = start_of_day(now)
    answers = Opinion.objects.filter(answered_at__isnull=False).order_by().values_list("by")  # its index has no state
    before = Q(answered_at__lt=today)
    rows = answers.annotate(before=Count("by", before), last=Max("answered_at", filter=before))
    answered = frozenset(_Answered(*row) for row in rows)
    past = _count_past(since, today, answered)
    counted = _count_audits(today if since is None else max(since, today), answered)
    counted.update({name: one.audits for name, one in past.items() if one.audits})
    waiting = _open_work(now, person)
    return tuple(
        ReviewerFigures(
            name=name,
            open=waiting.get(name, (0, 0))[0],
            overdue=waiting.get(name, (0, 0))[1],
            answered=counted[name],
            agreed=past.get(name, _NOTHING).agreed,
            gold=past.get(name, _NOTHING).gold,
        )
        for name in sorted({person} if person else {*counted, *waiting})
    )


def start_of_day(now: datetime) -> datetime:
    """Midnight UTC."""
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


class _Answered(NamedTuple):
    """The number of a person's answers before today, and the time of the last."""

    by: str
    before: int
    last: datetime | None


class _Past(NamedTuple):
    audits: int
    agreed: MeasuredValue
    gold: MeasuredValue


_NOTHING = _Past(0, clopper_pearson(0, 0), clopper_pearson(0, 0))
_AUDITS = ~Q(item__source=AuditSource.RULING, role=OpinionRole.FIRST, blind=False)
"""Without rulings, which are stored as first opinions where a second person is asked."""


@lru_cache(maxsize=_REMEMBERED)
def _count_past(since: datetime | None, today: datetime, answered: frozenset[_Answered]) -> Mapping[str, _Past]:
    """By name. Answers of past days never change, so an equal count of `answered` means the cached result is valid. A
    pair are the only two people who answered an item independently."""
    before = Opinion.objects.filter(state=OpinionState.ANSWERED, answered_at__lt=today).order_by()
    others = before.filter(item=OuterRef("item")).exclude(pk=OuterRef("pk")).exclude(role=OpinionRole.ADJUDICATOR)
    in_two = Q(others=1) & ~Q(role=OpinionRole.ADJUDICATOR)
    gold = Q(item__source=AuditSource.GOLD)
    counted = (
        before.filter(Q(answered_at__gte=since) if since is not None else Q(), by__in=[one.by for one in answered])
        .annotate(others=CountRows(others.values("pk")), same=Exists(others.filter(decision=OuterRef("decision"))))
        .values_list("by")
        .annotate(
            audits=Count("pk", _AUDITS),
            agreed=Count("pk", in_two & Q(same=True)),
            pairs=Count("pk", in_two),
            right=Count("pk", gold & Q(decision=F("item__gold__decision"))),
            gold=Count("pk", gold),
        )
    )
    return {
        by: _Past(audits, clopper_pearson(agreed, pairs), clopper_pearson(right, n))
        for by, audits, agreed, pairs, right, n in counted
    }


def _count_audits(since: datetime, answered: frozenset[_Answered]) -> Counter[str]:
    """By name."""
    answers = Opinion.objects.filter(_AUDITS, answered_at__gte=since, by__in=[one.by for one in answered])
    return Counter(dict(answers.order_by().values_list("by").annotate(n=Count("pk"))))


def _open_work(now: datetime, person: str) -> dict[str, tuple[int, int]]:
    waiting = Opinion.objects.filter(state=OpinionState.OPEN).annotate(to=F("intervention__assigned_to"))
    waiting = waiting.filter(to=person) if person else waiting.exclude(to=None).exclude(to="")
    if person and (later := blind_work(person).later):
        waiting = waiting.exclude(intervention__in=later)
    counted = waiting.order_by().values_list("to").annotate(n=Count("pk"), late=Count("pk", Q(due_at__lt=now)))
    return {name: (n, late) for name, n, late in counted}
