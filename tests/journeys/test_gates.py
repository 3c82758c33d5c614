"""The rule gates' pages in a hurry: what was refused is found by its rule, a question to the user is read, and the
address of what one looks at can be sent to a colleague."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.signed_in import Open
from tests.orchestration.site.delegations import a_preflight
from tests.query_analysis.site.analyses import VAGUE, recorded
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def test_a_refused_preflight_is_found_by_its_rule_with_the_keyboard(open_page: Open) -> None:
    a_preflight()
    a_preflight(session_id="sess_2", command="revise", target="orchestrator")
    page = open_page("vera", Role.VIEWER, "/orchestration/")
    rule = page.get_by_role("link", name="delegation cycle")
    rule.focus()
    page.keyboard.press("Enter")
    rows = page.locator("tr[data-row]")
    expect(rows).to_have_count(1)
    expect(page.get_by_label("Broken rule")).to_have_value("delegation_cycle")
    rows.get_by_role("link", name="revise").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("delegate to another agent or return")).to_be_visible()
    expect(page.get_by_role("link", name="as it was sent")).to_be_visible()


def test_a_question_to_the_user_is_found_by_its_status_and_read(open_page: Open) -> None:
    recorded()
    recorded(VAGUE)
    page = open_page("vera", Role.VIEWER, "/query-analyses/log/")
    page.get_by_label("Status").select_option("clarify")
    expect(page.locator("tr[data-row]")).to_have_count(1)
    page.get_by_role("link", name=VAGUE).click()
    expect(page.get_by_role("heading", name="Question to the user")).to_be_visible()
    expect(page.locator(".query-text", has_text="Please name the product or subject.")).to_be_visible()


def test_a_long_query_ends_with_its_second_line_on_a_phone(open_page: Open) -> None:
    recorded("y" * 900)
    page = open_page("vera", Role.VIEWER, "/query-analyses/log/", width=390, height=844)
    lines = page.locator("tr[data-row] .table-link").evaluate(
        "link => link.clientHeight / parseFloat(getComputedStyle(link).lineHeight)"
    )
    assert round(lines, 1) == 2


def test_the_address_of_a_filtered_log_shows_a_colleague_the_same(open_page: Open) -> None:
    recorded(user_purpose="")
    recorded(VAGUE)
    page = open_page("vera", Role.VIEWER, "/query-analyses/log/")
    page.get_by_label("Rule that objected").select_option("field_missing")
    expect(page.locator("tr[data-row]")).to_have_count(1)
    page.wait_for_url("**code=field_missing**")
    path = page.url.split("/", 3)[3]
    colleague = open_page("rita", Role.REVIEWER, f"/{path}")
    expect(colleague.locator("tr[data-row]")).to_have_count(1)
    expect(colleague.get_by_label("Rule that objected")).to_have_value("field_missing")


def test_the_number_of_a_recurring_issue_leads_to_as_many_analyses(open_page: Open) -> None:
    for query in ("the cheapest", "the best"):
        recorded(query)
    recorded(user_purpose="")
    page = open_page("vera", Role.VIEWER, "/query-analyses/")
    page.get_by_role("link", name="2", exact=True).and_(page.get_by_title("Show these analyses")).click()
    expect(page.locator("tr[data-row]")).to_have_count(2)


def test_a_halted_analysis_is_judged_again_at_the_desk_beside_what_it_is_about(open_page: Open) -> None:
    work = recorded("what is this?", document=["no object"]).intervention_id
    page = open_page("rita", Role.REVIEWER, f"/desk/{work}/")
    expect(page.get_by_text("as phase 1 wrote it")).to_be_visible()
    page.keyboard.press("v")
    expect(page.get_by_text("Judging 1 query analysis again.")).to_be_visible()
