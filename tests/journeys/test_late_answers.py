"""An answer comes when the desk shows something else, or knows of something newer, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.desk.people import a_fail
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.live import tell
from validation.models import Intervention
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]

MARK = """part => document.addEventListener("htmx:afterRequest", ({detail}) => {
    if (detail.requestConfig.path.includes(part)) document.body.dataset.late = "yes";
})"""

HEAR = """() => document.addEventListener("live:message", () => { document.body.dataset.heard = "yes"; })"""


class Late:
    """The first request to an address that holds `part` is answered when the test says so."""

    def __init__(self, page: Page, part: str) -> None:
        self.page = page
        self.requests: list[Route] = []
        page.route(f"**{part}**", lambda request: self.requests.append(request), times=1)  # noqa: PLW0108
        self.part = part

    def come(self) -> None:
        """And is taken: the page has heard of it."""
        self.page.evaluate(MARK, self.part)
        self.requests[0].continue_()
        expect(self.page.locator("body[data-late]")).to_have_count(1)


def open_item(open_page: Open, work: Intervention) -> Page:
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def test_a_claim_leaves_the_rulings_on_what_was_selected_meanwhile(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = desk.open_desk(open_page)
    claim = Late(page, f"/{first.pk}/claim/")
    page.keyboard.press("j")
    desk.is_open(page, first)
    page.keyboard.press("x")
    expect(page.locator("#desk-title")).to_have_text("1 item selected")
    claim.come()
    expect(desk.button(page, "d")).to_contain_text("1")
    expect(desk.foot(page)).not_to_contain_text("Release")


def test_a_claim_changes_nothing_where_nothing_is_open_any_more(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = desk.open_desk(open_page)
    claim = Late(page, f"/{first.pk}/claim/")
    page.keyboard.press("j")
    desk.is_open(page, first)
    for title in ("1 item selected", "1 item waits"):
        page.keyboard.press("x")
        expect(desk.item(page)).to_contain_text(title)
    claim.come()
    expect(desk.item(page)).to_contain_text("1 item waits")


def test_a_claim_leaves_the_foot_of_the_next_item(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    claim = Late(page, f"/{first.pk}/claim/")
    page.keyboard.press("j")
    desk.is_open(page, first)
    page.keyboard.press("j")
    desk.is_open(page, second)
    expect(desk.foot(page)).to_contain_text("Release")
    claim.come()
    expect(page.locator(".desk-position")).to_have_text("2 / 2")


def test_a_comment_stays_with_its_item(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_item(open_page, first)
    comment = Late(page, f"/{first.pk}/comment/")
    page.keyboard.press("m")
    page.keyboard.type("Of the first alone.")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    desk.is_open(page, second)
    expect(desk.foot(page)).to_contain_text("Release")
    comment.come()
    expect(page.locator("#desk-comments")).to_contain_text("Nobody has said anything yet.")
    page.keyboard.press("k")
    expect(page.locator("#desk-comments")).to_contain_text("Of the first alone.")


def test_a_list_that_is_older_than_the_news_is_asked_for_again(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = desk.open_desk(open_page)
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    page.wait_for_load_state("networkidle")
    lists: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        is_list = route.request.headers.get("hx-target") == "desk-list"
        if is_list and not lists:
            lists.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/desk/*", hold)
    with page.expect_request(lambda request: request.headers.get("hx-target") == "desk-list"):
        tell(Topic.INTERVENTIONS, first.pk)
    expect(page.locator("#desk-list")).to_have_class(re.compile("htmx-request"))
    second = a_fail("turn_b")
    page.evaluate(HEAR)
    tell(Topic.INTERVENTIONS, second.pk)
    expect(page.locator("body[data-heard]")).to_have_count(1)
    route, older = lists[0]
    route.fulfill(response=older)
    expect(desk.row(page, second)).to_be_visible()


def test_an_item_that_was_opened_meanwhile_stays_when_the_count_of_the_desk_comes(open_page: Open) -> None:
    first = a_fail("turn_a")
    page = desk.open_desk(open_page)
    counts: list[Route] = []
    page.route("**/desk/", lambda request: counts.append(request), times=1)  # noqa: PLW0108
    with page.expect_request("**/desk/"):
        page.evaluate("htmx.trigger('#desk-item', 'live')")
    page.keyboard.press("j")
    desk.is_open(page, first)
    with page.expect_response("**/desk/") as answer:
        counts[0].continue_()
    answer.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")  # where a wrong answer would have been shown
    expect(desk.item(page)).not_to_contain_text("waits for a ruling")
    assert page.title().startswith(first.title[:20])


def test_news_that_come_while_a_button_is_pressed_do_not_take_it_away(open_page: Open) -> None:
    work = a_fail()
    page = open_item(open_page, work)
    desk.button(page, "d").hover()
    page.mouse.down()
    page.evaluate(MARK, f"/desk/{work.pk}/")
    page.evaluate("htmx.trigger('#desk-foot', 'live')")
    expect(page.locator("body[data-late]")).to_have_count(1)
    page.mouse.up()
    expect(desk.toast(page)).to_contain_text("Dismissed")
