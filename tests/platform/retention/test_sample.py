"""The sample story: what it tells is what the gate decides, and it can be taken away."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import transaction
from django.urls import resolve, reverse

from retrieval.models import Retrieval
from retrieval.queries.retrievals import RetrievalFilter
from retrieval.queries.stats import retrieval_stats
from tests.desk.people import client_of
from tests.platform.hostile_rows import PAYLOAD, answers_of_pages, fill_texts, others_than_the_story
from tests.platform.pages.test_list_pages import LISTS
from tests.platform.test_attackers import danger_in
from tests.rows import OnceAFile
from validation.management.sample.load import load_sample
from validation.management.sample.story import STORIES
from validation.models import Attempt, AuditEvent, Event, ImprovementPrinciple, Intervention, Judgement, Turn
from validation.platform.permissions import Role
from validation.platform.sample import remove_sample, sample_size

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NARROWED = {
    "overview", "desk", "desk_item", "turns", "attempts", "retrievals:list", "query_analyses:overview",
    "query_analyses:log", "orchestration:overview", "orchestration:preflights", "orchestration:returns", "insights",
    "trust", "disagreements", "policies", "policy", "edit_policy",
}  # fmt: skip
LEAD_ON = {"sign_in", "audit_evidence"}
"""To the overview, and to the desk where the evidence is not an audit's."""
NARROWED_BY_PIPELINE = {
    "beliefs:beliefs", "beliefs:graph", "beliefs:health", "beliefs:new", "comparisons", "drift", "gold", "keys",
    "principles",
}  # fmt: skip


@pytest.fixture(scope="module")
def loaded(once_a_file: OnceAFile[int]) -> None:
    once_a_file(load_sample)


def test_every_draft_is_decided_as_the_story_tells(loaded: None) -> None:
    told = {(story.turn_id, number): draft.route for story in STORIES for number, draft in enumerate(story.drafts, 1)}
    judged = {
        (attempt.turn.turn_id, attempt.number): attempt.judged_route
        for attempt in Attempt.objects.select_related("turn")
    }
    assert judged == told


def test_the_story_shows_every_route_and_a_partial_approval(loaded: None) -> None:
    routes = set(Attempt.objects.values_list("judged_route", flat=True))
    assert routes == {"APPROVE", "REVISE", "RETRY", "FAIL", "HALT"}
    assert Attempt.objects.filter(partial=True).exists()


def test_the_story_has_open_and_ruled_interventions(loaded: None) -> None:
    assert set(Intervention.objects.values_list("state", flat=True)) == {"open", "ruled"}


def test_halts_of_one_cause_are_one_group(loaded: None) -> None:
    assert Intervention.objects.filter(cause="judge_unavailable").values_list("count", flat=True).get() == 3


def test_the_parts_of_other_apps_come_with_it(loaded: None) -> None:
    assert sample_size()["beliefs"] == 12


def test_revisions_of_the_story_that_succeeded_taught_something(loaded: None) -> None:
    assert ImprovementPrinciple.objects.filter(approved__turn__turn_id="turn_000440").exists()


@pytest.fixture(scope="module")
def pages(loaded: None, once_a_file: OnceAFile[dict[str, str]]) -> dict[str, str]:
    """Every page as an admin sees it, by address, with an attack in every text; the story itself is left as it was."""

    def attacked() -> dict[str, str]:
        with transaction.atomic():
            others_than_the_story()
            admin, filled = client_of(Role.ADMIN, "anna"), fill_texts()
            assert len(filled) >= 100, len(filled)
            texts = dict(answers_of_pages(admin))
            transaction.set_rollback(True)
        return texts

    return once_a_file(attacked)


def test_no_page_runs_what_its_texts_hold(pages: dict[str, str]) -> None:
    dangers = {at: [*danger_in(text), *(["raw"] if PAYLOAD in text else [])] for at, text in pages.items()}
    assert {at: danger for at, danger in dangers.items() if danger} == {}
    assert sum("pwned()" in text for text in pages.values()) >= 40


LINK_TO_A_PLACE = re.compile(r'href="([^"#?]*)#([^"]+)"')


def test_every_link_to_a_place_in_a_page_leads_to_one(pages: dict[str, str]) -> None:
    places = {at: set(re.findall(r'\bid="([^"]+)"', text)) for at, text in pages.items()}
    links = {
        (at, to or at, unescape(place))
        for at, text in pages.items()
        for to, place in LINK_TO_A_PLACE.findall(text)
        if (to or at) in pages
    }
    assert {link for link in links if link[2] not in places[link[1]]} == set()
    assert len(links) >= 50


def cells_in(row: str) -> int:
    cells = re.findall(r"<t[dh]\b[^>]*>", row)
    return sum(int(told[1]) if (told := re.search(r'colspan="(\d+)"', cell)) else 1 for cell in cells)


def test_every_row_of_a_list_has_a_cell_for_each_head(pages: dict[str, str]) -> None:
    uneven, rows = set(), 0
    for shown in LISTS:
        text = pages[reverse(shown.view)]
        for head, body in re.findall(r'<table class="table table-list.*?<thead>(.*?)</thead>(.*?)</table>', text, re.S):
            found = [cells_in(row) for row in body.split("<tr ")[1:]]
            rows += len(found)
            uneven |= {(shown.words, cells_in(head), cells) for cells in found if cells != cells_in(head)}
    assert uneven == set()
    assert rows >= 40


def test_a_pipeline_and_a_time_are_chosen_only_where_the_page_narrows_itself_by_them(pages: dict[str, str]) -> None:
    """The page of one thing is of that thing: a choice would change nothing there, or lead nowhere."""
    by_pipeline, by_time = (
        {resolve(at).view_name.removeprefix("web:") for at, text in pages.items() if f'aria-label="{label}:' in text}
        for label in ("Pipeline", "Time range")
    )
    assert (by_pipeline - LEAD_ON, by_time - LEAD_ON) == (
        NARROWED | NARROWED_BY_PIPELINE,
        {*NARROWED, "audit", "reviewers"},
    )


def test_the_turns_of_retrievals_are_those_of_the_story(loaded: None) -> None:
    named = set(Retrieval.objects.exclude(turn_id="").values_list("turn_id", flat=True))
    assert named <= set(Turn.objects.filter(sample=True).values_list("turn_id", flat=True))
    assert retrieval_stats(RetrievalFilter()).downstream.correlation.n >= 8


def test_loading_twice_adds_nothing(loaded: None) -> None:
    assert load_sample() == 0


def test_removing_takes_everything_away_but_the_audit_trail(loaded: None) -> None:
    from django.utils import timezone

    remove_sample(by="test", now=timezone.now())
    left = [model for model in (Turn, Attempt, Judgement, Intervention, Event) if model.objects.exists()]
    assert left == []
    assert not any(sample_size().values())
    assert AuditEvent.objects.filter(verb="sample.removed").exists()
