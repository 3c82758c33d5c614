"""A turn that was sent back dozens of times stays readable, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.factories import attempt, decide, intervention, turn
from tests.journeys.signed_in import Open
from validation.domain.attempt import Route
from validation.models import Attempt, Turn
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
MANY = 41
SIZES = [(1440, 900), (390, 844)]


def sent_back_often() -> tuple[Turn, Attempt]:
    """The turn, and its last attempt, which failed."""
    asked = turn("turn_1", query="A lamp under 50 euros?")
    for _ in range(MANY - 1):
        decide(attempt(asked), Route.REVISE)
    last = attempt(asked)
    decide(last, Route.FAIL)
    return asked, last


def width_of(page: Page) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_desk_shows_the_attempt_it_is_about(open_page: Open, width: int, height: int) -> None:
    _, last = sent_back_often()
    work = intervention(last, why="Both revisions are used.")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", width=width, height=height)
    path = page.locator(".desk-path")
    expect(path.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
    expect(path).to_contain_text("+37")
    line = page.locator(".verdict-line").first.bounding_box()
    assert line
    assert line["height"] < 130


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_drafts_of_a_turn_are_chosen_within_the_page(open_page: Open, width: int, height: int) -> None:
    asked, _ = sent_back_often()
    page = open_page("rita", Role.REVIEWER, f"/turns/{asked.pk}/", width=width, height=height)
    chosen = page.get_by_role("link", name=f"{MANY - 1} → {MANY}")
    chosen.evaluate("one => one.closest('section').scrollIntoView()")
    expect(chosen).to_be_in_viewport(ratio=1)
    assert width_of(page) <= width


def test_the_last_column_of_turns_is_in_view(open_page: Open) -> None:
    sent_back_often()
    page = open_page("rita", Role.REVIEWER, "/turns/?range=all", width=1440)
    expect(page.locator(".table-list td").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("number", "shown"), [(1, [1, 2, 3, 4]), (20, [18, 19, 20, 21]), (41, [38, 39, 40, 41])])
def test_the_path_of_an_attempt_is_cut_around_it(open_page: Open, number: int, shown: list[int]) -> None:
    asked, _ = sent_back_often()
    about = asked.attempts.get(number=number)
    page = open_page("rita", Role.REVIEWER, f"/attempts/{about.pk}/")
    chips = page.locator(".factline .path a")
    expect(chips).to_have_count(4)
    names = [f"Attempt {one}, shown" if one == number else f"Attempt {one}" for one in shown]
    assert chips.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == names
