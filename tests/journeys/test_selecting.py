"""Selecting and ruling on many, in a real browser."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.desk.people import a_fail, a_group
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.live import Site, tell
from validation.desk.actions import claims
from validation.models import Intervention, RulingRecord
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def three() -> list[Intervention]:
    return [a_fail(f"turn_{name}") for name in "abc"]


def desk_of(open_page: Open, path: str = "/desk/", **size: object) -> Page:
    page = open_page("rita", Role.REVIEWER, path, **size)
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    return page


def box(page: Page, work: Intervention) -> Locator:
    return page.locator(f"#pick-{work.pk}")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def settled(page: Page, title: str) -> None:
    expect(page.locator("#desk-title")).to_have_text(title)


def two_selected(page: Page) -> None:
    press(page, "x", "Shift+J")
    settled(page, "2 items selected")


def test_many_are_dismissed_and_taken_back_by_keyboard_alone(open_page: Open) -> None:
    first, second, third = three()
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    press(page, "Shift+J")
    settled(page, "2 items selected")
    expect(box(page, second)).to_be_checked()
    expect(page.locator("#desk-said")).to_have_text("2 selected.")
    expect(page).to_have_url(re.compile(f"selected={first.pk}&selected={second.pk}"))
    press(page, "d")
    expect(desk.submit(page)).to_contain_text("Dismiss 2")
    press(page, "Enter")
    expect(desk.toast(page)).to_contain_text("Dismissed: 2 items")
    expect(page.locator(".desk-row")).to_have_count(1)
    assert not RulingRecord.objects.filter(intervention=third).exists()
    press(page, "u")
    settled(page, "2 items selected")
    expect(page.locator(".desk-row")).to_have_count(3)
    assert set(RulingRecord.objects.values_list("state", flat=True)) == {"undone"}
    press(page, "Escape")
    expect(desk.item(page)).to_contain_text("3 items wait for a ruling")
    expect(page).to_have_url(re.compile(r"/desk/$"))


def test_leaving_a_selection_leads_back_to_its_row(open_page: Open) -> None:
    _, second, _ = three()
    page = desk_of(open_page)
    two_selected(page)
    press(page, "d")
    expect(page.locator("#desk-form")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#desk-form")).to_be_hidden()
    press(page, "Escape")
    expect(page.locator("#desk-item.desk-bulk")).to_have_count(0)
    expect(desk.row(page, second)).to_be_focused()
    press(page, "Enter")
    desk.is_open(page, second)


def test_after_a_selection_j_opens_the_row_after_the_focused_one(open_page: Open) -> None:
    _, second, third = three()
    page = desk_of(open_page)
    two_selected(page)
    press(page, "Escape")
    expect(desk.row(page, second)).to_be_focused()
    expect(desk.item(page)).to_contain_text("3 items wait for a ruling")
    press(page, "j")
    desk.is_open(page, third)


def test_after_a_selection_k_opens_the_row_before_the_focused_one(open_page: Open) -> None:
    first, second, _ = three()
    page = desk_of(open_page)
    two_selected(page)
    press(page, "Escape")
    expect(desk.row(page, second)).to_be_focused()
    expect(desk.item(page)).to_contain_text("3 items wait for a ruling")
    press(page, "k")
    desk.is_open(page, first)


def test_selecting_the_page_and_then_all_that_match(open_page: Open) -> None:
    three()
    page = desk_of(open_page, "/desk/?q=kind%3Afail")
    press(page, "Shift+X")
    settled(page, "3 items selected")
    press(page, "Shift+X")
    settled(page, "All 3 that match")
    expect(page).to_have_url(re.compile("selected=all"))
    page.reload()
    settled(page, "All 3 that match")
    press(page, "x")
    settled(page, "2 items selected")


def test_j_and_k_walk_without_opening_while_something_is_selected(open_page: Open) -> None:
    first, second, third = three()
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    press(page, "j", "j", "x")
    settled(page, "2 items selected")
    expect(box(page, first)).to_be_checked()
    expect(box(page, second)).not_to_be_checked()
    expect(box(page, third)).to_be_checked()
    third.refresh_from_db()
    assert third.claimed_by is None


def test_an_item_opened_out_of_a_selection_is_ruled_on_alone(open_page: Open) -> None:
    first, second, _ = three()
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    press(page, "j", "Enter")
    expect(page).to_have_url(re.compile(f"/desk/{second.pk}/.*selected={first.pk}"))
    expect(desk.foot(page)).to_contain_text("for this item alone")
    press(page, "Escape")
    settled(page, "1 item selected")
    expect(box(page, first)).to_be_checked()


def test_selecting_an_open_item_releases_it(open_page: Open) -> None:
    first, *_ = three()
    page = desk_of(open_page)
    press(page, "j")
    expect(desk.foot(page)).to_contain_text("Release")
    press(page, "x")
    settled(page, "1 item selected")
    expect(box(page, first)).to_be_checked()
    expect(desk.row(page, first)).not_to_contain_text("yours")


def test_a_range_is_selected_by_shift_and_click(open_page: Open) -> None:
    first, second, third = three()
    page = desk_of(open_page)
    box(page, first).check()
    desk.row(page, third).click(modifiers=["Shift"])
    settled(page, "3 items selected")
    expect(box(page, second)).to_be_checked()


def test_what_colleagues_do_keeps_the_marks_and_renews_the_numbers(open_page: Open) -> None:
    _, second, _ = three()
    page = desk_of(open_page)
    two_selected(page)
    expect(desk.button(page, "d")).to_contain_text("2")
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    tell(Topic.INTERVENTIONS, second.pk)
    expect(desk.button(page, "d")).to_contain_text("1")
    expect(desk.item(page)).to_contain_text("held by otto")
    expect(box(page, second)).to_be_checked()


def test_a_number_that_is_being_confirmed_does_not_change_under_the_finger(open_page: Open) -> None:
    _, second, _ = three()
    page = desk_of(open_page)
    two_selected(page)
    press(page, "d")
    expect(desk.submit(page)).to_be_focused()
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    tell(Topic.INTERVENTIONS, second.pk)
    expect(desk.row(page, second)).to_contain_text("otto")
    expect(desk.submit(page)).to_contain_text("Dismiss 2")
    press(page, "Enter")
    expect(desk.toasts(page)).to_contain_text("1 dismissed, 1 left: 1 held by otto")


def test_one_message_goes_to_all(open_page: Open) -> None:
    three()
    page = desk_of(open_page)
    press(page, "Shift+X")
    settled(page, "3 items selected")
    press(page, "f")
    page.keyboard.press("Control+A")
    page.keyboard.type("Please ask again.")
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_contain_text("3 items")
    assert set(RulingRecord.objects.values_list("message", flat=True)) == {"Please ask again."}


def test_a_key_that_many_do_not_take_says_which_they_do(open_page: Open) -> None:
    three()
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    press(page, "a")
    expect(desk.toasts(page)).to_contain_text("Open one to approve")
    assert not RulingRecord.objects.exists()


def test_judging_many_again_promises_no_undo(open_page: Open) -> None:
    a_group(2)
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    press(page, "v")
    expect(page.locator("#desk-form")).to_contain_text("without undo")
    expect(page.get_by_text("You can undo all of it").locator("visible=true")).to_have_count(0)
    press(page, "d")
    page.locator("#desk-form .segment", has_text="Dismiss").click()
    expect(page.get_by_text("You can undo all of it").locator("visible=true")).to_have_count(1)


def test_another_search_selects_nothing(open_page: Open) -> None:
    three()
    page = desk_of(open_page)
    press(page, "x")
    settled(page, "1 item selected")
    page.get_by_role("link", name="Unclaimed").click()
    expect(desk.item(page)).to_contain_text("3 items wait")


def test_selecting_on_a_phone(open_page: Open) -> None:
    """The rulings stand over a list that is longer than the screen."""
    first, *_ = [a_fail(f"turn_{number}") for number in range(12)]
    page = desk_of(open_page, width=390)
    box(page, first).check()
    settled(page, "1 item selected")
    expect(desk.button(page, "d")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    desk.button(page, "d").click()
    page.get_by_role("button", name="Dismiss 1").click()
    expect(desk.toast(page)).to_contain_text("1 item")


def test_selecting_without_javascript(open_page: Open, asgi_server: Site) -> None:
    first, second, third = three()
    group = a_group(2)
    page = open_page("rita", Role.REVIEWER, "/desk/", java_script_enabled=False)
    for work in (first, third, group):
        box(page, work).check()
    page.get_by_role("button", name="Take what is ticked").click()
    settled(page, "3 items selected")
    page.get_by_role("button", name="Dismiss 3").click()
    desk.submit(page).click()
    assert page.url == f"{asgi_server.url}/desk/"
    assert set(RulingRecord.objects.values_list("intervention", flat=True)) == {first.pk, third.pk, group.pk}
    page.locator(".desk-toast button").click()
    settled(page, "3 items selected")
    assert set(RulingRecord.objects.values_list("state", flat=True)) == {"undone"}
    expect(box(page, second)).not_to_be_checked()


def test_a_search_is_kept_as_a_view_and_taken_up_again(open_page: Open) -> None:
    fail, group = a_fail(), a_group(2)
    page = desk_of(open_page)
    page.locator("#desk-q").fill("kind:halt")
    expect(desk.row(page, fail)).to_have_count(0)
    page.locator("#desk-views-menu > summary").click()
    page.locator("#view-name").fill("Halts")
    page.keyboard.press("Enter")
    view = page.locator(".desk-view")
    expect(view).to_have_text("Halts 1")
    page.locator(".desk-tab").first.click()
    expect(desk.row(page, fail)).to_be_visible()
    view.click()
    expect(desk.row(page, fail)).to_have_count(0)
    expect(desk.row(page, group)).to_be_visible()
    expect(view).to_have_attribute("aria-current", "true")
