from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests import factories
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.models import Turn
from validation.platform.paging import filters
from validation.response.queries.attempts import AttemptFilter, list_attempts_with_checks
from validation.response.queries.turns import TurnFilter, list_turns_with_paths

pytestmark = pytest.mark.django_db


def _decided(turn_id: str, route: Route = Route.APPROVE, *, query: str = "", minutes: int = 0, **how: Any) -> Turn:
    made = factories.turn(turn_id, query=query, at=factories.NOON + timedelta(minutes=minutes))
    factories.decide(factories.attempt(made), route, **how)
    return made


def _names(wanted: TurnFilter) -> list[str]:
    return [row.turn.turn_id for row in list_turns_with_paths(wanted).rows]


def test_the_decision_path_reads_from_first_to_last() -> None:
    factories.lamp_turn()
    (row,) = list_turns_with_paths(TurnFilter()).rows
    assert [step.route for step in row.path] == ["REVISE", "APPROVE"]


def test_the_checks_of_a_turn_are_those_of_its_last_attempt() -> None:
    factories.lamp_turn()
    (row,) = list_turns_with_paths(TurnFilter()).rows
    assert row.checks == tuple((name.value, "pass") for name in CheckName)


def test_a_long_path_shows_its_end_and_counts_the_rest() -> None:
    made = factories.turn()
    for minute in range(9):
        factories.decide(factories.attempt(made, at=factories.NOON + timedelta(minutes=minute)), Route.REVISE)
    (row,) = list_turns_with_paths(TurnFilter()).rows
    assert ([step.number for step in row.path], row.earlier) == ([6, 7, 8, 9], 5)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (TurnFilter(q="turn_B"), ["turn_b"]),
        (TurnFilter(q="KETTLE"), ["turn_a"]),
        (TurnFilter(route="FAIL"), ["turn_b"]),
        (TurnFilter(route="undecided"), ["turn_c"]),
        (TurnFilter(check="coherent_format"), ["turn_b"]),
        (TurnFilter(looped=True), []),
        (TurnFilter(pipeline="elsewhere"), []),
        (TurnFilter(since=factories.NOON + timedelta(minutes=2)), ["turn_c"]),
        (TurnFilter(), ["turn_c", "turn_b", "turn_a"]),
    ],
)
def test_each_filter_keeps_what_it_says(wanted: TurnFilter, found: list[str]) -> None:
    _decided("turn_a", query="which kettle is quiet?")
    _decided("turn_b", Route.FAIL, minutes=1, failed=(CheckName.COHERENT_FORMAT,))
    factories.attempt(factories.turn("turn_c", at=factories.NOON + timedelta(minutes=2)))
    assert _names(wanted) == found


def test_pages_follow_each_other_without_gap_or_repeat() -> None:
    for number in range(7):
        factories.turn(f"turn_{number}", at=factories.NOON + timedelta(minutes=number // 3))
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = list_turns_with_paths(TurnFilter(), cursor=cursor, limit=2)
        seen += [row.turn.turn_id for row in page.rows]
        cursor = page.next
    assert sorted(seen) == [f"turn_{number}" for number in range(7)]


def test_attempts_can_be_filtered_by_a_failed_check() -> None:
    factories.lamp_turn()
    rows = list_attempts_with_checks(AttemptFilter(check="no_hallucinations")).rows
    assert [row.attempt.number for row in rows] == [1]


def test_only_the_judgement_in_force_says_which_checks_failed() -> None:
    attempt = factories.attempt(factories.turn("turn_a"))
    for failed in (CheckName.COHERENT_FORMAT, CheckName.QUERY_ADDRESSED):
        factories.decide(attempt, Route.FAIL, failed=(failed,))
    for check, turns in ((CheckName.COHERENT_FORMAT, []), (CheckName.QUERY_ADDRESSED, ["turn_a"])):
        assert _names(TurnFilter(check=check)) == turns
        found = list_attempts_with_checks(AttemptFilter(check=check)).rows
        assert [row.attempt.turn.turn_id for row in found] == turns


def test_a_search_without_an_index_reads_the_newest_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "SCANNED", 2)
    for number in range(4):
        _decided(f"turn_{number}", minutes=number, query="zz")
    assert _names(TurnFilter(q="Zz")) == ["turn_3", "turn_2"]
    assert _names(TurnFilter(q="zy")) == []


def test_an_attempt_shows_the_latency_of_the_judgement_in_force() -> None:
    _decided("turn_a", latency_ms=1240)
    assert list_attempts_with_checks(AttemptFilter()).rows[0].attempt.latency_ms == 1240


def test_a_page_of_fifty_asks_a_fixed_number_of_statements(viewer: Client, django_assert_num_queries: Any) -> None:
    for number in range(52):
        _decided(f"turn_{number}", minutes=number)
    for path, statements in (("/turns/", 8), ("/attempts/", 7)):
        with django_assert_num_queries(statements):
            viewer.get(path)


@pytest.mark.parametrize("path", ["/turns/", "/attempts/", "/"])
def test_no_list_reads_a_body(path: str, viewer: Client, django_assert_max_num_queries: Any) -> None:
    factories.lamp_turn()
    with django_assert_max_num_queries(23) as captured:
        assert viewer.get(path).status_code == 200
    assert not [query["sql"] for query in captured.captured_queries if "attempttext" in query["sql"]]


def test_confidence_is_shown_rounded_down(viewer: Client) -> None:
    _decided("turn_a", Route.REVISE, confidence=0.7999)
    assert ">0.79<" in viewer.get("/turns/").text


@pytest.mark.parametrize(
    "query", ["cursor=x", "cursor=%00", "route=NO", "range=never", "q=%00", "policy=1e9", "slow_ms=-1"]
)
@pytest.mark.parametrize("path", ["/turns/", "/attempts/"])
def test_a_broken_address_still_opens_the_page(path: str, query: str, viewer: Client) -> None:
    assert viewer.get(f"{path}?{query}").status_code == 200


def test_hostile_words_in_a_query_stay_words(viewer: Client) -> None:
    _decided("<script>alert(1)</script>", query='"><img src=x onerror=alert(1)>')
    text = viewer.get("/turns/").text
    assert "&lt;img src=x" in text
    assert "<script>alert" not in text
    assert "<img src=x" not in text


def test_the_search_finds_a_turn_by_words_of_its_query(viewer: Client) -> None:
    _decided("turn_a", query="which kettle is quiet?")
    assert "turn_a" in viewer.get("/search/?q=kettle").text


def test_the_search_finds_an_attempt_by_its_id(viewer: Client) -> None:
    attempt = _decided("turn_a").attempts.get()
    assert f"/attempts/{attempt.pk}/" in viewer.get(f"/search/?q={attempt.pk}").text


def test_the_search_finds_a_page_and_keeps_the_pipeline(viewer: Client) -> None:
    assert "/turns/?pipeline=shop" in viewer.get("/search/?q=turns&pipeline=shop").text


def test_a_search_without_an_index_says_how_far_it_went(viewer: Client) -> None:
    _decided("turn_a", query="which kettle is quiet?")
    assert "Searches the newest 20,000 entries at most." in viewer.get("/turns/?q=it").text
