"""A reviewer walks the queue, writes, and meets colleagues, in a real browser."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import get_random_string
from playwright.sync_api import expect

from tests.desk.people import a_fail, a_group
from tests.factories import intervention, lamp_turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.live import Site, tell
from validation.desk.actions import claims
from validation.models import Attempt, RulingRecord
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def test_walking_the_queue_with_j_and_k(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    desk.is_open(page, first)
    expect(page.locator("#foot-next")).to_be_visible()
    page.keyboard.press("j")
    desk.is_open(page, second)
    expect(desk.foot(page)).to_contain_text("2 / 2")
    page.keyboard.press("k")
    desk.is_open(page, first)


def test_a_link_skips_the_queue(open_page: Open) -> None:
    *_, work = [a_fail(f"turn_{number}") for number in range(12)]
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(page.locator("#desk-item .desk-body")).to_be_focused()
    expect(desk.row(page, work)).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Skip to the item").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#desk-item :focus")).to_have_count(1)


def test_hints_are_typed_and_sent_without_the_mouse(open_page: Open) -> None:
    work = a_fail()
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "r")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.type("Give the price. Jack and Dora agree.")
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_contain_text("Sent to REVISE")
    sent = "The price does not appear in the evidence.\nGive the price. Jack and Dora agree."
    assert RulingRecord.objects.get(intervention=work).hints == sent


def test_the_proposed_message_is_replaced_by_what_is_typed_and_a_draft_goes_on(open_page: Open) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.button(page, "f")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#message")).to_be_focused()
    page.keyboard.type("Please ask")
    expect(page.locator("#message")).to_have_value("Please ask")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.keyboard.type(" again.")
    expect(page.locator("#message")).to_have_value("Please ask again.")


def test_a_missing_message_is_asked_for_in_place(open_page: Open) -> None:
    a_fail()
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "f")).to_be_visible()
    page.keyboard.press("f")
    page.locator("#message").fill("")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-form .error")).to_contain_text("Write the message.")
    assert not RulingRecord.objects.exists()


def test_keys_that_go_to_another_page_rule_on_nothing(open_page: Open) -> None:
    a_fail()
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "d")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("d")
    page.wait_for_url(re.compile(r"/desk/$"))
    assert not RulingRecord.objects.exists()


def test_two_reviewers_on_one_item(open_page: Open) -> None:
    """The second sees the first one's name, has no buttons, and gets them when the first leaves."""
    work = a_fail()
    rita = desk.open_desk(open_page, "rita")
    rita.keyboard.press("j")
    expect(desk.foot(rita)).to_contain_text("Release")
    otto = open_page("otto", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(otto)).to_contain_text("rita is reviewing this")
    expect(desk.button(otto, "a")).to_have_count(0)
    expect(desk.row(otto, work)).to_contain_text("rita")
    rita.keyboard.press("c")
    expect(desk.button(otto, "a")).to_be_visible()


def test_leaving_an_item_releases_it(open_page: Open) -> None:
    first, _ = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.row(page, first)).to_contain_text("yours")
    page.keyboard.press("j")
    expect(desk.foot(page)).to_contain_text("2 / 2")
    expect(desk.row(page, first)).not_to_contain_text("yours")
    first.refresh_from_db()
    assert first.claimed_by is None


def test_typed_text_survives_what_colleagues_do(open_page: Open) -> None:
    """Live updates, another item in between, and a reload."""
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "r")).to_be_visible()
    page.keyboard.press("r")
    desk.hints(page).fill("half a thought")
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    tell(Topic.INTERVENTIONS, second.pk)
    expect(desk.row(page, second)).to_contain_text("otto")
    assert desk.hints(page).input_value() == "half a thought"
    desk.row(page, second).click()
    desk.is_open(page, second)
    desk.row(page, first).click()
    desk.is_open(page, first)
    expect(desk.hints(page)).to_have_value("half a thought")
    page.reload()
    expect(desk.hints(page)).to_have_value("half a thought")


def test_a_session_that_ends_takes_nothing_that_was_typed(open_page: Open) -> None:
    work = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("We could not answer this.")
    session = page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.keyboard.press("Control+Enter")
    expect(page).to_have_url(re.compile("/sign-in"))
    expect(page.get_by_text("Anything typed there is kept.")).to_be_visible()
    page.context.add_cookies(session)  # type: ignore[arg-type]
    page.reload()
    desk.is_open(page, work)
    expect(page.locator("#message")).to_have_value("We could not answer this.")


def test_a_page_from_before_signing_in_anew_says_so_and_keeps_what_was_typed(open_page: Open) -> None:
    work = a_fail("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.locator("#message").fill("We could not answer this.")
    site = page.url.partition("/desk/")[0]
    page.context.add_cookies([{"name": settings.CSRF_COOKIE_NAME, "value": get_random_string(32), "url": site}])
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toasts")).to_contain_text("You signed in again since this page was opened.")
    page.reload()
    expect(page.locator("#message")).to_have_value("We could not answer this.")


def test_new_work_appears_by_itself(open_page: Open) -> None:
    page = desk.open_desk(open_page)
    expect(desk.item(page)).to_contain_text("Nothing waits")
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    work = a_fail()
    tell(Topic.INTERVENTIONS, work.pk)
    expect(desk.row(page, work)).to_be_visible()


def test_a_halt_group_is_judged_again_by_one_key(open_page: Open, worker: None) -> None:
    a_group(2)
    page = desk.open_desk(open_page)
    page.keyboard.press("j")
    expect(desk.button(page, "v")).to_be_visible()
    page.keyboard.press("v")
    expect(desk.toasts(page)).to_contain_text("Judging 2 attempts again")
    expect(desk.foot(page)).to_contain_text("Judged again just now. Nothing is left to rule.")
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
    page = desk.open_desk(open_page, width=390)
    desk.row(page, work).click()
    desk.is_open(page, work)
    expect(page.locator("#desk-list")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Approve").click()
    desk.submit(page).click()
    expect(desk.toast(page)).to_contain_text("Approved as is")


def test_the_desk_without_javascript(open_page: Open, asgi_server: Site) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, "/desk/", java_script_enabled=False)
    desk.row(page, work).click()
    page.get_by_role("button", name="Revise").click()
    desk.hints(page).fill("Give the price.")
    desk.submit(page).click()
    assert page.url == f"{asgi_server.url}/desk/"
    page.locator(".desk-toast button").click()
    assert RulingRecord.objects.get().state == "undone"
