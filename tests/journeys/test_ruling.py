"""A reviewer at the desk, in a real browser."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.desk.people import a_fail, a_group
from tests.factories import intervention, lamp_turn
from tests.journeys.signed_in import Open, tell
from tests.live import Site
from validation.desk.actions import claims, rulings
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, RulingRecord
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def desk_of(open_page: Open, name: str = "rita", **size: int) -> Page:
    return open_page(name, Role.REVIEWER, "/desk/", **size)


def address_of(page: Page) -> str:
    return page.url.split("/desk/")[1].split("/")[0]


def is_open(page: Page, work: Intervention) -> None:
    expect(page).to_have_url(re.compile(f"/desk/{work.pk}/"))


def test_ruling_by_keyboard_and_undoing_it(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    is_open(page, first)
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.keyboard.press("a")
    expect(page.locator(".desk-ask")).to_contain_text("Approve although")
    page.keyboard.press("Enter")
    is_open(page, second)
    expect(page.locator(".desk-toast")).to_contain_text("Approved as is")
    expect(page.locator(f"#row-{first.pk}")).to_have_count(0)
    page.keyboard.press("u")
    is_open(page, first)
    expect(page.locator(f"#row-{first.pk}")).to_have_count(1)
    assert list(RulingRecord.objects.values_list("state", flat=True)) == ["undone"]


def test_escape_answers_no_to_approving_against_a_failing_check(open_page: Open) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(page.locator("#foot-a")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-form")).to_be_hidden()
    assert not RulingRecord.objects.exists()


def test_approving_what_halted_asks_and_enter_answers(open_page: Open) -> None:
    work = a_group(1)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(page.locator("#foot-a")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".desk-ask")).to_contain_text("it was never judged (judge unavailable)")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-toast")).to_contain_text("Approved as is")


@pytest.mark.parametrize("key", ["a", "r"])
def test_a_ruling_that_a_group_does_not_take_says_which_it_does(open_page: Open, key: str) -> None:
    work = a_group(2)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(page.locator("#foot-v")).to_be_visible()
    page.keyboard.press(key)
    expect(page.locator("#desk-toasts")).to_contain_text("A whole group takes V")


def press_twice(page: Page, key: str) -> None:
    """Both key presses reach the page before any answer can."""
    page.evaluate(
        "key => [1, 2].forEach(() => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))",
        key,
    )


def test_a_key_pressed_twice_rules_once_and_can_be_undone(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    press_twice(page, "d")
    is_open(page, second)
    expect(page.locator(f"#row-{first.pk}")).to_have_count(0)
    expect(page.locator(".desk-toast")).to_contain_text("Dismissed")
    page.keyboard.press("u")
    is_open(page, first)
    assert list(RulingRecord.objects.values_list("intervention_id", "state")) == [(first.pk, "undone")]


def test_two_buttons_pressed_at_once_rule_once(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.evaluate("() => { const one = document.getElementById('foot-d'); one.click(); one.click(); }")
    is_open(page, second)
    expect(page.locator(".desk-toast")).to_have_count(1)
    assert RulingRecord.objects.get().intervention_id == first.pk


def test_a_key_pressed_when_the_next_item_has_just_come_rules_on_nothing(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.evaluate(
        """() => document.addEventListener("htmx:afterSettle", (event) => {
            if (event.target.id !== "desk-item") return;
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "d", bubbles: true}));
            document.body.dataset.pressed = "yes";
        })"""
    )
    page.keyboard.press("d")
    is_open(page, second)
    expect(page.locator("body[data-pressed]")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert list(RulingRecord.objects.values_list("intervention_id", flat=True)) == [first.pk]


def test_the_keys_work_again_when_the_next_item_has_been_shown(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.keyboard.press("d")
    is_open(page, second)
    expect(page.locator(".desk:not([data-resting]) #foot-d")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator("#desk-item")).to_contain_text("Nothing waits for a ruling")


def test_a_second_ruling_from_another_tab_keeps_the_undo(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    rulings.rule(intervention_id=first.pk, ruling=Ruling.DISMISS, by="rita", now=timezone.now())
    page.keyboard.press("d")
    is_open(page, second)
    expect(page.locator(".desk-toast")).to_contain_text("Dismissed")
    expect(page.locator(f"#row-{first.pk}")).to_have_count(0)
    page.keyboard.press("u")
    is_open(page, first)


def test_a_ruling_that_came_too_late_keeps_its_text_and_brings_the_list_anew(open_page: Open) -> None:
    first, _ = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("We could not answer this.")
    now = timezone.now()
    claims.release(intervention_id=first.pk, by="rita", now=now)
    rulings.rule(intervention_id=first.pk, ruling=Ruling.DISMISS, by="otto", now=now)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-form [role=alert]")).to_be_visible()
    expect(page.locator("#message")).to_have_value("We could not answer this.")
    expect(page.locator(f"#row-{first.pk}")).to_have_count(0)


def test_the_rail_counts_a_ruling_at_once(open_page: Open) -> None:
    a_fail("turn_a"), a_fail("turn_b")
    page = desk_of(open_page)
    expect(page.locator("#rail-open")).to_have_text("2")
    page.keyboard.press("j")
    expect(page.locator("#foot-d")).to_be_visible()
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
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-d")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator("#desk-item")).to_contain_text("Nothing waits for a ruling")
    rulings.settle_due(now=timezone.now() + timedelta(minutes=1))
    assert Intervention.objects.get().state == "ruled"


def test_walking_the_queue_with_j_and_k(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    is_open(page, first)
    expect(page.locator("#foot-next")).to_be_visible()
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    is_open(page, second)
    expect(page.locator("#desk-foot")).to_contain_text("2 / 2")
    page.keyboard.press("k")
    is_open(page, first)


def test_hints_are_typed_and_sent_without_the_mouse(open_page: Open) -> None:
    work = a_fail()
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-r")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.type("Give the price. Jack and Dora agree.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".desk-toast")).to_contain_text("Sent to REVISE")
    assert RulingRecord.objects.get(intervention=work).hints == "Give the price. Jack and Dora agree."


def test_a_missing_message_is_asked_for_in_place(open_page: Open) -> None:
    a_fail()
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-f")).to_be_visible()
    page.keyboard.press("f")
    page.locator("#message").fill("")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-form .error")).to_contain_text("Write the message")
    assert not RulingRecord.objects.exists()


def test_keys_that_go_to_another_page_rule_on_nothing(open_page: Open) -> None:
    a_fail()
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-d")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("d")
    page.wait_for_url(re.compile(r"/desk/$"))
    assert not RulingRecord.objects.exists()


def test_two_reviewers_on_one_item(open_page: Open) -> None:
    """The second sees the first one's name, has no buttons, and gets them when the first leaves."""
    work = a_fail()
    rita = desk_of(open_page, "rita")
    rita.keyboard.press("j")
    rita.wait_for_load_state("networkidle")
    expect(rita.locator("#desk-foot")).to_contain_text("Release")
    otto = open_page("otto", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(otto.locator("#desk-foot")).to_contain_text("rita is reviewing this")
    expect(otto.locator("#foot-a")).to_have_count(0)
    expect(otto.locator(f"#row-{work.pk}")).to_contain_text("rita")
    rita.keyboard.press("c")
    expect(otto.locator("#foot-a")).to_be_visible()


def test_leaving_an_item_releases_it(open_page: Open) -> None:
    first, _ = a_fail("turn_a"), a_fail("turn_b")
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator(f"#row-{first.pk}")).to_contain_text("yours")
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#desk-foot")).to_contain_text("2 / 2")
    expect(page.locator(f"#row-{first.pk}")).not_to_contain_text("yours")
    first.refresh_from_db()
    assert first.claimed_by is None


