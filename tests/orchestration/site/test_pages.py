"""What the orchestration pages show: refusals by rule, times against the limits, the logs and one record whole."""

from __future__ import annotations

import csv
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.accessibility import walk_for_faults
from tests.api_client import ApiClient
from tests.live import Site, tell
from tests.orchestration.site.delegations import a_preflight, a_return, delegation, handed_over, returned
from tests.texts import submission
from validation.orchestration.queries.orchestration import OrchestrationFilter
from validation.orchestration.queries.orchestration_stats import LIMITS_MS, orchestration_stats
from validation.platform.live import Topic

NOW = timezone.now()
PAGES = ("/orchestration/", "/orchestration/preflights/", "/orchestration/returns/", "/orchestration/profiles/")


def _story() -> None:
    a_preflight()
    a_preflight(session_id="sess_2", delegation_depth=9, target="orchestrator")
    a_preflight(session_id="sess_3", delegation_depth=9)
    a_return()
    a_return(returned("sess_9", status="done"), session="sess_9")


@pytest.mark.django_db
def test_refusals_are_counted_by_rule_the_most_frequent_first() -> None:
    _story()
    told = orchestration_stats(OrchestrationFilter(), now=NOW)
    assert [(one.code, one.records) for one in told.preflight_refusals] == [
        ("depth_exceeded", 2),
        ("delegation_cycle", 1),
    ]
    assert [(one.code, one.records) for one in told.return_refusals] == [("status_unknown", 1)]


@pytest.mark.django_db
def test_a_record_with_two_faults_of_one_rule_counts_once() -> None:
    a_preflight(arguments=["12", "--forse", "--forze"])
    (told,) = orchestration_stats(OrchestrationFilter(), now=NOW).preflight_refusals
    assert (told.records, told.errors) == (1, 2)


@pytest.mark.django_db
def test_times_stand_beside_the_limits_of_the_specification() -> None:
    _story()
    told = {one.name: one for one in orchestration_stats(OrchestrationFilter(), now=NOW).latencies}
    assert {name: one.limit for name, one in told.items()} == {
        "preflight": 50.0,
        "delegation": 5.0,
        "arguments": 1.0,
        "return": 10.0,
    }
    assert {name: one.n for name, one in told.items()} == {
        "preflight": 3,
        "delegation": 3,
        "arguments": 3,
        "return": 2,
    }


@pytest.mark.django_db
def test_without_records_no_time_is_made_up() -> None:
    told = orchestration_stats(OrchestrationFilter(), now=NOW)
    assert {one.name for one in told.latencies if one.within is None} == set(LIMITS_MS)
    assert (told.refused_share, told.invalid_share) == (None, None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"sess_1", "sess_2", "sess_3"}),
        ("outcome=passed", {"sess_1"}),
        ("outcome=refused", {"sess_2", "sess_3"}),
        ("code=delegation_cycle", {"sess_2"}),
        ("q=sess_3", {"sess_3"}),
        ("code=nonsense", {"sess_1", "sess_2", "sess_3"}),
    ],
)
def test_each_filter_keeps_what_it_says(query: str, found: set[str], viewer: Client) -> None:
    _story()
    text = viewer.get(f"/orchestration/preflights/?{query}").text
    assert {name for name in ("sess_1", "sess_2", "sess_3") if f'title="{name}"' in text} == found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("preflights/?code=depth_exceeded", {"sess_2": "delegation_cycle, depth_exceeded", "sess_3": "depth_exceeded"}),
        ("returns/?outcome=refused", {"sess_9": "status_unknown"}),
    ],
)
def test_the_file_of_a_log_holds_what_the_filters_keep(log: str, found: dict[str, str], viewer: Client) -> None:
    _story()
    answer: Any = viewer.get(f"/orchestration/{log}&format=csv")
    rows = list(csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines()))
    assert {row["session_id"]: ", ".join(sorted(row["error_codes"].split(", "))) for row in rows} == found


@pytest.mark.django_db
def test_a_time_range_leaves_out_what_is_older(viewer: Client) -> None:
    a_preflight(now=NOW - timedelta(days=40), session_id="sess_old")
    a_preflight(now=NOW - timedelta(days=2), session_id="sess_new")
    page = viewer.get("/orchestration/preflights/?range=30d").text
    assert ("sess_new" in page, "sess_old" in page) == (True, False)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["preflights", "returns"])
def test_a_record_leads_to_its_turn_once_there_is_one(path: str, viewer: Client, api: ApiClient) -> None:
    body = delegation(turn_id="turn_7") if path == "preflights" else handed_over(turn_id="turn_7")
    made = api.post(f"/{path}", body).json()["id"]
    before = viewer.get(f"/orchestration/{path}/{made}/").text
    api.post("/attempts", submission("turn_7"))
    after = viewer.get(f"/orchestration/{path}/{made}/").text
    assert ("turn_7" in before, 'href="/turns/' in re.sub(r'href="/turns/"', "", before)) == (True, False)
    assert re.search(r'<a href="/turns/\d+/">turn_7</a>', after)


@pytest.mark.django_db
def test_a_preflight_page_says_what_is_wrong_and_what_would_be_right(viewer: Client) -> None:
    made = a_preflight(task_number="121", arguments=["121"])
    assert "Task 121 not found in TODO.md; 12 and 120 exist" in viewer.get(f"/orchestration/preflights/{made.pk}/").text


@pytest.mark.django_db
def test_hostile_text_is_shown_as_text(viewer: Client) -> None:
    made = a_return('{"status": "<script>alert(1)</script>", "summary": "\\ud800"}')
    text = viewer.get(f"/orchestration/returns/{made.pk}/").text
    assert ("<script>alert(1)" in text, "&lt;script&gt;alert(1)" in text) == (False, True)


@pytest.mark.django_db
def test_pages_ask_a_fixed_number_of_statements_and_none_for_a_body(
    viewer: Client, django_assert_num_queries: Any
) -> None:
    for number in range(52):
        a_preflight(session_id=f"sess_{number}", delegation_depth=number % 5)
        a_return("{}", session=f"sess_{number}")
    for path, statements in (
        ("/orchestration/preflights/", 6),
        ("/orchestration/returns/", 6),
        ("/orchestration/", 19),
    ):
        with django_assert_num_queries(statements) as captured:
            viewer.get(path)
        read = [one["sql"] for one in captured.captured_queries]
        assert not [sql for sql in read if "preflighttext" in sql or "returntext" in sql]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_preflight_arrives_without_a_reload(desk_page: Page, asgi_server: Site) -> None:
    desk_page.goto(f"{asgi_server}/orchestration/preflights/")
    expect(desk_page.locator("html")).to_have_attribute("data-connected", "true")
    tell(Topic.ORCHESTRATION, a_preflight(command="sweep").pk)
    expect(desk_page.get_by_role("link", name="sweep")).to_be_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_pages_have_no_serious_accessibility_fault(desk_page: Page, asgi_server: Site) -> None:
    _story()
    assert walk_for_faults(desk_page, asgi_server.url, PAGES) == []
