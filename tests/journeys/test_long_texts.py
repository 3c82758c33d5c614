"""Names, queries and tables as long as they may be leave the pages readable, in a real browser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.accessibility import scrolling_faults
from tests.desk.people import a_fail, a_group
from tests.factories import LAMP_CONTEXT, attempt, claim, decide, turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.domain.claim import ClaimState
from validation.models import Intervention, Pipeline
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
NAME = "pipeline-" + "p" * 91
PERSON = "n" * 150
TWO_LINES = 110


@pytest.fixture
def page(open_page: Open) -> Page:
    work = a_fail("turn_" + "t" * 80)
    Pipeline.objects.update(name=NAME)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


STATE_HOLDS_ITS_PARTS = """state => {
  const right = (part) => part.getBoundingClientRect().right;
  return Math.max(...[...state.children].map(right)) <= right(state) + 1;
}"""
"""Seen at once: a live update may bring the state anew between two looks."""


def height_of(page: Page, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_the_head_of_an_item_keeps_its_lines(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert height_of(page, ".desk-head") < TWO_LINES
    assert page.locator("#desk-state").evaluate(STATE_HOLDS_ITS_PARTS)


def test_the_pipeline_of_an_item_is_not_cut_for_a_long_reason(open_page: Open) -> None:
    work = a_group()
    Pipeline.objects.update(name="showcase")
    hour = timedelta(minutes=59)
    Intervention.objects.update(due_at=work.opened_at - hour, opened_at=work.opened_at - hour, sample=True)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    name = page.locator("#desk-state").get_by_text("showcase")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_search_of_the_top_bar_keeps_its_words(page: Page) -> None:
    page.goto(page.url.split("/desk/")[0] + f"/turns/?pipeline={NAME}")
    search = page.locator(".topbar-search .nav-label")
    assert search.evaluate("one => one.scrollWidth <= one.clientWidth")


def cut_parts(page: Page) -> list[str]:
    """What lies beyond the right edge of the window, or of the part of the desk that it belongs to."""
    beyond: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter(one => {
          const part = one.closest(".desk-row, .desk-strip, .card, .notice");
          const edge = Math.min(innerWidth, part?.getBoundingClientRect().right ?? innerWidth);
          const isCut = one.closest(".clip, .visually-hidden, .tabs, .desk-tabs, .table-box, pre, svg");
          return !isCut && one.getClientRects().length && one.getBoundingClientRect().right > edge + 1;
        }).map(one => one.className || one.tagName)"""
    )
    return beyond


def test_the_number_of_a_claim_reads_alike_in_a_text_from_right_to_left(open_page: Open) -> None:
    made = attempt(turn(), response_md="سعر المصباح هو 39.90 EUR.")
    claim(decide(made), made.text.response_md, ClaimState.UNSUPPORTED)
    page = open_page("rita", Role.REVIEWER, f"/attempts/{made.pk}/")
    number = page.locator(".claim-no").first
    assert number.evaluate("one => getComputedStyle(one, '::after').unicodeBidi") == "isolate"


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_name_of_a_colleague_stays_within_the_page(open_page: Open, width: int) -> None:
    work = a_fail()
    holder = open_page(PERSON, Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(holder)).to_contain_text("Release")
    holder.keyboard.press("m")
    holder.keyboard.type("Is this the sale price?")
    holder.keyboard.press("Control+Enter")
    expect(holder.locator("#desk-thread")).to_contain_text("sale price")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", width=width)
    expect(desk.foot(page)).to_contain_text("is reviewing this")
    assert cut_parts(page) == []
    page.goto(page.url.split("/desk/")[0] + "/desk/")
    expect(desk.row(page, work)).to_be_visible()
    assert cut_parts(page) == []


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_name_stays_within_the_list_of_people(open_page: Open, width: int) -> None:
    open_page(PERSON, Role.REVIEWER)
    page = open_page("anna", Role.ADMIN, "/settings/people/", width=width)
    page.get_by_role("row").filter(has_text=PERSON).get_by_role("button", name="Sign-in link").click()
    expect(page.locator("#sign-in-link")).to_be_visible()
    assert cut_parts(page) == []
    name = page.locator(".person-name", has_text=PERSON)
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_long_query_leaves_the_loop_in_view_and_scrolls_by_keyboard(open_page: Open) -> None:
    query = "Tell me everything about the desk lamp. " * 80
    asked = turn("turn_1", query=query[:300])
    decide(attempt(asked, context_md=LAMP_CONTEXT.replace("desk lamp", query)))
    page = open_page("rita", Role.REVIEWER, f"/turns/{asked.pk}/", width=390, height=844)
    expect(page.get_by_role("heading", name="Loop")).to_be_in_viewport()
    assert scrolling_faults(page) == []


def test_the_words_of_a_wide_table_are_whole_on_a_phone(open_page: Open) -> None:
    head = "|".join(f"column {number}" for number in range(30))
    table = f"|{head}|\n|{'---|' * 30}\n|{'EUR|' * 29}{'w' * 3000}|"
    made = attempt(turn(), response_md=f"The lamps:\n\n{table}")
    decide(made)
    page = open_page("rita", Role.REVIEWER, f"/attempts/{made.pk}/?view=rendered", width=390, height=844)
    heads = page.locator(".rendered th")
    expect(heads).to_have_count(30)
    assert heads.first.evaluate("one => one.clientWidth") > 50
    assert page.locator(".rendered td").last.evaluate("one => one.clientWidth") < 500
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
