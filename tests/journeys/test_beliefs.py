"""Beliefs in a real browser: from the table to the evidence, a new belief, and what to fix first."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from beliefs.actions.audits import audit_beliefs
from beliefs.actions.precheck import create
from beliefs.actions.store import put_source
from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefRecord, Origin
from tests.accessibility import walk_for_faults
from tests.beliefs.samples import BELIEF, COMMIT, OTHER, SESSIONS
from tests.journeys.signed_in import Open
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
BROKEN = OTHER.replace("quiet-harbour", "loud-harbour").replace("session-20251102", "session-19990102")
NEW = "---\nid: radio-log\n---\n# radio-log\nEvery call by radio is written down.\n"
PAGES = (
    "/beliefs/",
    "/beliefs/graph/",
    "/beliefs/health/",
    "/beliefs/new/",
    "/beliefs/b/tide-tables-daily/",
    "/beliefs/b/loud-harbour/",
    "/beliefs/s/session/20251101-080000/?quote=pilot",
)


@pytest.fixture
def stocked(transactional_db: None) -> None:
    now = timezone.now()
    for name, text in SESSIONS.items():
        put_source(pipeline=COMMON, kind="session", name=name, text=text, origin=Origin.API, by="test", now=now)
    put_source(pipeline=COMMON, kind="commit", name=COMMIT, text="", origin=Origin.API, by="test", now=now)
    for markdown in (OTHER, BELIEF, BROKEN):
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=now)
    audit_beliefs(pipeline=COMMON, by="test", now=now)


@pytest.mark.usefixtures("stocked")
def test_from_the_table_through_the_graph_to_the_words_of_a_source(open_page: Open) -> None:
    page = open_page("vera", Role.VIEWER, "/beliefs/")
    page.get_by_role("link", name="Graph").click()
    node = page.locator(".belief-graph .points path").first
    expect(node).to_be_visible()
    node.hover(force=True)
    expect(page.locator(".hoverlayer .hovertext")).to_be_visible()
    node.click(force=True)
    expect(page).to_have_url(re.compile(r"/beliefs/b/"))
    page.goto(page.url.split("/beliefs/")[0] + "/beliefs/b/tide-tables-daily/")
    page.locator("summary", has_text="Quotes").click()
    page.locator("li", has_text="tide tables are read once a day").get_by_role("link").click()
    expect(page.locator("mark")).to_be_in_viewport()


@pytest.mark.usefixtures("stocked")
def test_a_click_opens_a_belief_of_a_graph_that_was_drawn_before_its_script_had_come(open_page: Open) -> None:
    page = open_page("vera", Role.VIEWER, "/beliefs/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/beliefs_graph*", hold)
    page.get_by_role("link", name="Graph").click()
    expect(page.locator("[data-opens][data-drawn]")).to_be_visible()
    held[0].continue_()
    page.wait_for_load_state()
    page.locator(".belief-graph .points path").first.click(force=True)
    expect(page).to_have_url(re.compile(r"/beliefs/b/"))


@pytest.mark.usefixtures("stocked")
def test_a_new_belief_is_warned_of_while_it_is_written_and_stored_when_confirmed(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/")
    page.get_by_role("link", name="New belief").click()
    page.wait_for_url("**/beliefs/new/")  # loaded: its scripts hear what is typed
    page.get_by_label("Markdown with front matter").fill(NEW)
    expect(page.locator("#belief-checked")).to_contain_text("0 verified evidence links")
    page.get_by_role("button", name="Store belief").click()
    expect(page.get_by_label("Store it all the same")).to_be_focused()
    page.get_by_label("Store it all the same").check()
    page.get_by_role("button", name="Store belief").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("radio-log")
    assert BeliefRecord.objects.filter(name="radio-log").exists()


@pytest.mark.usefixtures("stocked")
def test_a_belief_that_cannot_be_read_is_in_focus_again_with_the_reason(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/new/")
    text = page.get_by_label("Markdown with front matter")
    text.fill("no front matter")
    page.get_by_role("button", name="Store belief").click()
    expect(text).to_be_focused()
    expect(text).to_have_value("no front matter")
    expect(text).to_have_accessible_description(re.compile("cannot be read"))


@pytest.mark.usefixtures("stocked")
def test_removing_a_belief_asks_once(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/b/loud-harbour/")
    for answer in ("Cancel", "Remove"):
        page.locator("main").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("dialog")).to_contain_text("Remove the belief loud-harbour?")
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(page.locator("main")).to_contain_text("loud-harbour is removed.")
    assert not BeliefRecord.objects.filter(name="loud-harbour").exists()


@pytest.mark.usefixtures("stocked")
def test_the_health_report_leads_to_what_to_fix_first(open_page: Open) -> None:
    page = open_page("vera", Role.VIEWER, "/beliefs/health/")
    page.get_by_role("region", name="What to fix first").get_by_role("link", name="loud-harbour").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("loud-harbour")
    expect(page.locator(".page-head")).to_contain_text("session-19990102-090000")


@pytest.mark.usefixtures("stocked")
def test_axe_finds_nothing_serious_on_the_pages_of_beliefs(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/")
    origin = page.url.split("/beliefs/")[0]
    assert walk_for_faults(page, origin, PAGES) == []
