"""What is wrong with a long response, and what the evidence says of it, are on the screen when its item opens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories import LAMP_CONTEXT, attempt, claim, decide, finding, intervention, link, turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.domain.attempt import Route
from validation.domain.check import CheckName
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


def walls() -> list[str]:
    return [" ".join(SENTENCES[at : at + 20]) for at in range(0, 60, 20)]


def a_wall_with_a_wrong_figure(name: str) -> Intervention:
    """Paragraphs too long, and one figure in the last that no evidence holds."""
    draft = attempt(turn(name), response_md="\n\n".join(walls()))
    judgement = decide(draft, Route.FAIL)
    for number, sentence in enumerate(SENTENCES):
        state = ClaimState.UNSUPPORTED if number == 50 else ClaimState.SUPPORTED
        claim(judgement, sentence, state, link(LAMP_CONTEXT, "54,90 EUR"))
    finding(judgement, "500 lumens", "500 lumens does not appear in the evidence.", claim_id="c51")
    for wall in walls():
        finding(judgement, wall, "180 words without a break.", code="wall_of_text", check=CheckName.COHERENT_FORMAT)
    return intervention(draft)


def test_what_is_said_wrongly_comes_before_its_form(open_page: Open) -> None:
    work = a_wall_with_a_wrong_figure("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    expect(page.locator(".evidence-card.lit")).to_contain_text(SENTENCES[50])
    expect(page.locator(".evidence-card.lit")).to_be_in_viewport(ratio=1)
    page.keyboard.press("n")
    expect(page.locator(".claim:focus")).to_contain_text(SENTENCES[50])


CHOSEN_IS_SEEN = """field => {
  const at = field.scrollHeight * field.selectionStart / field.value.length;
  return field.selectionStart < field.selectionEnd && field.scrollTop < at && at < field.scrollTop + field.clientHeight;
}"""


def test_what_an_edit_begins_with_is_in_view(open_page: Open) -> None:
    work = a_wall_with_a_wrong_figure("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", width=1280, height=720)
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("e")
    expect(page.locator("#edit")).to_be_focused()
    assert page.locator("#edit").evaluate(CHOSEN_IS_SEEN)
    page.keyboard.type("50 lumens")
    corrected = "\n\n".join(walls()).replace("gives 500 lumens", "gives 50 lumens")
    expect(page.locator("#edit")).to_have_value(corrected)


def test_a_paragraph_that_is_too_long_is_marked_where_it_begins(open_page: Open) -> None:
    work = a_wall_with_a_wrong_figure("turn_a")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    marked = page.locator(".draft .finding-mark").all_text_contents()
    assert "500 lumens" in marked
    assert sum(map(len, marked)) < 3 * 60


def test_where_only_the_form_is_wrong_it_is_the_first_problem(open_page: Open) -> None:
    draft = attempt(turn("turn_a"), response_md=" ".join(SENTENCES))
    judgement = decide(draft, Route.FAIL)
    for sentence in SENTENCES:
        claim(judgement, sentence, ClaimState.SUPPORTED, link(LAMP_CONTEXT, "54,90 EUR"))
    message = "600 words without a break."
    finding(judgement, " ".join(SENTENCES), message, code="wall_of_text", check=CheckName.COHERENT_FORMAT)
    page = open_page("rita", Role.REVIEWER, f"/desk/{intervention(draft).pk}/")
    expect(page.locator(".evidence-card.lit")).to_contain_text(SENTENCES[0])


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


def test_the_way_back_and_forth_shows_the_item_of_the_address_after_a_claim_was_clicked(open_page: Open) -> None:
    first, second = a_long_fail("turn_a", 0), a_long_fail("turn_b", 1)
    page = open_page("rita", Role.REVIEWER, f"/desk/{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    desk.row(page, second).click()
    desk.is_open(page, second)
    page.locator("a.claim[data-problem]").click()
    expect(page).to_have_url(re.compile(f"/desk/{second.pk}/.*#"))
    page.go_back()
    desk.is_open(page, first)
    expect(page.locator(".claim[data-problem]")).to_contain_text(SENTENCES[0])
    page.wait_for_load_state()
    page.go_forward()
    desk.is_open(page, second)
    expect(page.locator(".claim[data-problem]")).to_contain_text(SENTENCES[1])
