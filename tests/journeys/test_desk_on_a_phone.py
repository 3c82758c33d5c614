"""The desk where there is room for one thing: a screen of 390 pixels."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.desk.people import a_fail
from tests.factories import finding, intervention, lamp_turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.journeys.test_desk_at_work import HEARTBEAT, open_with_sockets
from tests.journeys.test_first_problem import a_long_fail
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]
PHONE = {"width": 390, "height": 844}


def test_an_open_item_has_the_heading_of_its_page(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Review desk")
    expect(page.get_by_role("link", name="Queue")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search terms")).to_have_count(0)


def test_an_open_item_says_when_the_server_is_gone(open_page: Open) -> None:
    items = [a_fail(f"turn_{number}") for number in range(2)]
    page, sockets = open_with_sockets(open_page)
    page.set_viewport_size(PHONE)
    page.goto(f"{page.url}desk/{items[0].pk}/")
    sign = page.locator(".desk-headline .live")
    sockets[-1].send(HEARTBEAT)
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    expect(sign).to_be_hidden()
    sockets[-1].close()
    expect(sign).to_be_visible()
    page.get_by_role("link", name="Next item").click()
    expect(page.locator("#desk-title")).to_have_text(items[1].title)
    expect(sign).to_have_text("Offline")


def test_the_title_has_the_width_of_the_screen(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **PHONE)
    title = page.locator("#desk-title").bounding_box()
    assert title
    assert title["width"] > 0.85 * PHONE["width"]


@pytest.mark.parametrize("count", [4, 5, 6])
def test_no_ruling_stands_alone_on_its_row(open_page: Open, count: int) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **PHONE)
    rulings = page.locator(".desk-rulings > *")
    expect(rulings).to_have_count(6)
    tops = page.evaluate(
        """count => {
            const all = [...document.querySelectorAll(".desk-rulings > *")];
            all.slice(count).forEach((one) => one.remove());
            return all.slice(0, count).map((one) => Math.round(one.getBoundingClientRect().top));
        }""",
        count,
    )
    assert all(tops.count(top) > 1 for top in tops)


PRESSED = ".btn, .input, .select, .segment, .tab, .desk-tab, .menu-item, .tabbar-item, .topbar-search"
LOW = """pressed => [...document.querySelectorAll(pressed)]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
    .map(one => one.textContent.trim() || one.getAttribute("aria-label") || one.name)"""
"""What can be pressed and is lower than a thumb needs (WCAG 2.5.5), by its words."""


@pytest.mark.parametrize(
    "path", ["/desk/", "/desk/{item}/", "/desk/{item}/?form=revise", "/turns/", "/attempts/", "/insights/"]
)
def test_what_is_pressed_is_as_high_as_a_thumb(open_page: Open, path: str) -> None:
    page = open_page("rita", Role.REVIEWER, path.format(item=a_fail().pk), **PHONE)
    assert page.evaluate(LOW, PRESSED) == []


def test_the_buttons_beside_the_search_stand_apart(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/desk/", **PHONE)
    terms, views = (page.locator(f"{one} > summary").bounding_box() for one in ("#desk-terms-menu", ".desk-keep"))
    assert terms
    assert views
    assert terms["x"] + terms["width"] < views["x"]


COVERED = """() => {
    const bar = document.getElementById("desk-foot").getBoundingClientRect().top;
    return [...document.querySelectorAll(".desk-body :is(a[href], button, summary, textarea)")]
        .filter(one => one.checkVisibility())
        .filter(one => { one.focus(); return one.getBoundingClientRect().bottom > bar; })
        .map(one => one.textContent.trim());
}"""


def test_what_has_the_focus_is_not_under_the_rulings(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", **PHONE)
    assert page.evaluate(COVERED) == []


def test_the_form_leaves_nearly_half_of_the_screen_to_the_response(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/?form=revise", **PHONE)
    form = page.locator("#desk-form").bounding_box()
    assert form
    assert form["y"] > 0.45 * PHONE["height"]


def test_the_toast_is_above_the_rulings_and_names_the_item(open_page: Open) -> None:
    title = "Which of the two desk lamps has the brighter light?"
    work, following = a_fail("turn_a"), a_fail("turn_b")
    Intervention.objects.filter(pk=work.pk).update(title=title)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", **PHONE)
    expect(desk.foot(page)).to_contain_text("Release")
    desk.button(page, "d").click()
    expect(desk.toast(page)).to_contain_text("Dismissed")
    desk.is_open(page, following)
    expect(desk.foot(page)).to_contain_text("Release")
    expect(page.locator(".htmx-request, .htmx-settling, .htmx-swapping")).to_have_count(0)
    toast, foot = desk.toast(page).bounding_box(), desk.foot(page).bounding_box()
    assert toast
    assert foot
    assert toast["y"] + toast["height"] <= foot["y"]
    named = desk.toast(page).get_by_text(title)
    assert named.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


@pytest.mark.parametrize("pressed", ["#foot-next", "#foot-d"])
def test_the_next_item_begins_at_its_title(open_page: Open, pressed: str) -> None:
    for name in "ab":
        a_long_fail(f"turn_{name}", wrong=50)
    page = open_page("rita", Role.REVIEWER, "/desk/", **PHONE)
    page.locator(".desk-row").first.click()
    expect(desk.foot(page)).to_contain_text("Release")
    left = page.url
    page.evaluate("scrollTo(0, 900)")
    # In one step: news of the claim may bring the foot anew, and a form that is out of the page sends nothing.
    page.evaluate("pressed => document.querySelector(pressed).click()", pressed)
    expect(page).not_to_have_url(left)
    expect(page.locator("#desk-title")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("path", ["/desk/{item}/?form=dismiss", "/desk/?selected=all&form=confirm_fail"])
def test_every_choice_of_the_form_and_its_close_are_in_view(open_page: Open, path: str) -> None:
    page = open_page("rita", Role.REVIEWER, path.format(item=a_fail().pk), **PHONE)
    segments = page.locator(".desk-choices .segment")
    expect(segments.first).to_be_visible()
    for segment in segments.all():
        expect(segment).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-close-form]")).to_be_in_viewport(ratio=1)
    tops = segments.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))")
    assert len(set(tops)) == 1, "the choices take one row"


def test_the_form_shows_that_there_is_more_of_it_below(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/?form=confirm_fail", **PHONE)
    fields = page.locator(".desk-form-fields")
    expect(fields).to_be_visible()
    box = fields.bounding_box()
    assert box
    beside_the_fields = {"x": box["x"], "y": box["y"] + box["height"] - 8, "width": 2, "height": 8}
    fields.evaluate("fields => fields.scrollTo(0, 0)")
    above = page.screenshot(clip=beside_the_fields)
    assert fields.evaluate("fields => { fields.scrollTo(0, fields.scrollHeight); return fields.scrollTop; }") > 0
    at_its_end = page.screenshot(clip=beside_the_fields)
    assert above != at_its_end


@pytest.mark.parametrize("path", ["/desk/{item}/", "/attempts/{attempt}/"])
def test_the_links_of_a_check_are_large_enough_to_press(open_page: Open, path: str) -> None:
    failed = lamp_turn().attempts.get(number=1)
    for words in ("Its battery", "12 hours", "820 lumens"):
        finding(failed.judgements.get(), words, f"{words} does not appear in the evidence.")
    path = path.format(item=intervention(failed).pk, attempt=failed.pk)
    page = open_page("rita", Role.REVIEWER, path, **PHONE)
    links = page.locator(".checks a")
    expect(links.first).to_be_visible()
    assert page.locator(".checks .claim-ref").count() > 0
    assert page.locator(".checks .check-link").count() > 0
    expect(links.last).to_have_text(re.compile(r"and \d+ more"))
    sizes = links.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 24  # WCAG 2.5.8
