"""Tallies say what the rows say, whatever happened to the rows and however much of them was folded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.models import Attempt, Tally, TallySpan, Turn
from validation.platform.tallies.fold import GRACE, fold_due
from validation.platform.tallies.read import WEEK, TallyScope, load_sums, read_covers, tallied
from validation.platform.tallies.source import DIMENSIONS, SOURCE_OF, SOURCES, Measure, count_rows

pytestmark = pytest.mark.django_db
NOW = timezone.now()
HOURS = st.integers(0, 30)


def last_midnight() -> datetime:
    """The end of the last day whose hours may all be counted."""
    return (timezone.now() - GRACE).replace(hour=0, minute=0, second=0, microsecond=0)


def fold() -> None:
    fold_due(now=timezone.now() + timedelta(seconds=1), quiet=timedelta(), until_done=True)


def came(hours_ago: int, kind: int) -> None:
    at = NOW - timedelta(hours=hours_ago, minutes=kind)
    made = factories.attempt(factories.turn(uuid4().hex, of=f"pipeline_{kind % 2}", at=at))
    if kind == 0:
        factories.halt(made, HaltCause.JUDGE_TIMEOUT)
    elif kind < 4:
        failed = [CheckName.QUERY_ADDRESSED] if kind == 1 else []
        factories.decide(made, Route.APPROVE, failed=failed, latency_ms=kind * 70, judge=["vllm", "embedded"][kind % 2])


def changed(hours_ago: int, kind: int) -> None:
    """An old attempt gets another route, by a save and by an update past it."""
    for row in Attempt.objects.exclude(route="").order_by("submitted_at")[:1]:
        row.route = Route.FAIL
        row.save()
    Attempt.objects.filter(confidence__gt=0.9, submitted_at__lt=NOW - timedelta(hours=hours_ago)).update(
        confidence=0.31
    )


def moved(hours_ago: int, kind: int) -> None:
    """A turn goes on later."""
    Turn.objects.filter(attempts_made=1).update(attempts_made=2, updated_at=NOW - timedelta(hours=hours_ago))


def gone(hours_ago: int, kind: int) -> None:
    for turn in Turn.objects.order_by("pk")[kind : kind + 1]:
        turn.delete()


def folded(hours_ago: int, kind: int) -> None:
    fold()


TOGETHER = {
    "attempt": ("at", "pipeline", "kind"),
    "confidence": ("kind", "bin"),
    "judgement_halt": ("kind", "judge"),
    "latency": ("judge", "bin"),
    "check": ("kind", "policy"),
    "turn": ("bin", "at"),
}
IN_ALL = {"attempt": ("policy", "kind")}
"""Another reading of the same scope, told apart otherwise."""
STEPS: list[Callable[[int, int], None]] = [came, came, came, changed, moved, gone, folded]


def scopes() -> list[TallyScope]:
    return [
        TallyScope(),
        TallyScope(pipeline="pipeline_1", since=NOW - timedelta(hours=30)),
        TallyScope(judge="vllm", since=NOW - timedelta(hours=47), until=NOW - timedelta(hours=5)),
    ]


def rows_say(measure: str, scope: TallyScope, *by: str) -> dict[Any, Any]:
    """By a count of all rows in the range."""
    source = SOURCE_OF[measure]
    only = {}
    if scope.pipeline:
        only[source.pipeline] = factories.pipeline(scope.pipeline).pk
    if scope.judge and source.judge:
        only[source.judge] = scope.judge
    found = count_rows(source, {measure: by}, [(scope.since, scope.until)], only=Q(**only))
    return {one.key: (one.n, one.total, one.most) for _, one in found}


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(STEPS), HOURS, st.integers(0, 4)), min_size=4, max_size=9))
def test_tallies_are_what_a_count_of_the_rows_is(steps: list[tuple[Callable[[int, int], None], int, int]]) -> None:
    with transaction.atomic():
        for step, hours_ago, kind in steps:
            step(hours_ago, kind)
        for measure in ("attempt", "confidence", "judgement", "judgement_halt", "latency", "check", "turn", "call"):
            for scope in scopes():
                told = tallied(measure, scope, "at", *DIMENSIONS, span="hour")
                expected = rows_say(measure, scope, "at", *DIMENSIONS)
                assert {one.key: (one.n, one.total, one.most) for one in told} == expected
                assert sum(one.n for one in tallied(measure, scope)) == sum(n for n, *_ in expected.values())
        for scope, span in zip(scopes(), ("hour", "day", "week"), strict=True):
            alone = {name: tallied(name, scope, *by, span=span) for name, by in TOGETHER.items()}
            load_sums(scope, TOGETHER, span=span)
            load_sums(scope, IN_ALL, span="week")
            assert {name: tallied(name, scope, *by, span=span) for name, by in TOGETHER.items()} == alone
            assert tallied("attempt", scope, "policy") == tallied("attempt", replace(scope, taken={}), "policy")
        transaction.set_rollback(True)


def decided_at(at: datetime, turn_id: str = "t") -> Attempt:
    made = factories.attempt(factories.turn(turn_id, at=at))
    factories.decide(made)
    return made


def test_folded_days_are_read_instead_of_their_hours() -> None:
    begin = last_midnight() - timedelta(days=2)
    decided_at(begin + timedelta(hours=3))
    fold()
    scope = TallyScope(since=begin)
    read_covers([SOURCE_OF["attempt"]], scope, fine=False)
    ((hours, start, end), *_) = scope.covers["attempts", 24].stored
    assert (hours, end - start) == (24, timedelta(days=2))


def test_folded_weeks_are_read_instead_of_their_days(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SOURCES.keys() - {"attempts"}:  # three weeks of all of them take seconds
        monkeypatch.delitem(SOURCES, name)
    midnight = last_midnight()
    monday = midnight - timedelta(days=14 + midnight.weekday())
    made = decided_at(monday + timedelta(days=2, hours=3))
    fold()
    assert runs_of_weeks(since=monday - timedelta(days=1)) == [(monday, monday + 2 * WEEK)]
    assert [one.n for one in tallied("attempt", TallyScope(since=monday))] == [1]
    made.save()
    assert runs_of_weeks(since=monday) == [(monday + WEEK, monday + 2 * WEEK)]
    assert [one.n for one in tallied("attempt", TallyScope(since=monday))] == [1]
    fold()
    assert runs_of_weeks(since=monday) == [(monday, monday + 2 * WEEK)]


def runs_of_weeks(*, since: datetime) -> list[tuple[datetime, datetime]]:
    scope = TallyScope(since=since)
    read_covers([SOURCE_OF["attempt"]], scope, fine=False)
    return [(start, end) for hours, start, end in scope.covers["attempts", 168].stored if hours == 168]


def test_a_row_that_changes_makes_its_hour_and_day_due_and_no_other() -> None:
    midnight = last_midnight()
    made = decided_at(midnight - timedelta(hours=30))
    fold()
    made.save()
    due = TallySpan.objects.filter(source__startswith="attempts:", state="due", hours__lt=168).values_list(
        "hours", "at"
    )
    at = made.submitted_at
    assert set(due.values_list("hours", "at")) == {
        (1, at.replace(minute=0, second=0, microsecond=0)),
        (24, midnight - timedelta(days=2)),
    }


def test_the_current_hour_is_never_folded() -> None:
    decided_at(timezone.now())  # NOW may lie in the hour before
    fold()
    assert not Tally.objects.exists()
    assert sum(one.n for one in tallied("attempt", TallyScope())) == 1


def test_what_a_worker_left_counting_is_counted_again() -> None:
    decided_at(NOW - timedelta(hours=3))
    fold()
    TallySpan.objects.update(state="counting", since=NOW - timedelta(minutes=11))
    fold()
    assert not TallySpan.objects.exclude(state="clean").exists()


def test_what_changed_just_now_waits_until_it_is_quiet() -> None:
    decided_at(NOW - timedelta(hours=3))
    fold_due(now=timezone.now())
    assert not TallySpan.objects.filter(state="clean").exists()


def test_tallies_are_rebuilt_by_a_command() -> None:
    decided_at(NOW - timedelta(hours=3))
    fold()
    Tally.objects.update(n=99)
    call_command("rebuild_tallies", verbosity=0)
    assert sum(one.n for one in tallied("attempt", TallyScope())) == 1


def test_another_measure_has_the_rows_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    decided_at(NOW - timedelta(hours=3))
    fold()
    source = SOURCE_OF["attempt"]
    wider = replace(source, measures={**source.measures, "attempt_new": Measure(kind="decision")})
    monkeypatch.setitem(SOURCES, source.name, wider)
    monkeypatch.setitem(SOURCE_OF, "attempt_new", wider)
    assert [one.key for one in tallied("attempt_new", TallyScope(), "kind")] == [("APPROVE",)]
    fold()
    assert [one.key for one in tallied("attempt_new", TallyScope(), "kind")] == [("APPROVE",)]