def test_typed_text_survives_what_colleagues_do(open_page: Open) -> None:
    """Live updates, another item in between, and a reload."""
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-r")).to_be_visible()
    page.keyboard.press("r")
    page.locator("#hints-revise").fill("half a thought")
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    tell(Topic.INTERVENTIONS, second.pk)
    expect(page.locator(f"#row-{second.pk}")).to_contain_text("otto")
    assert page.locator("#hints-revise").input_value() == "half a thought"
    page.locator(f"#row-{second.pk}").click()
    is_open(page, second)
    page.locator(f"#row-{first.pk}").click()
    is_open(page, first)
    expect(page.locator("#hints-revise")).to_have_value("half a thought")
    page.reload()
    expect(page.locator("#hints-revise")).to_have_value("half a thought")


def test_new_work_appears_by_itself(open_page: Open) -> None:
    page = desk_of(open_page)
    expect(page.locator("#desk-item")).to_contain_text("Nothing waits")
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    work = a_fail()
    tell(Topic.INTERVENTIONS, work.pk)
    expect(page.locator(f"#row-{work.pk}")).to_be_visible()


def test_a_halt_group_is_judged_again_by_one_key(open_page: Open, worker: None) -> None:
    a_group(2)
    page = desk_of(open_page)
    page.keyboard.press("j")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#foot-v")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator("#desk-toasts")).to_contain_text("Judging 2 attempts again")
    expect(page.locator("#desk-foot")).to_contain_text("Nothing is left to rule")
    assert not Attempt.objects.filter(state="halted").exists()


def test_the_claim_leads_to_the_wrong_price(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    page.locator("a.claim-contradicted").first.click()
    card = page.locator(".evidence-card.lit")
    expect(card).to_contain_text("45.90 EUR")
    expect(card.locator(".quote .differs")).to_contain_text("54,90 EUR")


def test_the_desk_on_a_phone(open_page: Open) -> None:
    work = a_fail()
    page = desk_of(open_page, width=390)
    page.locator(f"#row-{work.pk}").click()
    is_open(page, work)
    expect(page.locator(".desk-side")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Rule").click()
    expect(page.locator(".desk-toast")).to_contain_text("Approved as is")


def test_the_desk_without_javascript(open_page: Open, asgi_server: Site) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, "/desk/", java_script_enabled=False)
    page.locator(f"#row-{work.pk}").click()
    page.get_by_role("button", name="Revise").click()
    page.locator("#hints-revise").fill("Give the price.")
    page.locator("#desk-form button[type=submit]").click()
    assert page.url == f"{asgi_server.url}/desk/"
    page.locator(".desk-toast button").click()
    assert RulingRecord.objects.get().state == "undone"
