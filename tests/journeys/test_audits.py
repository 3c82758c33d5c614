"""The whole circle of an audit, and two judges beside each other, in a real browser."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories import policy
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.trust.audits import answered, decided, drawn, publish
from tests.trust.comparisons.test_comparisons import audited
from tests.verdicts import decided_as
from validation.domain.check import CheckName
from validation.domain.verdict import Decision
from validation.models import AuditItem, Comment, Opinion, Policy
from validation.platform.permissions import Role
from validation.trust.actions.comparisons import judge_waiting_cases

pytestmark = pytest.mark.browser
TRUST = "/insights/trust/?tolerated=20&error=20"


def seed_audits() -> None:
    """Approvals that people agreed with, and less sure ones that were wrong: something to certify a threshold from."""
    at = timezone.now() - timedelta(hours=2)
    for index in range(39):
        right = index < 31
        attempt = decided(f"known_{index}", confidence=0.91 if right else 0.82, at=at)
        answered(drawn(attempt, probability=1.0, at=at), "anna", Decision.APPROVE if right else Decision.REVISE)


def page_of(people: dict[str, Page], opinion: Opinion) -> Page:
    page = people[opinion.intervention.assigned_to]
    page.goto(f"{page.url.split('/desk/')[0]}/desk/{opinion.intervention_id}/")
    return page


def reply(page: Page, *, decision: str, wrong_first: bool = False) -> None:
    """Blind, by keyboard: the five checks, the second sentence when something is wrong, the decision."""
    expect(page.locator("#audit-form")).to_be_visible()
    expect(desk.foot(page)).to_contain_text("Release")
    expect(desk.item(page)).not_to_contain_text("APPROVE")
    for key in ("2" if wrong_first else "1", "1", "1", "1", "1"):
        page.keyboard.press(key)
    if wrong_first:
        page.keyboard.press("n")
        page.keyboard.press("x")
    page.keyboard.press(decision)
    page.keyboard.press("Control+Enter")
    expect(desk.item(page)).to_contain_text("Your answer and the verdict")


def test_drawn_answered_blind_adjudicated_certified_and_published(open_page: Open) -> None:
    people = {name: open_page(name, Role.REVIEWER, "/desk/") for name in ("mara", "otto", "rita")}
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE")
    seed_audits()
    admin = open_page("zoe", Role.ADMIN, TRUST)
    expect(admin.locator("#trust-sentence")).to_contain_text("39 were audited: 8 wrong")

    first, second = Opinion.objects.filter(state="open").order_by("role")
    reply(page_of(people, first), decision="a")
    reply(page_of(people, second), decision="r", wrong_first=True)
    third = Opinion.objects.get(role="adjudicator")
    assert {one.intervention.assigned_to for one in (first, second, third)} == {"mara", "otto", "rita"}
    reply(page_of(people, third), decision="r", wrong_first=True)
    item = AuditItem.objects.get(opinions=third)
    assert (item.truth_route, item.truth_source) == ("REVISE", "adjudicated")
    assert third.unsupported.count() == 1

    admin.goto(admin.url)
    expect(admin.locator("#trust-sentence")).to_contain_text("40 were audited: 9 wrong")
    admin.get_by_role("link", name="Use as draft").click()
    expect(admin).to_have_url(re.compile("/policies/edit/"))
    proposed = admin.locator("[name='response.approve']").input_value()
    admin.locator("#reason").fill("Certified from audits.")
    admin.get_by_role("button", name=re.compile("Publish policy")).click()
    expect(admin).to_have_url(re.compile("/policies/$"))
    policy = Policy.objects.order_by("-number")[0].read()
    assert policy.response.approve == float(proposed)
    assert policy.audit.approve == 1.0


def test_what_is_pressed_while_an_answer_is_sent_is_not_taken(open_page: Open) -> None:
    """The form comes back as it was sent."""
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.evaluate(
        """() => document.addEventListener("htmx:beforeSend", ({ detail }) => {
            if (!detail.requestConfig.path.includes("/answer/")) return;
            queueMicrotask(() => {
                const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
                [..."1ra"].forEach(press);
                document.body.dataset.taken = document.querySelectorAll("#audit-form :checked").length;
            });
        })"""
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator("#audit-form")).to_contain_text("Not saved")
    expect(page.locator("body[data-taken]")).to_have_attribute("data-taken", "0")


def test_g_and_a_letter_lead_to_a_page_from_an_open_answer(open_page: Open) -> None:
    """P alone walks the sentences."""
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("1")
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("/policies/$"))


def test_an_incomplete_answer_and_a_refused_ruling_can_be_sent_again(open_page: Open) -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#audit-form")).to_contain_text("Not saved: answer every check and choose a decision.")
    expect(page.locator(".desk[data-resting]")).to_have_count(0)
    expect(page.locator("#audit-form [data-answer='1']").first).to_be_focused()
    for key in "11":
        page.keyboard.press(key)
    page.reload()
    expect(page.locator("#audit-form [data-answer='1']:checked")).to_have_count(2)
    for key in "111a":
        page.keyboard.press(key)
    page.keyboard.press("Control+Enter")
    expect(desk.item(page)).to_contain_text("Your answer and the verdict")


def test_a_comment_on_an_audit_that_is_answered_in_part_sends_the_comment_alone(open_page: Open) -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    expect(desk.foot(page)).to_contain_text("Release")
    for key in "11111am":
        page.keyboard.press(key)
    page.keyboard.type("Is the price of today?")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-thread")).to_contain_text("Is the price of today?")
    expect(page.locator("#comment-text")).to_be_focused()
    assert (Opinion.objects.get().state, Comment.objects.count()) == ("open", 1)


def test_on_a_short_screen_the_questions_leave_over_half_of_the_item_to_the_texts(open_page: Open) -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    item = f"/desk/{Opinion.objects.get().intervention_id}/"
    page = open_page("mara", Role.REVIEWER, item, width=1280, height=720)
    expect(page.locator("#audit-form")).to_be_visible()
    form, texts = (page.locator(part).evaluate("part => part.clientHeight") for part in ("#audit-form", ".desk-body"))
    assert texts > form * 1.4


def test_an_audit_is_answered_without_a_mouse(open_page: Open) -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    for _ in CheckName:
        page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.locator("#audit-form [name=decision]:checked")).to_have_value("APPROVE")
    page.keyboard.press("Control+Enter")
    expect(desk.item(page)).to_contain_text("Your answer and the verdict")


def test_a_comparison_stays_within_a_phone(open_page: Open) -> None:
    policy()
    audited("turn_a", "FAIL", Decision.APPROVE)
    page = open_page("zoe", Role.ADMIN, "/insights/trust/comparisons/", width=390)
    page.get_by_label("Second judge").select_option("embedded")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("h1")).to_contain_text("against")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_comparison_is_started_fills_by_itself_and_its_cases_are_walked(open_page: Open) -> None:
    policy()
    for turn_id in ("turn_a", "turn_b"):
        audited(turn_id, "FAIL", Decision.APPROVE)
    page = open_page("zoe", Role.ADMIN, "/insights/trust/comparisons/")
    page.get_by_label("Second judge").select_option("embedded")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    expect(page.locator("#comparison-body")).to_contain_text("2 cases not judged yet")
    judge_waiting_cases(now=timezone.now, limit=5)
    expect(page.locator("#compare-figures")).to_contain_text("only the second on 2 of 2")
    expect(page.locator("#comparison-body")).not_to_contain_text("not judged yet")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("turn_b #1")
    page.wait_for_load_state()  # a key before the scripts have run is nobody's
    page.keyboard.press("j")
    expect(page.locator("h1")).to_have_text("turn_a #1")
