"""Drift: days are counted once, a change is an entry and an event, with what changed before it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.desk.people import client_of
from tests.factories import NOON, attempt, decide, halt, pipeline, turn
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.models import DailyFigure, DriftPoint, Event
from validation.platform.permissions import Role
from validation.trust.actions.drift import watch_pipeline
from validation.trust.estimates.drift import Figure, find_changes, nearest_cause, watched_series
from validation.trust.queries.drift import count_day, daily_figures

TODAY = date(2026, 3, 1)


def days(series: str, *parts: tuple[float, int], n: int = 400) -> list[Figure]:
    shares = [share for share, length in parts for _ in range(length)]
    first = TODAY - timedelta(days=len(shares))
    return [
        Figure(series, first + timedelta(days=at), round(share * n) + at % 3, n, (round(share * n) + at % 3) / n)
        for at, share in enumerate(shares)
    ]


def test_a_step_names_its_day_and_the_policy_that_began_nearest_before() -> None:
    policies = [*days("policy:1", (1.0, 40)), *days("policy:2", (0.5, 12)), *days("policy:3", (0.5, 3))]
    (change,) = find_changes([*days("route:APPROVE", (0.8, 30), (0.6, 10)), *policies])
    assert (change.series, change.day) == ("route:APPROVE", TODAY - timedelta(days=10))
    assert (change.cause, change.cause_day) == ("policy 2", TODAY - timedelta(days=12))


def test_what_was_there_from_the_first_day_caused_nothing() -> None:
    assert nearest_cause(days("judge:embedded", (1.0, 20)), TODAY) == ("", None)


def test_what_never_happens_is_not_watched() -> None:
    assert watched_series([Figure("route:FAIL", TODAY, 0, 900, 0.0)]) == ()


def test_a_language_that_is_no_longer_seen_has_a_share_of_nothing() -> None:
    lengths = [Figure("length", TODAY - timedelta(days=at), None, 200, 640.0) for at in range(40)]
    german = [Figure("language:German", TODAY - timedelta(days=at), 60, 200, 0.3) for at in range(10, 40)]
    (change,) = find_changes([*lengths, *german])
    assert (change.series, change.after) == ("language:German", 0.0)


@pytest.mark.django_db
def test_a_day_is_counted_by_what_was_decided_on_it() -> None:
    for number in range(4):
        decide(attempt(turn(f"t{number}")), Route.APPROVE, confidence=0.9)
    decide(attempt(turn("t5")), Route.REVISE, confidence=0.6, failed=[CheckName.NO_HALLUCINATIONS])
    halt(attempt(turn("t6")))
    decide(attempt(turn("later", at=NOON + timedelta(days=1))), Route.FAIL, confidence=0.1)
    found = {one.series: (one.hits, one.n) for one in count_day(pipeline(), NOON.date())}
    assert (found["route:APPROVE"], found["route:FAIL"], found["halted"]) == ((4, 5), (0, 5), (1, 6))
    assert (found["check:no_hallucinations"], found["policy:1"]) == ((1, 5), (5, 5))
    assert {one.series: one.value for one in count_day(pipeline(), NOON.date())}["confidence"] == 0.9
    assert found["length"][1] == 5


@pytest.mark.django_db
@pytest.mark.parametrize("first", ["REVISE", "HALT"])
def test_an_attempt_that_was_judged_again_counts_once_by_the_judgement_in_force(first: str) -> None:
    judged = attempt(turn("t"))
    if first == "HALT":
        halt(judged)
    else:
        decide(judged, Route.REVISE, failed=[CheckName.NO_HALLUCINATIONS])
    decide(judged, Route.APPROVE, judge="embedded")
    found = {one.series: (one.hits, one.n) for one in count_day(pipeline(), NOON.date())}
    judges = {series: share for series, share in found.items() if series.startswith("judge:")}
    assert (found["check:no_hallucinations"], judges) == ((0, 1), {"judge:embedded": (1, 1)})


def change_recorded(now: datetime) -> None:
    """Six weeks counted, with a step a week ago; yesterday is missing, with one attempt."""
    begin = now.date() - timedelta(days=42)
    for at in range(41):
        share = 0.9 if at < 35 else 0.6
        DailyFigure.objects.create(
            pipeline=pipeline(), day=begin + timedelta(days=at), series="route:APPROVE", hits=int(400 * share) + at % 3,
            n=400, value=share + (at % 3) / 400,
        )  # fmt: skip
    decide(attempt(turn("yesterday", at=now - timedelta(days=1))), Route.APPROVE)


@pytest.mark.django_db
def test_a_change_is_an_entry_and_an_event_once() -> None:
    change_recorded(NOON)
    (point,) = watch_pipeline(pipeline(), now=NOON)
    assert (point.series, point.day) == ("route:APPROVE", NOON.date() - timedelta(days=7))
    assert Event.objects.filter(type="drift.found", subject_id=str(point.pk)).count() == 1
    assert watch_pipeline(pipeline(), now=NOON) == []
    DailyFigure.objects.filter(day=NOON.date() - timedelta(days=1)).delete()
    assert watch_pipeline(pipeline(), now=NOON) == []
    assert DriftPoint.objects.count() == 1


DAY_AFTER = NOON.replace(hour=0, minute=20) + timedelta(days=1)


def counted(series: str = "route:APPROVE") -> list[tuple[int | None, int]]:
    rows = DailyFigure.objects.filter(day=NOON.date(), series=series)
    return list(rows.values_list("hits", "n"))


@pytest.mark.django_db
def test_a_day_with_waiting_attempts_is_counted_when_they_are_judged() -> None:
    decide(attempt(turn("early")), Route.APPROVE)
    late = attempt(turn("late"))
    watch_pipeline(pipeline(), now=DAY_AFTER)
    waiting = counted()
    decide(late, Route.REVISE)
    watch_pipeline(pipeline(), now=DAY_AFTER + timedelta(hours=1))
    assert (waiting, counted()) == ([], [(1, 2)])


@pytest.mark.django_db
def test_a_day_is_counted_in_the_end_although_an_attempt_still_waits() -> None:
    decide(attempt(turn("early")), Route.APPROVE)
    attempt(turn("never"))
    watch_pipeline(pipeline(), now=DAY_AFTER + timedelta(days=3))
    assert counted() == [(1, 1)]


@pytest.mark.django_db
def test_a_pipeline_without_traffic_is_counted_once() -> None:
    idle = pipeline("idle")
    watch_pipeline(idle, now=DAY_AFTER)
    with CaptureQueriesContext(connection) as later:
        watch_pipeline(idle, now=DAY_AFTER + timedelta(hours=1))
    assert len(later) == 1


def test_a_day_without_traffic_is_no_day_before_the_first_policy() -> None:
    empty = Figure("halted", TODAY - timedelta(days=30), 0, 0, 0.0)
    assert nearest_cause([empty, *days("policy:1", (1.0, 20))], TODAY) == ("", None)


@pytest.mark.django_db
def test_languages_of_all_pipelines_are_shares_of_all_responses() -> None:
    """One pipeline answers in English only, 200 a day, another in French only, 20 a day."""
    for name, language, n in (("a", "English", 200), ("b", "French", 20)):
        rows = ((f"language:{language}", n, 1.0), ("length", None, 300.0))
        for series, hits, value in rows:
            DailyFigure.objects.create(pipeline=pipeline(name), day=TODAY, series=series, hits=hits, n=n, value=value)
    found = {one.series: (one.hits, one.n, one.value) for one in daily_figures(pipeline="", since=TODAY)}
    assert (found["language:English"], found["language:French"]) == ((200, 220, 200 / 220), (20, 220, 20 / 220))


@pytest.mark.django_db
def test_the_page_shows_changes_and_charts() -> None:
    viewer: Client = client_of(Role.VIEWER)
    assert "No day is counted yet" in viewer.get("/insights/trust/drift/").content.decode()
    lately = timezone.now().date() - timedelta(days=2)
    point = DriftPoint.objects.create(
        pipeline=pipeline(), series="halted", day=lately, before=0.01, after=0.2, p=0.0005, cause="policy 7",
        cause_day=lately, found_at=NOON,
    )  # fmt: skip
    DailyFigure.objects.create(pipeline=pipeline(), day=lately, series="halted", hits=9, n=90, value=0.1)
    page = viewer.get("/insights/trust/drift/").content.decode()
    assert point.cause in page
    assert "20.0 %" in page
    assert 'data-chart="figure-halted"' in page
