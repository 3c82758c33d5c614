"""Two judges beside each other, in a real browser."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import policy
from tests.journeys.signed_in import Open
from tests.trust.test_comparisons import audited
from validation.domain.verdict import Decision
from validation.platform.permissions import Role
from validation.trust.actions.comparisons import judge_waiting_cases

pytestmark = pytest.mark.browser


def test_a_comparison_is_started_fills_by_itself_and_its_cases_are_walked(open_page: Open) -> None:
    policy()
    for turn_id in ("turn_a", "turn_b"):
        audited(turn_id, "FAIL", Decision.APPROVE)
    page = open_page("zoe", Role.ADMIN, "/insights/trust/comparisons/")
    page.get_by_label("Second: judge").select_option("embedded")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    expect(page.locator("#comparison-body")).to_contain_text("2 cases not judged yet")
    judge_waiting_cases(now=timezone.now, limit=5)
    expect(page.locator("#compare-figures")).to_contain_text("only the second on 2 of 2")
    expect(page.locator("#comparison-body")).not_to_contain_text("not judged yet")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("turn_b #1")
    page.keyboard.press("j")
    expect(page.locator("h1")).to_have_text("turn_a #1")
