from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.desk.people import client_of, text_of, work_on
from tests.verdicts import halted_by
from validation.desk.actions import rulings
from validation.domain.attempt import Route
from validation.domain.halt import HaltCause
from validation.domain.intervention import Priority, Ruling
from validation.insights.queries import overview
from validation.models import Judgement
from validation.platform.processes import record_heartbeat
from validation.platform.tallies.read import TallyScope

pytestmark = pytest.mark.django_db
NOON = factories.NOON


def _attempt(turn_id: str, route: Route = Route.APPROVE, **how: Any) -> Judgement:
    return factories.decide(factories.attempt(factories.turn(turn_id)), route, **how)


def test_the_queue_is_ordered_by_priority_then_due_time() -> None:
    for name, priority, due in (("a", Priority.LOW, 1), ("b", Priority.HIGH, 9), ("c", Priority.HIGH, 2)):
        failed = _attempt(name, Route.FAIL).attempt
        factories.intervention(failed, priority=priority, title=name, due=NOON + timedelta(hours=due))
    assert [row.title for row in overview.queue(pipeline="", now=NOON).rows] == ["c", "b", "a"]


def test_what_is_past_its_due_time_is_counted() -> None:
    factories.intervention(_attempt("a", Route.FAIL).attempt, due=NOON - timedelta(minutes=1))
    assert overview.queue(pipeline="", now=NOON).overdue == 1


def test_a_claim_whose_lease_ran_out_names_nobody() -> None:
    work = factories.intervention(_attempt("a", Route.FAIL).attempt)
    work.state, work.claimed_by, work.claimed_until = "claimed", "jonas", NOON - timedelta(seconds=1)
    work.save()
    assert overview.queue(pipeline="", now=NOON).rows[0].__dict__["holder"] is None


def test_halts_stand_apart_from_decisions() -> None:
    _attempt("a")
    factories.halt(factories.attempt(factories.turn("b")))
    counted = overview.decisions(TallyScope())
    assert (counted.decided, counted.halted, counted.halted_share) == (1, 1, 0.5)


def test_a_judge_that_halts_says_why() -> None:
    for name, cause in (
        ("a", HaltCause.JUDGE_TIMEOUT),
        ("b", HaltCause.VERDICT_MALFORMED),
        ("c", HaltCause.JUDGE_TIMEOUT),
    ):
        factories.halt(factories.attempt(factories.turn(name)), cause)
    (judge,) = overview.judges(TallyScope())
    assert judge.causes == (("judge_timeout", 2), ("verdict_malformed", 1))
    assert (judge.made, judge.halted, judge.halted_share) == (3, 3, 1.0)


def test_nothing_judged_gives_no_halted_share() -> None:
    assert overview.decisions(TallyScope()).halted_share is None


def test_the_range_leaves_out_what_is_older() -> None:
    _attempt("a")
    assert overview.decisions(TallyScope(since=NOON + timedelta(hours=1))).decided == 0


def test_p95_is_a_latency_that_happened() -> None:
    for number in range(20):
        _attempt(f"t{number}", latency_ms=100 + number)
    assert overview.latency(TallyScope()) == overview.Latency(20, 109, 118)


def test_a_worker_not_seen_for_long_is_called_silent() -> None:
    record_heartbeat(process="worker@a:1", queues=["evidence"], now=NOON - timedelta(minutes=3))
    assert overview.backlog(pipeline="", now=NOON).worker_silent


def test_every_number_links_to_the_list_behind_it(viewer: Client) -> None:
    _attempt("a", Route.REVISE)
    text = viewer.get("/?range=all").text
    assert all(link in text for link in ("route=REVISE", "route=HALT", "slow_ms=140", "judge=embedded"))


def test_a_halt_that_was_ruled_on_is_neither_counted_as_halted_nor_listed_behind_the_number() -> None:
    rita = client_of()
    ruled = halted_by("judge_unavailable", turn_id="ruled")
    halted_by("judge_unavailable", turn_id="waits")
    rita.post(f"/desk/{work_on(ruled).pk}/rule/?subject={ruled.pk}", {"ruling": "confirm_fail", "message": "Sorry."})
    rulings.finalize_due(now=timezone.now() + timedelta(minutes=1))
    page = text_of(rita, "/?range=all")
    figure = re.search(r'href="([^"]+)">\s*<span class="figure-label">[^\n]*HALTED</span>\s*<span[^>]*>(\d+)', page)
    assert figure
    assert text_of(rita, unescape(figure[1])).count("<tr data-row") == int(figure[2]) == 1


def test_the_overview_asks_a_fixed_number_of_statements(viewer: Client, django_assert_num_queries: Any) -> None:
    for number in range(12):
        factories.intervention(_attempt(f"t{number}", Route.FAIL).attempt)
    with django_assert_num_queries(22):
        viewer.get("/")


def test_the_rail_counts_open_work(viewer: Client) -> None:
    factories.intervention(_attempt("a", Route.FAIL).attempt)
    assert viewer.get("/fragments/open-count/").text.count(">1</span>") == 2


def test_what_is_under_a_pending_ruling_is_no_longer_counted_as_open(viewer: Client) -> None:
    work = factories.intervention(_attempt("a", Route.FAIL).attempt)
    rulings.rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="rita", now=NOON)
    assert ">1</span>" not in viewer.get("/fragments/open-count/").text
    assert overview.queue(pipeline="", now=NOON).open == 0


def test_a_share_on_the_page_has_one_decimal_as_elsewhere() -> None:
    for name, route in (("a", Route.APPROVE), ("b", Route.REVISE), ("c", Route.REVISE)):
        _attempt(name, route)
    shown = " ".join(client_of().get("/?range=all").content.decode().split())
    assert "33.3 % of 3 decided" in shown
    assert "66.7 % of 3 decided" in shown
