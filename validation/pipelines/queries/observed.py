"""What the decisions of watched pipelines would have held back, beside what people said of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F

from validation.domain.attempt import Route
from validation.domain.trust.truth import TruthRow
from validation.models import Attempt, Pipeline
from validation.platform.paging.filters import SpanFilter
from validation.response.queries.blind_attempts import turns_of
from validation.trust.queries.truth_rows import audited_decisions, brief_rows

LATELY = timedelta(days=30)
_MOST = 500
_MOST_AUDITED = 5_000


@dataclass(frozen=True, slots=True)
class ObservedDecisions:
    """Attempts of a pipeline that were decided while it only watched. `answered` of them have a true route, by answers
    of people; `held_wrongly` would have been held back though people say APPROVE, `passed_wrongly` is the reverse."""

    passed: int = 0
    held: int = 0
    halted: int = 0
    answered: int = 0
    held_wrongly: int = 0
    passed_wrongly: int = 0

    @property
    def decided(self) -> int:
        return self.passed + self.held + self.halted


def pipeline_rows(
    *, now: datetime, without: frozenset[UUID] = frozenset()
) -> tuple[tuple[Pipeline, ObservedDecisions], ...]:
    """By name, with the last 30 days of those that watched. Turns with an attempt in `without` count for nothing."""
    since = now - LATELY
    routes, answered = _routes(since, without), _answered(since, without)
    known = Pipeline.objects.order_by("name")[:_MOST]
    return tuple((one, tally(routes[one.pk], answered[one.name])) for one in known)


def _routes(since: datetime, without: frozenset[UUID]) -> defaultdict[int, Counter[str]]:
    """How often each route was decided, by pipeline."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    watched = Attempt.objects.filter(enforced=False, decided_at__gte=since).order_by()
    if without:
        watched = watched.exclude(turn__in=turns_of(without))
    for pipeline, route, count in watched.values_list("pipeline", "judged_route").annotate(n=Count("pk")):
        found[pipeline][route] += count
    return found


def _answered(since: datetime, without: frozenset[UUID]) -> defaultdict[str, list[TruthRow]]:
    """The newest audits of the counted decisions that have a truth, by the name of the pipeline."""
    found: defaultdict[str, list[TruthRow]] = defaultdict(list)
    audited = audited_decisions(SpanFilter(since=since), enforced=False)  # drawn after the decision, and in an index
    audited = audited.filter(attempt__decided_at__gte=since, judgement_number=F("attempt__judgement_number"))
    if without:
        audited = audited.exclude(attempt__turn__in=turns_of(without))
    for row in brief_rows(audited.order_by("-drawn_at", "-pk")[:_MOST_AUDITED]):
        if row.is_settled:
            found[row.pipeline].append(row)
    return found


def tally(routes: Counter[str], answered: Iterable[TruthRow]) -> ObservedDecisions:
    verdicts = Counter((row.route == Route.APPROVE, row.truth_route == Route.APPROVE) for row in answered)
    passed, halted = routes[Route.APPROVE], routes[Route.HALT]
    return ObservedDecisions(
        passed=passed,
        halted=halted,
        held=routes.total() - passed - halted,
        answered=verdicts.total(),
        held_wrongly=verdicts[False, True],
        passed_wrongly=verdicts[True, False],
    )
