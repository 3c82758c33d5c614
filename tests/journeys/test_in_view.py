"""What must not be pushed out of a small screen: the last column, the buttons of a row, the open tab."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.desk.people import client_of
from tests.factories import attempt, decide, final_ruling, lamp_turn, turn
from tests.journeys.signed_in import Open
from tests.response.test_principles import principle
from validation.domain.attempt import Route
from validation.platform.keys import create_api_key
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
LONG_PIPELINE = "travel-concierge-with-a-rather-long-name-eu-west"


def test_the_buttons_beside_people_are_in_view_on_a_small_screen(open_page: Open) -> None:
    client_of(Role.REVIEWER, "a-reviewer-with-a-long-name")
    page = open_page("anna", Role.ADMIN, "/settings/people/", width=1280, height=720)
    expect(page.get_by_role("button", name="Deactivate a-reviewer-with-a-long-name")).to_be_in_viewport(ratio=1)


def test_revoke_stays_in_view_beside_a_long_key_name(open_page: Open) -> None:
    scopes = ["ingest", "read", "review", "admin", "instance"]
    create_api_key(name=LONG_PIPELINE, pipeline=LONG_PIPELINE, scopes=scopes, by="anna", now=timezone.now())
    page = open_page("anna", Role.ADMIN, "/settings/keys/", width=1280, height=720)
    expect(page.locator(".table-box").get_by_role("button", name="Revoke")).to_be_in_viewport(ratio=1)
    assert page.get_by_title(LONG_PIPELINE).first.evaluate("name => name.offsetHeight") < 24


def test_principles_take_the_width_of_a_phone(open_page: Open) -> None:
    principle(query="how bright is the lamp, and what does it cost?")
    page = open_page("vera", Role.VIEWER, "/insights/principles/", width=390)
    text, card = page.locator(".principle > .grow"), page.locator(".rows")
    assert text.evaluate("one => one.clientWidth") > 0.9 * card.evaluate("one => one.clientWidth")


def test_the_open_tab_of_the_settings_is_in_view_on_a_phone(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/settings/your-notifications/", width=390)
    expect(page.get_by_role("link", name="Your notifications", exact=True)).to_be_in_viewport(ratio=1)


def test_what_would_flip_takes_the_width_of_a_phone(open_page: Open) -> None:
    final_ruling(lamp_turn().attempts.get(number=1), "approve_edited")
    page = open_page("anna", Role.ADMIN, "/policies/edit/?range=all", width=390)
    page.locator("#response-revise").fill("0.79")
    table = page.locator("#draft .flow-table")
    expect(table).to_contain_text("approved edited")
    assert table.evaluate("table => table.offsetWidth <= table.parentElement.clientWidth")


@pytest.mark.parametrize("path", ["/", "/attempts/"])
def test_the_last_column_is_in_view_on_a_small_screen(open_page: Open, path: str) -> None:
    lamp_turn()
    page = open_page("anna", Role.ADMIN, f"{path}?range=all", width=1280, height=720)
    box = page.locator(".table-box")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize("width", [1280, 1440])
@pytest.mark.parametrize("path", ["/", "/turns/", "/attempts/"])
def test_a_long_pipeline_and_a_uuid_leave_the_last_column_in_view(open_page: Open, path: str, width: int) -> None:
    decide(attempt(turn("0b9c9a8e-4a57-4d5c-9a4e-6f1d2c3b4a59", of=LONG_PIPELINE)), Route.APPROVE)
    page = open_page("anna", Role.ADMIN, f"{path}?range=all", width=width, height=720)
    box = page.locator(".table-box")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    expect(page.get_by_title(LONG_PIPELINE)).to_be_visible()


def test_where_three_attempts_lead_is_in_view_on_a_small_screen(open_page: Open) -> None:
    made = turn()
    for route in (Route.REVISE, Route.REVISE, Route.FAIL):
        decide(attempt(made), route)
    page = open_page("anna", Role.ADMIN, f"/turns/{made.pk}/", width=1280, height=720)
    flow = page.locator(".flow")
    assert flow.evaluate("flow => flow.scrollWidth <= flow.clientWidth")
