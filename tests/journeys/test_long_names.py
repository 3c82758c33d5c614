"""Names as long as they may be leave the pages readable, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.desk.people import a_fail
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.models import Pipeline
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
NAME = "pipeline-" + "p" * 91
TWO_LINES = 110


@pytest.fixture
def page(open_page: Open) -> Page:
    work = a_fail("turn_" + "t" * 80)
    Pipeline.objects.update(name=NAME)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def height_of(page: Page, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_the_head_of_an_item_keeps_its_lines(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert height_of(page, ".desk-head") < TWO_LINES
    state = page.locator("#desk-state")
    ends = state.evaluate("state => [...state.children].map(one => one.getBoundingClientRect().right)")
    assert max(ends) <= state.evaluate("state => state.getBoundingClientRect().right") + 1


def test_the_search_of_the_top_bar_keeps_its_words(page: Page) -> None:
    page.goto(page.url.split("/desk/")[0] + f"/turns/?pipeline={NAME}")
    search = page.locator(".topbar-search .nav-label")
    assert search.evaluate("one => one.scrollWidth <= one.clientWidth")
