"""One item in two tabs of one person: the claim is of the person and not of a tab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desk.people import a_fail
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


@pytest.fixture
def work(db: None) -> Intervention:
    return a_fail("turn_a")


def open_item(open_page: Open, work: Intervention) -> Page:
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def beat(page: Page) -> None:
    with page.expect_response("**/heartbeat/**"):
        page.locator("[data-heartbeat]").dispatch_event("awake")


def test_a_second_tab_that_closes_leaves_the_first_its_claim(open_page: Open, work: Intervention) -> None:
    page = open_item(open_page, work)
    other = page.context.new_page()
    other.goto(page.url)
    expect(desk.foot(other)).to_contain_text("Release")
    other.goto("about:blank")
    other.close()
    expect(desk.foot(page)).to_contain_text("Claim")
    beat(page)
    expect(desk.foot(page)).to_contain_text("Release")


def test_what_was_released_by_key_stays_released(open_page: Open, work: Intervention) -> None:
    page = open_item(open_page, work)
    page.keyboard.press("c")
    expect(desk.foot(page)).to_contain_text("Claim")
    beats: list[str] = []
    page.on("request", lambda request: beats.append(request.url) if re.search("/heartbeat/", request.url) else None)
    page.locator("[data-heartbeat]").dispatch_event("awake")
    page.keyboard.press("c")
    expect(desk.foot(page)).to_contain_text("Release")
    assert beats == []


def test_what_was_claimed_again_by_key_is_kept_again(open_page: Open, work: Intervention) -> None:
    page = open_item(open_page, work)
    for word in ("Claim", "Release"):
        page.keyboard.press("c")
        expect(desk.foot(page)).to_contain_text(word)
    beat(page)
    expect(desk.foot(page)).to_contain_text("Release")
