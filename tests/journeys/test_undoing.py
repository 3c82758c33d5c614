"""What was done at the desk is taken back, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route as Answerable
from playwright.sync_api import expect

from tests.desk.people import a_fail
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def test_an_undo_that_is_answered_after_its_time_leaves_the_desk_at_work(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, "/desk/")
    page.clock.install()
    page.goto(page.url + f"{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("d")
    desk.is_open(page, second)
    expect(desk.toast(page)).to_be_visible()
    waiting: list[Answerable] = []
    page.route("**/undo/**", lambda request: waiting.append(request))  # noqa: PLW0108
    with page.expect_request("**/undo/**"):
        page.keyboard.press("u")
    page.clock.run_for(602_000)
    waiting[0].continue_()
    desk.is_open(page, first)
    expect(desk.row(page, first)).to_have_count(1)
    expect(desk.toasts(page)).to_contain_text("Taken back.")
    page.clock.run_for(1_000)
    page.keyboard.press("j")
    desk.is_open(page, second)


def test_a_snooze_is_undone_by_key(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="For 1 hour")).to_be_focused()
    page.keyboard.press("Enter")
    desk.is_open(page, second)
    expect(desk.row(page, first)).to_have_count(0)
    expect(desk.toasts(page)).to_contain_text("Snoozed for")
    page.keyboard.press("u")
    desk.is_open(page, first)
    expect(desk.row(page, first)).to_have_count(1)
    assert Intervention.objects.get(pk=first.pk).snoozed_until is None


def test_escape_pressed_as_a_selection_comes_back_leaves_it(open_page: Open) -> None:
    works = [a_fail(f"turn_{name}") for name in "abc"]
    page = open_page("rita", Role.REVIEWER, f"/desk/?selected={works[0].pk}&selected={works[1].pk}")
    page.keyboard.press("d")
    expect(desk.submit(page)).to_contain_text("Dismiss 2")
    page.keyboard.press("Enter")
    expect(desk.toast(page)).to_contain_text("Dismissed: 2 items")
    page.evaluate(
        """() => {
            document.addEventListener("live", (event) => event.stopPropagation(), true); // no news brings the pane anew
            document.addEventListener("htmx:afterSwap", ({target}) => target.id === "desk-item"
                && document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true})));
        }"""
    )
    page.keyboard.press("u")
    expect(desk.item(page)).to_contain_text("3 items wait for a ruling")
    expect(page).to_have_url(re.compile(r"/desk/$"))


@pytest.mark.parametrize("reloads", [False, True])
def test_what_was_edited_before_an_undo_is_in_the_field_again(open_page: Open, reloads: bool) -> None:
    work = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("e")
    page.locator("#edit").fill("Ten minutes of careful editing with a tpyo.")
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_be_visible()
    page.keyboard.press("u")
    desk.is_open(page, work)
    expect(desk.toasts(page)).to_contain_text("Taken back.")
    if reloads:
        page.reload()
    expect(page.locator("#edit")).to_have_value("Ten minutes of careful editing with a tpyo.")


def test_a_message_written_before_an_undo_is_not_typed_over(open_page: Open) -> None:
    work = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("Sorry about your kettle")
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_be_visible()
    page.keyboard.press("u")
    expect(desk.toasts(page)).to_contain_text("Taken back.")
    expect(page.locator(".desk:not([data-resting]) #foot-f")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.type("!")
    expect(page.locator("#message")).to_have_value("Sorry about your kettle!")
