"""The queue is searched from the keyboard, and what follows stays within the search, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.desk.people import a_fail, a_group
from tests.factories import turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]
WITHIN = re.compile("kind(:|%3A)fail")


@pytest.fixture
def searched(open_page: Open) -> tuple[Page, Intervention, Intervention]:
    """A group of halts is open, and then the queue is searched for fails."""
    group = a_group()
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{group.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("s")
    page.keyboard.type(" kind:fail")
    expect(page.locator(".desk-row")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator(".desk-position")).to_contain_text("/ 2")
    return page, first, second


def test_the_search_is_reached_and_left_by_keyboard(open_page: Open) -> None:
    a_group()
    first = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, "/desk/")
    page.keyboard.press("s")
    expect(page.locator("#desk-q")).to_be_focused()
    page.keyboard.type(" kind:fail")
    expect(page.locator(".desk-row")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#desk-q")).not_to_be_focused()
    expect(page.locator("#desk-q")).to_have_value("is:open kind:fail")
    page.keyboard.press("j")
    desk.is_open(page, first)


def test_a_search_stands_though_news_came_while_it_was_on_the_way(open_page: Open) -> None:
    a_group()
    a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, "/desk/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(WITHIN, hold)
    with page.expect_request(WITHIN):
        page.locator("#desk-q").fill("is:open kind:fail")
    news = "list => { list.dataset.old = ''; list.dispatchEvent(new CustomEvent('live')); }"
    page.locator("#desk-list").evaluate(news)
    expect(page.locator("#desk-list[data-old]")).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".desk-row")).to_have_count(1)


def test_the_next_item_is_one_that_the_search_found(searched: tuple[Page, Intervention, Intervention]) -> None:
    page, first, second = searched
    page.keyboard.press("j")
    desk.is_open(page, first)
    page.keyboard.press("j")
    desk.is_open(page, second)
    expect(page).to_have_url(WITHIN)
    expect(page.locator(".desk-row")).to_have_count(2)


def test_a_ruling_on_the_open_item_keeps_the_search(searched: tuple[Page, Intervention, Intervention]) -> None:
    page, first, _ = searched
    page.keyboard.press("d")
    expect(desk.toast(page)).to_contain_text("Dismissed")
    desk.is_open(page, first)
    expect(page).to_have_url(WITHIN)
    page.keyboard.press("u")
    expect(desk.toast(page)).to_have_count(0)
    expect(page).to_have_url(WITHIN)


def test_lists_are_searched_by_the_same_key(open_page: Open) -> None:
    a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, "/turns/")
    page.keyboard.press("s")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("turn_a")
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    expect(page.locator("tr[data-row] a").first).to_be_focused()


def test_a_search_is_one_step_back_however_it_was_typed(open_page: Open) -> None:
    turn(turn_id="turn_a", query="a red lamp")
    page = open_page("rita", Role.REVIEWER, "/turns/?range=all")
    page.keyboard.press("s")
    for word in ("a", " red", " lamp"):
        with page.expect_response(re.compile(r"/turns/\?.*q=")):
            page.keyboard.type(word)
    expect(page).to_have_url(re.compile(r"q=a(\+|%20)red(\+|%20)lamp"))
    with page.expect_response(re.compile(r"/turns/\?.*q=")):
        page.keyboard.press("Enter")
    expect(page.locator("main [type=search]")).not_to_be_focused()
    page.wait_for_load_state("networkidle")
    page.go_back()
    expect(page).to_have_url(re.compile(r"/turns/\?range=all$"))


def test_the_name_of_a_view_is_typed_and_rules_on_nothing(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.locator("#desk-views-menu > summary").click()
    expect(page.locator("#view-name")).to_be_focused()
    page.keyboard.type("Failed drafts")
    expect(page.locator("#view-name")).to_have_value("Failed drafts")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-view")).to_contain_text("Failed drafts")


def test_keys_rule_on_nothing_while_a_menu_is_open(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.locator("#desk-terms-menu > summary").click()
    page.keyboard.press("f")
    expect(page.locator("#desk-form")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.locator("#desk-form")).to_be_visible()
