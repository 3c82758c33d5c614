"""The desk in windows that are low or narrow, enlarged, or in the colours of the system."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.desk.people import a_fail
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.models import Intervention, Pipeline
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
ENLARGED = {"width": 640, "height": 360}
"""A window of 1280 x 720 at 200 % (WCAG 1.4.4)."""
NARROWEST = {"width": 320, "height": 568}
"""A window of 1280 pixels at 400 % (WCAG 1.4.10)."""


FACTS_ON_ONE_LINE = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const facts = box("#desk-state"), path = box(".desk-facts > .crumbs");
  const ends = [...document.querySelectorAll("#desk-state > *")].map((one) => one.getBoundingClientRect().right);
  return facts && facts.height < 30 && (Math.max(...ends) <= path.left || facts.bottom <= path.top);
}"""
"""Seen at once: a live update may bring a part anew between two looks."""


def box_of(part: Locator) -> dict[str, float]:
    box = part.bounding_box()
    assert box
    return {"left": box["x"], "right": box["x"] + box["width"], "top": box["y"], "bottom": box["y"] + box["height"]}


def ready(page: Page) -> Page:
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def test_an_enlarged_item_leaves_most_of_the_window_to_what_is_read(open_page: Open) -> None:
    page = ready(open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **ENLARGED))
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    expect(page.locator(".topbar")).not_to_be_in_viewport()
    assert box_of(desk.foot(page))["top"] > 0.8 * ENLARGED["height"]
    for key in "ae":
        expect(desk.button(page, key)).to_be_in_viewport(ratio=1)


def test_an_enlarged_form_shows_what_is_typed(open_page: Open) -> None:
    page = ready(open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **ENLARGED))
    page.keyboard.press("r")
    expect(desk.hints(page)).to_be_in_viewport(ratio=0.9)
    expect(desk.submit(page)).to_be_in_viewport(ratio=1)
    choices = page.locator(".desk-choices")
    assert box_of(choices)["bottom"] <= box_of(desk.hints(page))["top"]


def test_the_narrowest_window_cuts_nothing_off(open_page: Open) -> None:
    page = ready(open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **NARROWEST))
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST["width"]


@pytest.mark.parametrize("width", [1440, 1280, 1024, 390])
def test_the_terms_of_the_search_are_not_cut_off(open_page: Open, width: int) -> None:
    page = open_page("rita", Role.REVIEWER, "/desk/", width=width)
    page.locator("#desk-terms-menu > summary").click()
    terms, side = box_of(page.locator("#desk-terms")), box_of(page.locator(".desk-side"))
    assert terms["left"] > side["left"]
    assert terms["right"] < side["right"]


@pytest.mark.parametrize("width", [1440, 1366, 1280, 1024])
def test_a_snoozed_item_has_its_facts_on_one_line(open_page: Open, width: int) -> None:
    work = a_fail()
    until = timezone.now() + timedelta(minutes=50)
    Intervention.objects.filter(pk=work.pk).update(snoozed_until=until)
    Pipeline.objects.update(name="default")
    page = ready(open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", width=width))
    expect(page.locator("#desk-state")).to_contain_text("snoozed")
    page.wait_for_function(FACTS_ON_ONE_LINE)


def test_what_is_current_or_chosen_is_seen_in_forced_colours(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = ready(open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/", forced_colors="active"))
    page.keyboard.press("e")
    page.locator("body").click(position={"x": 5, "y": 600})
    chosen = page.locator(".desk-choices .segment")
    for on, off in (
        (desk.row(page, first), desk.row(page, second)),
        (page.locator(".rail .nav-item", has_text="Review desk"), page.locator(".rail .nav-item", has_text="Turns")),
        (chosen.filter(has_text="Edit"), chosen.filter(has_text="Revise")),
    ):
        expect(on).to_have_css("outline-style", "solid")
        expect(off).to_have_css("outline-style", "none")
