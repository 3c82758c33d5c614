"""What the pages of the query-analysis gate show, to whom, and with how many statements."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.accessibility import walk_for_faults
from tests.live import Site, tell
from tests.query_analysis.site.analyses import CLEAR, FAILED, VAGUE, recorded
from validation.platform.live import Topic

PAGES = ("/query-analyses/", "/query-analyses/log/")


def _story() -> None:
    recorded(turn_id="turn_7")
    recorded(VAGUE)
    recorded("get me that one", reference_resolution=FAILED)
    recorded("which tent is light?", document=[])
    for _ in range(2):
        recorded("which bike is fast?", turn_id="turn_8", user_purpose="")


@pytest.mark.django_db
def test_the_overview_counts_what_the_gate_said(viewer: Client) -> None:
    _story()
    text = viewer.get("/query-analyses/").text
    assert "20 % of 5 decided" in text
    assert "Correlation 0.61<" in text


@pytest.mark.django_db
def test_failed_resolution_against_clarify_has_a_number_in_each_cell(viewer: Client) -> None:
    _story()
    page = viewer.get("/query-analyses/").text
    assert re.findall(r'<td class="right num">(.*?)</td>', page[page.index("two-by-two") :])[:4] == ["1", "0", "1", "3"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status=pass", {CLEAR}),
        ("status=halted", {"which tent is light?"}),
        ("reference=failed", {"get me that one"}),
        ("exhausted=1", {"which bike is fast?"}),
        ("code=field_missing", {"which bike is fast?"}),
        ("q=turn_7", {CLEAR}),
        ("q=TENT", {"which tent is light?"}),
    ],
)
def test_each_filter_keeps_what_it_says(query: str, found: set[str], viewer: Client) -> None:
    _story()
    rows = viewer.get(f"/query-analyses/log/?{query}").context["page"].rows
    assert {row.query for row in rows} == found


@pytest.mark.django_db
def test_the_log_can_be_taken_along_as_csv_under_its_filters(viewer: Client) -> None:
    _story()
    text = b"".join(viewer.get("/query-analyses/log/?status=clarify&format=csv").streaming_content).decode()
    assert len(text.strip().splitlines()) == 3


@pytest.mark.django_db
def test_an_analysis_page_shows_the_question_to_the_user(viewer: Client) -> None:
    record = recorded(VAGUE).record
    text = viewer.get(f"/query-analyses/{record.pk}/").text
    assert "What should “cheapest” apply to?" in text


@pytest.mark.django_db
def test_hostile_text_is_shown_as_text(viewer: Client) -> None:
    record = recorded("<script>alert(1)</script>", trace="</pre><script>alert(2)</script>").record
    text = viewer.get(f"/query-analyses/{record.pk}/").text
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text


@pytest.mark.django_db
def test_the_desk_leads_to_the_analysis_that_halted(viewer: Client) -> None:
    made = recorded(document=[])
    text = viewer.get(f"/desk/{made.intervention_id}/").text
    assert f'href="/query-analyses/{made.record.pk}/?pipeline=' in text


@pytest.mark.django_db
def test_pages_ask_a_fixed_number_of_statements_and_none_for_a_body(
    viewer: Client, django_assert_num_queries: Any
) -> None:
    for number in range(52):
        recorded(VAGUE if number % 2 else CLEAR)
    for path, statements in (("/query-analyses/log/", 6), ("/query-analyses/", 13)):
        with django_assert_num_queries(statements) as captured:
            viewer.get(path)
        assert not [one for one in captured.captured_queries if "queryanalysistext" in one["sql"]]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_analysis_arrives_without_a_reload(desk_page: Page, asgi_server: Site) -> None:
    desk_page.goto(f"{asgi_server}/query-analyses/log/")
    expect(desk_page.locator("html")).to_have_attribute("data-connected", "true")
    tell(Topic.QUERY_ANALYSES, recorded().record.pk)
    expect(desk_page.get_by_role("link", name=CLEAR)).to_be_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_chart_is_drawn(desk_page: Page, asgi_server: Site) -> None:
    _story()
    desk_page.goto(f"{asgi_server}/query-analyses/")
    expect(desk_page.locator("[data-drawn] .main-svg").first).to_be_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_pages_have_no_serious_accessibility_fault(desk_page: Page, asgi_server: Site) -> None:
    _story()
    assert walk_for_faults(desk_page, asgi_server.url, PAGES) == []
