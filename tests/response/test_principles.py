"""The page of principles, and the way from one to a belief."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from beliefs.domain.belief import BELIEF
from tests import factories
from tests.desk.people import client_of
from validation.models import ImprovementPrinciple
from validation.platform import gates
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PATH = "/insights/principles/"


def principle(number: int = 1, *, query: str = "", **fields: object) -> ImprovementPrinciple:
    turn = factories.turn(f"turn_{number}", query=query, at=factories.NOON)
    told = {
        "category": "sourcing",
        "trigger": "A price is named.",
        "description": f"Advice {number}.",
        "confidence": 0.8,
    }
    at = factories.NOON + timedelta(minutes=number)
    approved = factories.attempt(turn)
    return ImprovementPrinciple.objects.create(
        **{**told, "approved": approved, "query": query, "made_at": at, **fields}
    )


def page(client: Client, query: str = "") -> str:
    return client.get(f"{PATH}{query}").text


def test_a_principle_says_where_it_was_learned_and_how_often_it_was_found(viewer: Client) -> None:
    made = principle(query="which kettle?", found=3, found_at=factories.NOON)
    told = page(viewer)
    for said in (
        "Advice 1.",
        "A price is named.",
        f"/turns/{made.approved.turn_id}/",
        "which kettle?",
        "found 3 times",
    ):
        assert said in told


def test_the_likest_query_finds_its_principle(viewer: Client) -> None:
    principle(1, query="which kettle is the quietest?")
    principle(2, query="when does the museum open?")
    told = page(viewer, "?q=a+quiet+kettle+which")
    assert "Advice 1." in told
    assert "Advice 2." not in told


def test_searching_on_the_page_is_not_counted_as_found(viewer: Client) -> None:
    principle(query="which kettle?")
    page(viewer, "?q=which+kettle")
    assert ImprovementPrinciple.objects.get().found == 0


def test_a_category_narrows_the_list(viewer: Client) -> None:
    principle(1)
    principle(2, category="format")
    told = page(viewer, "?category=format")
    assert "Advice 2." in told
    assert "Advice 1." not in told


def test_a_page_leads_to_the_older_ones(viewer: Client) -> None:
    for number in range(52):
        principle(number)
    first = viewer.get(PATH)
    older = viewer.get(PATH, {"cursor": first.context["page"].next})
    assert [len(first.context["page"].rows), len(older.context["page"].rows)] == [50, 2]


def test_a_pipeline_sees_its_own(viewer: Client) -> None:
    principle()
    assert "Advice 1." not in page(viewer, "?pipeline=other")


@pytest.mark.parametrize("query", ["?cursor=nonsense", "?category=moon", "?q=%00"])
def test_an_address_that_makes_no_sense_shows_the_newest(viewer: Client, query: str) -> None:
    principle()
    assert "Advice 1." in page(viewer, query)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"judge": "vllm", "model": "llama-9"}, "worded by llama-9"),
        ({"judge": "vllm", "model": "llama-9", "halt_cause": "judge_timeout"}, "not worded by the LLM: judge timeout"),
    ],
)
def test_it_says_who_worded_it(viewer: Client, fields: dict[str, str], said: str) -> None:
    principle(**fields)
    assert said in page(viewer)


def test_a_reviewer_can_propose_it_as_a_belief() -> None:
    principle(description="Link & quote.")
    told = page(client_of(Role.REVIEWER))
    link = told.split("Propose as a belief")[0].rsplit('href="', 1)[1].split('"')[0].replace("&amp;", "&")
    assert urlsplit(link).path == "/beliefs/new/"
    wanted = {"statement": ["Link & quote."], "source": ["turn-turn_1"], "pipeline": ["shop-assistant"]}
    assert parse_qs(urlsplit(link).query) == wanted


def test_a_viewer_is_not_offered_what_they_may_not(viewer: Client) -> None:
    principle()
    assert "Propose as a belief" not in page(viewer)


def test_without_a_page_for_beliefs_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    beliefs = gates.gate_of(BELIEF)
    monkeypatch.setitem(gates._GATES, BELIEF, replace(beliefs, propose_page="nowhere:new"))
    principle()
    assert "Propose as a belief" not in page(client_of(Role.REVIEWER))


def test_the_turn_leads_to_all_principles(viewer: Client) -> None:
    made = principle()
    told = viewer.get(f"/turns/{made.approved.turn_id}/").text
    assert PATH in told


def test_an_empty_page_says_what_would_appear(viewer: Client) -> None:
    assert "Nothing was learned yet" in page(viewer)


def test_hostile_words_are_shown_as_text(viewer: Client) -> None:
    principle(description="<script>alert(1)</script>")
    assert "<script>alert(1)" not in page(viewer)


def test_the_page_takes_a_fixed_number_of_statements(viewer: Client, django_assert_max_num_queries: object) -> None:
    for number in range(30):
        principle(number)
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        viewer.get(PATH)


def test_of_many_compared_with_a_query_only_those_that_fit_are_read_whole(viewer: Client) -> None:
    for number in range(12):
        principle(number, query=f"which kettle is quietest of {number}" if number % 2 else f"weather of day {number}")
    with CaptureQueriesContext(connection) as sent:
        told = viewer.get(f"{PATH}?q=which+kettle+is+quietest").text
    asked = [one["sql"] for one in sent.captured_queries if "improvementprinciple" in one["sql"]]
    assert len(asked) == 2
    assert "description" not in asked[0].split(" FROM ")[0]
    assert "kettle" in told
    assert "weather" not in told
