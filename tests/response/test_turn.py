from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.orchestration.site.delegations import a_preflight, a_return
from tests.query_analysis.site.analyses import recorded
from validation.models import Turn
from validation.orchestration.queries import orchestration
from validation.response.actions.learning import learn_from
from validation.response.queries import turns

pytestmark = pytest.mark.django_db


def _page(client: Client, turn: Turn, query: str = "") -> str:
    return client.get(f"/turns/{turn.pk}/{query}").text


def test_the_drafts_show_what_was_removed_and_what_was_added(viewer: Client) -> None:
    text = _page(viewer, factories.lamp_turn())
    assert "<del>45.90</del>" in text
    assert "<ins>54.90</ins>" in text


def test_the_hints_that_led_on_stand_between_the_drafts(viewer: Client) -> None:
    text = _page(viewer, factories.lamp_turn())
    assert "What led from 1 to 2" in text
    assert "remove the sentence about the battery" in text


def test_the_flow_ends_where_the_last_route_leads(viewer: Client) -> None:
    assert "To the user" in _page(viewer, factories.lamp_turn())


def test_what_the_pipeline_wanted_to_remember_is_shown_with_its_state(viewer: Client) -> None:
    assert "The user looked at the Halm desk lamp." in _page(viewer, factories.lamp_turn())


def test_section_7_is_shown_as_appended(viewer: Client) -> None:
    assert _page(viewer, factories.lamp_turn()).count("appended here") == 2


def test_two_drafts_can_be_chosen_by_their_numbers(viewer: Client) -> None:
    turn = factories.lamp_turn()
    factories.attempt(turn, response_md="A third draft.")
    assert "What led from 1 to 2" in _page(viewer, turn, "?from=1&to=2")


@pytest.mark.parametrize("query", ["?from=1&to=1", "?from=7&to=9", "?from=x"])
def test_a_choice_that_makes_no_sense_shows_the_last_two(query: str, viewer: Client) -> None:
    assert "What led from 1 to 2" in _page(viewer, factories.lamp_turn(), query)


def test_a_long_turn_says_how_many_attempts_came_before(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = factories.lamp_turn()
    factories.attempt(turn, response_md="A third draft.")
    monkeypatch.setattr(turns, "_ATTEMPTS_SHOWN", 2)
    text = _page(viewer, turn)
    assert "3 attempts, the last 2 shown" in text
    assert "1 earlier" in text


def test_a_turn_with_one_draft_shows_it_alone(viewer: Client) -> None:
    turn = factories.turn()
    factories.attempt(turn, response_md="The only draft.")
    assert "The only draft." in _page(viewer, turn)


def test_the_download_is_the_input_with_section_7_behind_it(viewer: Client) -> None:
    turn = factories.lamp_turn()
    answer = viewer.get(f"/turns/{turn.pk}/context.md")
    text = answer.content.decode()
    assert text.startswith(factories.LAMP_CONTEXT)
    assert "## 7. Validation (Attempt 2)" in text
    assert answer["Content-Disposition"] == 'attachment; filename="turn_lamp-context.md"'


def test_the_turn_page_asks_a_fixed_number_of_statements(viewer: Client, django_assert_num_queries: Any) -> None:
    turn = factories.lamp_turn()
    with django_assert_num_queries(21):
        _page(viewer, turn)


def test_what_other_gates_judged_of_it_is_shown_with_its_turn(viewer: Client) -> None:
    turn = factories.turn("turn_7", of="shop")
    analysis = recorded(turn_id="turn_7", user_purpose="", of="shop").record
    recorded("the cheapest", turn_id="turn_8", of="shop")
    recorded("of another pipeline", turn_id="turn_7", of="help")
    assert re.findall(r'href="/query-analyses/([0-9a-f-]{36})/"', _page(viewer, turn)) == [str(analysis.pk)]


def test_its_delegations_are_shown_with_their_turn(viewer: Client) -> None:
    turn = factories.turn("turn_7", of="shop")
    at = factories.NOON
    allowed = a_preflight(turn_id="turn_7", now=at)
    refused = a_preflight(turn_id="turn_7", delegation_depth=9, now=at + timedelta(minutes=1))
    back = a_return(turn_id="turn_7", now=at + timedelta(minutes=2))
    a_preflight(turn_id="turn_8", session_id="sess_8")
    a_preflight(turn_id="turn_7", of="help")
    text = _page(viewer, turn)
    links = re.findall(r'href="/orchestration/(preflight|return)s/([0-9a-f-]{36})/"', text)
    assert links == [("preflight", str(allowed.pk)), ("preflight", str(refused.pk)), ("return", str(back.pk))]
    assert re.findall(r"\b(allowed|refused|not valid|valid)\b", text) == ["allowed", "refused", "valid"]


def test_a_turn_shows_the_newest_of_many_delegations(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchestration, "_OF_TURN", 2)
    turn = factories.turn("turn_7", of="shop")
    made = [a_preflight(turn_id="turn_7", session_id=f"sess_{n}", now=factories.NOON + timedelta(n)) for n in range(3)]
    links = re.findall(r'href="/orchestration/preflights/([0-9a-f-]{36})/"', _page(viewer, turn))
    assert links == [str(one.pk) for one in made[1:]]


def test_what_a_revision_taught_is_shown_with_its_turn(viewer: Client) -> None:
    turn = factories.lamp_turn()
    learn_from(attempt_id=turn.attempts.get(number=2).pk, now=factories.NOON)
    assert "What was learned" in _page(viewer, turn)
