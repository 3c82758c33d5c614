"""A reviewer rules by key and by click, in a real browser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.desk.people import a_fail, a_group
from tests.factories import intervention, lamp_turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.desk.actions import claims, rulings
from validation.domain.intervention import Ruling
from validation.models import Intervention, RulingRecord
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def test_ruling_by_keyboard_and_undoing_it(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    desk.is_open(page, first)
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("a")
    expect(desk.question(page)).to_contain_text("Approve although")
    page.keyboard.press("Enter")
    desk.is_open(page, second)
    expect(desk.toast(page)).to_contain_text("Approved as is")
    expect(desk.row(page, first)).to_have_count(0)
    page.keyboard.press("u")
    desk.is_open(page, first)
    expect(desk.row(page, first)).to_have_count(1)
    assert list(RulingRecord.objects.values_list("state", flat=True)) == ["undone"]


@pytest.mark.parametrize("field", ["#palette input", "#desk-q"])
def test_ctrl_enter_in_another_field_sends_no_ruling(open_page: Open, field: str) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("Not finished ye")
    if field.startswith("#palette"):
        page.keyboard.press("Control+k")
    page.locator(field).click()
    sent: list[str] = []

    def note(action: str) -> None:
        sent.append(action)

    page.expose_function("noteSent", note)
    page.evaluate("() => document.addEventListener('submit', ({ target }) => noteSent(target.action), true)")
    page.keyboard.press("Control+Enter")
    page.wait_for_load_state()
    assert [url for url in sent if "/rule/" in url] == []


def test_escape_answers_no_to_approving_against_a_failing_check(open_page: Open) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.button(page, "a")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-form")).to_be_hidden()
    assert not RulingRecord.objects.exists()


def test_approving_what_halted_asks_and_enter_answers(open_page: Open) -> None:
    work = a_group(1)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.button(page, "a")).to_be_visible()
    page.keyboard.press("a")
    expect(desk.question(page)).to_contain_text("it was never judged (judge unavailable)")
    page.keyboard.press("Enter")
    expect(desk.toast(page)).to_contain_text("Approved as is")


@pytest.mark.parametrize("key", ["a", "r"])
def test_a_ruling_that_a_group_does_not_take_says_which_it_does(open_page: Open, key: str) -> None:
    work = a_group(2)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.button(page, "v")).to_be_visible()
    page.keyboard.press(key)
    expect(desk.toasts(page)).to_contain_text("A whole group takes V")


def press(page: Page, key: str, times: int = 1) -> None:
    """All of them reach the page before any answer can."""
    page.evaluate(
        "([key, times]) => Array.from({length: times}, () =>"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))",
        [key, times],
    )


def test_a_key_pressed_twice_rules_once_and_can_be_undone(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    press(page, "d", times=2)
    desk.is_open(page, second)
    expect(desk.row(page, first)).to_have_count(0)
    expect(desk.toast(page)).to_contain_text("Dismissed")
    page.keyboard.press("u")
    desk.is_open(page, first)
    assert list(RulingRecord.objects.values_list("intervention_id", "state")) == [(first.pk, "undone")]


def test_the_toast_leaves_the_last_row_of_the_queue_in_view(open_page: Open) -> None:
    *_, before, last = [a_fail(f"turn_{at}") for at in range(9)]
    page = open_page("rita", Role.REVIEWER, f"/desk/{before.pk}/", width=1280, height=720)
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("d")
    desk.is_open(page, last)
    expect(desk.toast(page)).to_be_visible()
    # The queue is brought anew meanwhile: both are measured at one time, until they have come to rest.
    page.wait_for_function(
        """row => document.getElementById(row)?.getBoundingClientRect().bottom
            <= document.querySelector(".desk-toast")?.getBoundingClientRect().top""",
        arg=f"row-{last.pk}",
    )


def test_two_buttons_pressed_at_once_rule_once(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.evaluate("() => { const one = document.getElementById('foot-d'); one.click(); one.click(); }")
    desk.is_open(page, second)
    expect(desk.toast(page)).to_have_count(1)
    assert RulingRecord.objects.get().intervention_id == first.pk


def test_a_key_pressed_when_the_next_item_has_just_come_rules_on_nothing(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.evaluate(
        """() => document.addEventListener("htmx:afterSettle", (event) => {
            if (event.target.id !== "desk-item") return;
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "d", bubbles: true}));
            document.body.dataset.pressed = "yes";
        })"""
    )
    page.keyboard.press("d")
    desk.is_open(page, second)
    expect(page.locator("body[data-pressed]")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert list(RulingRecord.objects.values_list("intervention_id", flat=True)) == [first.pk]


def test_the_keys_work_again_when_the_next_item_has_been_shown(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("d")
    desk.is_open(page, second)
    expect(page.locator(".desk:not([data-resting]) #foot-d")).to_be_visible()
    page.keyboard.press("d")
    expect(desk.item(page)).to_contain_text("Nothing waits for a ruling")


def test_two_browsers_that_rule_at_once_rule_once_and_both_can_undo(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    pages = [open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/") for _ in range(2)]
    for page in pages:
        expect(desk.foot(page)).to_contain_text("Release")
    for page in pages:
        press(page, "d")  # sent and not waited for
    for page in pages:
        desk.is_open(page, second)
        expect(desk.toast(page)).to_contain_text("Dismissed")
        expect(desk.row(page, first)).to_have_count(0)
    assert list(RulingRecord.objects.values_list("intervention_id", "state")) == [(first.pk, "pending")]
    pages[1].keyboard.press("u")
    desk.is_open(pages[1], first)
    assert RulingRecord.objects.get().state == "undone"


def test_a_ruling_that_came_too_late_keeps_its_text_and_brings_the_list_anew(open_page: Open) -> None:
    first, _ = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("We could not answer this.")
    now = timezone.now()
    claims.release(intervention_id=first.pk, by="rita", now=now)
    rulings.rule(intervention_id=first.pk, ruling=Ruling.DISMISS, by="otto", now=now)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-form [role=alert]")).to_be_visible()
    expect(page.locator("#message")).to_have_value("We could not answer this.")
    expect(desk.row(page, first)).to_have_count(0)


def ruled_in_another_tab(open_page: Open) -> tuple[Page, Page]:
    """A message is typed in the first page, and the second dismisses the item meanwhile."""
    work, _ = a_fail("turn_a"), a_fail("turn_b")
    page, other = (open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/") for _ in range(2))
    for one in (page, other):
        expect(desk.foot(one)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("We could not answer this.")
    other.keyboard.press("d")
    expect(desk.toast(other)).to_contain_text("Dismissed")
    return page, other


def test_what_is_typed_stays_when_another_tab_of_ones_own_ruled_otherwise(open_page: Open) -> None:
    page, _ = ruled_in_another_tab(open_page)
    expect(page.locator("#desk-said")).to_contain_text("Your ruling (dismissed) takes effect")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-form [role=alert]")).to_contain_text("Undo it first")
    expect(page.locator("#message")).to_have_value("We could not answer this.")
    page.locator("#foot-undo").click()
    expect(page.locator(".desk:not([data-resting]) #desk-form [type=submit]:enabled")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_contain_text("FAIL confirmed")
    assert RulingRecord.objects.get(state="pending").message == "We could not answer this."


def test_what_was_refused_can_be_sent_once_the_other_ruling_is_undone_elsewhere(open_page: Open) -> None:
    page, other = ruled_in_another_tab(open_page)
    page.keyboard.press("Control+Enter")
    expect(desk.submit(page)).to_be_disabled()
    expect(page.locator("#desk-form")).to_contain_text("stays here to be copied", use_inner_text=True)
    other.keyboard.press("u")
    expect(desk.submit(page)).to_be_enabled()
    expect(page.locator("#desk-form [role=alert]")).to_have_count(0)
    expect(page.locator("#desk-form")).not_to_contain_text("stays here to be copied", use_inner_text=True)
    desk.submit(page).click()
    expect(desk.toast(page)).to_contain_text("FAIL confirmed")


def test_the_rail_counts_a_ruling_at_once(open_page: Open) -> None:
    a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    expect(page.locator("#rail-open")).to_have_text("2")
    page.keyboard.press("j")
    expect(desk.button(page, "d")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator("#rail-open")).to_have_text("1")


def test_a_finding_leads_to_its_place_in_the_response(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    page.get_by_role("link", name="45.90 EUR does not appear in the evidence.").first.click()
    expect(page.locator(".claim:focus")).to_contain_text("45.90 EUR")
    expect(page.locator(".evidence-card.lit")).to_contain_text("54,90 EUR")


def test_the_rendered_response_lights_its_evidence_too(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/?view=rendered")
    page.locator(".rendered a.claim-contradicted").first.click()
    expect(page.locator(".evidence-card.lit")).to_contain_text("54,90 EUR")


def test_a_ruling_takes_force_when_its_time_to_undo_is_over(open_page: Open) -> None:
    a_fail()
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "d")).to_be_visible()
    page.keyboard.press("d")
    expect(desk.item(page)).to_contain_text("Nothing waits for a ruling")
    rulings.finalize_due(now=timezone.now() + timedelta(minutes=11))
    assert Intervention.objects.get().state == "ruled"
