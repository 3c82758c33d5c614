"""The desk for whoever hears it instead of seeing it: names, where the focus goes, keys that do as they are called."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.desk.people import a_fail
from tests.factories import LAMP_WRONG, intervention, lamp_turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def open_lamp(open_page: Open) -> Page:
    work = intervention(lamp_turn().attempts.get(number=1), title="a lamp under 50 euros")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def test_the_focus_after_a_ruling_is_named_by_the_next_item_and_described_by_its_reason(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("d")
    desk.is_open(page, second)
    body = page.locator(".desk-body")
    expect(body).to_be_focused()
    expect(body).to_have_accessible_name(second.title)
    expect(body).to_have_accessible_description("Judge: FAIL 0.10 The price does not appear in the evidence.")


def test_enter_leads_from_a_claim_to_its_evidence_and_back(open_page: Open) -> None:
    page = open_lamp(open_page)
    page.keyboard.press("n")
    claim = page.locator(".claim:focus")
    number = claim.get_attribute("data-claim")
    page.keyboard.press("Enter")
    expect(page.locator(f"#evidence-{number}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f".claim[data-claim={number}]").first).to_be_focused()


def test_space_presses_a_ruling(open_page: Open) -> None:
    page = open_lamp(open_page)
    desk.button(page, "f").focus()
    page.keyboard.press("Space")
    expect(page.locator("#message")).to_be_focused()


def test_the_first_problem_and_its_evidence_stand_out_before_any_key(open_page: Open) -> None:
    page = open_lamp(open_page)
    expect(page.locator(".claim.lit").first).to_contain_text("45.90 EUR")
    expect(page.locator(".evidence-card.lit")).to_contain_text("54,90 EUR")


def test_editing_begins_at_the_first_finding_which_typing_replaces(open_page: Open) -> None:
    page = open_lamp(open_page)
    page.keyboard.press("e")
    expect(page.locator("#edit")).to_be_focused()
    page.keyboard.type("54.90 EUR")
    expect(page.locator("#edit")).to_have_value(LAMP_WRONG.replace("45.90 EUR", "54.90 EUR", 1))


def test_each_quote_says_whose_context_it_leads_to(open_page: Open) -> None:
    page = open_lamp(open_page)
    names = page.get_by_role("link", name="in context").evaluate_all("all => all.map(one => one.textContent.trim())")
    assert len(names) > 1
    assert len(set(names)) == len(names)
