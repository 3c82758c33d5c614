"""Past decisions of a gate, in a form that a draft policy can decide again without calling a judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model, QuerySet

from validation.domain.policy import PolicyDocument
from validation.platform.paging.filters import SpanFilter, within

MOST = 5_000


@dataclass(frozen=True, slots=True)
class ReplayScope(SpanFilter):
    """At most `most` subjects are read."""

    most: int = MOST


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """One subject of a gate. `outcome(document)` describes in a few words what a policy decides, or returns None if too
    little is stored to tell. `policy` is the number of the policy that decided it; `page` is a URL name."""

    subject_id: str
    title: str
    page: str
    policy: int
    pipeline: str
    outcome: Callable[[PolicyDocument], str | None]


@dataclass(frozen=True, slots=True)
class GateOutcomes:
    """The newest subjects of one kind; `more` is true if there are older ones. They are decided by the section of the
    policy that has the gate's name."""

    noun: str
    outcomes: tuple[StoredOutcome, ...]
    more: bool


def newest_in_scope(rows: QuerySet[Model], scope: ReplayScope, at: str, *columns: str) -> tuple[list[tuple], bool]:  # type: ignore[type-arg]
    """The values of the newest rows by the time in `at`, and whether there are more."""
    wanted = rows.filter(within(scope, at))
    found = list(wanted.order_by(f"-{at}", "-id").values_list(*columns)[: scope.most + 1])
    return found[: scope.most], len(found) > scope.most
