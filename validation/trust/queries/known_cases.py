"""Cases with a known truth: ended audits, final rulings and gold items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Exists, OuterRef

from validation.domain.check import CheckState
from validation.domain.estimates.calibration import RuledVerdict
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import ENDED, AuditSource, CheckAnswer
from validation.domain.trust.truth import RULED
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, GoldItem, Pipeline, RulingRecord
from validation.platform.paging.filters import given
from validation.response.queries.turns import checks_of

MOST_CASES = 300


class Cases(StrEnum):
    """Which cases two sides are compared on."""

    ALL = "all"
    GOLD = "gold"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class KnownCase:
    """An attempt with the judgement in force, or a gold item. `checks` maps names to right or wrong."""

    truth: str
    checks: dict[str, str]
    attempt: UUID | None = None
    judgement: int | None = None
    gold: UUID | None = None


def known_cases(cases: Cases, pipeline: Pipeline | None, *, but: Set[UUID] = frozenset()) -> list[KnownCase]:
    """The newest of each kind, at most MOST_CASES, each attempt once with its most reliable truth. Gold items take at
    most half if the other kinds fill the rest. `but` are attempts to exclude, with the gold items made from them."""
    found = [] if cases is Cases.GOLD else [*_audited(pipeline), *_ruled(pipeline)]
    first = {case.attempt: case for case in reversed(found) if case.attempt not in but}
    known = list(first.values())[::-1]
    if cases is not Cases.PEOPLE:
        room = max(MOST_CASES // 2, MOST_CASES - len(known))
        known = [*_gold(pipeline, {*but, *first} - {None})[:room], *known]
    return known[:MOST_CASES]


def _audited(pipeline: Pipeline | None) -> list[KnownCase]:
    rows = AuditItem.objects.filter(state__in=ENDED, **given(pipeline=pipeline))
    rows = rows.exclude(source=AuditSource.GOLD).exclude(truth_route="")
    newest = rows.order_by("-drawn_at", "-pk").only("attempt_id", "judgement_number", "truth_route", "truth_checks")
    return [
        KnownCase(row.truth_route, row.truth_checks, attempt=row.attempt_id, judgement=row.judgement_number)
        for row in newest[:MOST_CASES]
    ]


def _ruled(pipeline: Pipeline | None) -> list[KnownCase]:
    """Excludes attempts with an open audit."""
    asked = AuditItem.objects.filter(attempt=OuterRef("pk")).exclude(state__in=ENDED)
    of = given(pipeline=pipeline)
    rows = Attempt.objects.filter(ruling__ruling__in=list(RULED), judgement_number__isnull=False, **of)
    newest = list(rows.filter(~Exists(asked)).select_related("ruling").order_by("-submitted_at", "-pk")[:MOST_CASES])
    checks = judged_checks(newest)
    return [
        KnownCase(
            RULED[Ruling(ruling.ruling)].value, ruled_checks(row, ruling, checks[row.pk]), row.pk, row.judgement_number
        )
        for row in newest
        if (ruling := row.ruling) is not None
    ]


def judged_checks(attempts: Sequence[Attempt]) -> dict[UUID, dict[str, bool]]:
    """By attempt, whether each applicable check holds according to the judgement in force."""
    checks: dict[UUID, dict[str, bool]] = defaultdict(dict)
    for attempt, states in checks_of(attempt.pk for attempt in attempts).items():
        checks[attempt] = {
            name: CheckState(state).holds for name, state in states if state != CheckState.NOT_APPLICABLE
        }
    return checks


def ruled_checks(attempt: Attempt, ruling: RulingRecord, checks: dict[str, bool]) -> dict[str, str]:
    """Whether the judge was right or wrong on each check, according to the ruling."""
    ruled = RuledVerdict(
        confidence=attempt.confidence or 0.0,
        decision=Decision(attempt.decision or Decision.FAIL),
        ruling=Ruling(ruling.ruling),
        checks=checks,
        wrong=frozenset(ruling.wrong_checks),
    )
    answers = ruled.answered_checks
    return {name: (CheckAnswer.RIGHT if holds else CheckAnswer.WRONG).value for name, holds in answers.items()}


def _gold(pipeline: Pipeline | None, but: Set[UUID | None]) -> list[KnownCase]:
    """Excludes items made from an attempt in `but`."""
    rows = GoldItem.objects.filter(active=True)
    if pipeline:
        rows = rows.filter(pipeline=pipeline) | rows.filter(pipeline=None)
    newest = rows.order_by("-added_at", "-pk").values_list("pk", "attempt", "decision", "checks")[:MOST_CASES]
    return [KnownCase(truth, checks, gold=pk) for pk, attempt, truth, checks in newest if attempt not in but]
