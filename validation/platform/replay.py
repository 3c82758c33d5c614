"""What gates have decided, in a form in which another policy can decide it anew without any judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model, QuerySet

from validation.domain.policy import PolicyDocument
from validation.platform.paging.filters import SpanFilter, within

MOST = 5_000


@dataclass(frozen=True, slots=True)
class ReplayScope(SpanFilter):
    """`most` bounds how many subjects are read."""

    most: int = MOST


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """One subject of a gate. `outcome` says in a few plain words what a policy makes of it, None where what was stored
    does not tell; under `policy`, which decided it, it says what was decided. `page` is a URL name."""

    subject_id: str
    title: str
    page: str
    policy: int
    outcome: Callable[[PolicyDocument], str | None]


@dataclass(frozen=True, slots=True)
class GateOutcomes:
    """The newest of one kind of a gate's subjects; `more` says that there were older ones. The section of a policy that
    decides them has the gate's name."""

    noun: str
    outcomes: tuple[StoredOutcome, ...]
    more: bool


def newest_in_scope(rows: QuerySet[Model], scope: ReplayScope, at: str, *columns: str) -> tuple[list[tuple], bool]:  # type: ignore[type-arg]
    """The values of the newest rows by the time in `at`, and whether there are more."""
    wanted = rows.filter(within(scope, at))
    found = list(wanted.order_by(f"-{at}", "-id").values_list(*columns)[: scope.most + 1])
    return found[: scope.most], len(found) > scope.most
