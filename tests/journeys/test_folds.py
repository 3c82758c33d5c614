"""Folds stay as the person left them when news bring their part of the page anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories import lamp_turn
from tests.journeys.signed_in import Open
from tests.live import tell
from validation.models import Attempt
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def page_of_an_attempt(open_page: Open) -> tuple[Page, Attempt]:
    attempt = lamp_turn().attempts.get(number=1)
    return open_page("rita", Role.REVIEWER, f"/attempts/{attempt.pk}/"), attempt


def fold_of(page: Page, words: str) -> Locator:
    return page.locator("details", has=page.locator("summary", has_text=words))


def bring_anew(page: Page, attempt: Attempt, reason: str) -> None:
    """News of the attempt, whose page then shows `reason`."""
    Attempt.objects.filter(pk=attempt.pk).update(route_reason=reason)
    tell(Topic.ATTEMPTS, attempt.pk)
    expect(page.locator("#attempt-body")).to_contain_text(reason)


def test_news_leave_a_fold_open(open_page: Open) -> None:
    page, attempt = page_of_an_attempt(open_page)
    reply = fold_of(page, "Raw reply of the judge")
    reply.locator("summary").click()
    for reason in ("First news.", "Second news."):
        bring_anew(page, attempt, reason)
        expect(reply).to_have_attribute("open", "")
    expect(page.locator("details[open]")).to_have_count(1)


def test_news_leave_a_fold_closed_that_was_open(open_page: Open) -> None:
    page, attempt = page_of_an_attempt(open_page)
    reply = fold_of(page, "Raw reply of the judge")
    reply.locator("summary").click()
    bring_anew(page, attempt, "First news.")
    expect(reply).to_have_attribute("open", "")
    reply.locator("summary").press("Enter")
    bring_anew(page, attempt, "Second news.")
    expect(reply).not_to_have_attribute("open", "")


def test_a_fold_whose_summary_changes_stays_open(open_page: Open) -> None:
    page, attempt = page_of_an_attempt(open_page)
    checks = page.locator("#all-checks")
    checks.locator("summary").click()
    judgement = attempt.judgements.get()
    judgement.checks.filter(state="fail").update(state="pass")
    bring_anew(page, attempt, "All pass now.")
    expect(checks.locator("summary")).not_to_contain_text("fail")
    expect(checks).to_have_attribute("open", "")


def test_a_fold_that_fetches_its_content_does_so_again(open_page: Open) -> None:
    page, attempt = page_of_an_attempt(open_page)
    depends = fold_of(page, "What depends on this decision")
    depends.locator("summary").click()
    expect(depends.get_by_role("link", name="Approvals on the same evidence")).to_have_count(0)
    bring_anew(page, attempt, "First news.")
    expect(depends).to_have_attribute("open", "")
    expect(depends.get_by_role("link", name="Approvals on the same evidence")).to_have_count(0)
