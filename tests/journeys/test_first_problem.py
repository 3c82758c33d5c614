"""What is wrong with a long response, and what the evidence says of it, are on the screen when its item opens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.factories import LAMP_CONTEXT, attempt, claim, decide, intervention, link, turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.domain.attempt import Route
from validation.domain.claim import ClaimState
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
SENTENCES = [f"Lamp number {number} gives {number}0 lumens for eight hours." for number in range(60)]


def a_long_fail(name: str, wrong: int) -> Intervention:
    """Sixty claims, of which one lacks support."""
    draft = attempt(turn(name), response_md="\n\n".join(SENTENCES))
    judgement = decide(draft, Route.FAIL)
    for number, sentence in enumerate(SENTENCES):
        state = ClaimState.UNSUPPORTED if number == wrong else ClaimState.SUPPORTED
        claim(judgement, sentence, state, link(LAMP_CONTEXT, "54,90 EUR"))
    return intervention(draft)


def shows_problem(page: Page, wrong: int) -> None:
    expect(page.locator(".claim[data-problem]")).to_contain_text(SENTENCES[wrong])
    expect(page.locator(".claim[data-problem]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".evidence-card.lit")).to_contain_text(SENTENCES[wrong])
    expect(page.locator(".evidence-card.lit")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_the_first_problem_and_its_evidence_are_in_view(open_page: Open, width: int, height: int) -> None:
    first, second = a_long_fail("turn_a", 8), a_long_fail("turn_b", 55)
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/", width=width, height=height)
    expect(desk.foot(page)).to_contain_text("Release")
    shows_problem(page, 8)
    desk.row(page, second).click()
    desk.is_open(page, second)
    shows_problem(page, 55)


def test_an_address_that_leads_to_another_claim_shows_that_one(open_page: Open) -> None:
    work = a_long_fail("turn_a", 55)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/#claim-c3")
    expect(page.locator(".claim").nth(2)).to_be_in_viewport()


def test_nothing_lies_below_the_last_card_of_an_item(open_page: Open) -> None:
    work = a_long_fail("turn_a", 8)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.locator(".desk-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    expect(page.locator(".desk-columns")).to_be_in_viewport()


def test_a_query_of_two_lines_is_whole_on_a_low_screen(open_page: Open) -> None:
    asked = "find me a hotel in Brem under 100 euros a night, and say which museums are open on Monday"
    draft = attempt(turn("turn_a", query=asked))
    decide(draft, Route.FAIL)
    page = open_page("rita", Role.REVIEWER, f"/desk/{intervention(draft, title=asked).pk}/", width=1280, height=720)
    expect(desk.foot(page)).to_contain_text("Release")
    assert page.locator(".desk-title").evaluate("title => title.scrollHeight - title.clientHeight") == 0
