"""Where the focus is after a part of the page came anew: whoever works by keyboard goes on from where they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.desk.people import a_fail
from tests.factories import intervention, lamp_turn, turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.live import tell
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def test_news_in_a_list_leave_the_focus_on_its_row(open_page: Open) -> None:
    turn(turn_id="turn_a")
    page = open_page("rita", Role.REVIEWER, "/turns/?range=all")
    row = page.get_by_role("link", name="turn_a")
    row.focus()
    other = turn(turn_id="turn_b")
    tell(Topic.ATTEMPTS, other.pk)
    expect(page.get_by_role("link", name="turn_b")).to_be_visible()
    expect(row).to_be_focused()


def test_a_row_that_left_leaves_the_focus_to_its_list(open_page: Open) -> None:
    gone = turn(turn_id="turn_a")
    page = open_page("rita", Role.REVIEWER, "/turns/?range=all")
    page.get_by_role("link", name="turn_a").focus()
    other = turn(turn_id="turn_b")
    gone.delete()
    tell(Topic.ATTEMPTS, other.pk)
    expect(page.get_by_role("link", name="turn_b")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="turn_b")).to_be_focused()


def test_the_evidence_that_was_asked_for_has_the_focus(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.locator("#whole-evidence").get_by_role("link", name="Show all").press("Enter")
    expect(page.locator("#whole-evidence")).to_contain_text("Orla desk lamp")
    expect(page.locator("#whole-evidence")).to_be_focused()


def test_a_comment_sent_by_its_button_leaves_the_focus_there(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("m")
    page.keyboard.type("is this the sale price?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-thread")).to_contain_text("is this the sale price?")
    expect(page.locator("#desk-comments").get_by_role("button", name="Comment")).to_be_focused()


def test_a_menu_that_is_tabbed_out_of_closes(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/turns/?range=all")
    menu = page.locator(".topbar details").first
    menu.locator("summary").press("Enter")
    expect(menu).to_have_attribute("open", "")
    for _ in menu.get_by_role("link").all():
        page.keyboard.press("Tab")
    expect(menu.get_by_role("link").last).to_be_focused()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(menu).not_to_have_attribute("open", "")
