"""What is half-written in a form outlives a reload and another page, in a real browser."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Route, expect

from tests.browser import sign_in
from tests.desk.people import client_of
from tests.journeys.signed_in import Open
from tests.live import Site
from tests.verdicts import a_pipeline
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
NEW = "---\nid: radio-log\n---\n# radio-log\nEvery call by radio is written down.\n"


def test_rows_are_added_while_one_types_and_all_are_kept(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    for number, rate in enumerate(("0.1", "0.2", "0.3")):
        page.locator(f"#audit-rates-{number}-rate").fill(rate)
    expect(page.locator("#audit-rates-3-rate")).to_be_visible()
    page.goto(f"{asgi_server.url}/policies/")
    page.goto(f"{asgi_server.url}/policies/edit/")
    for number, rate in enumerate(("0.1", "0.2", "0.3", "")):
        expect(page.locator(f"#audit-rates-{number}-rate")).to_have_value(rate)
    page.locator("#audit-rates-3-rate").fill("0.4")
    page.locator("#reason").fill("More audits.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("main")).to_contain_text("rate 0.4")


def test_a_row_is_labelled_as_the_server_would(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#audit-rates-0-rate").fill("0.1")
    rows = page.locator("[data-rows='audit.rates'] fieldset")
    expect(rows).to_have_count(2)
    rows.last.locator("label", has_text="Rate").click()
    expect(page.locator("#audit-rates-1-rate")).to_be_focused()


def test_a_session_that_ends_takes_nothing_of_a_new_webhook(open_page: Open, asgi_server: Site) -> None:
    a_pipeline()
    page = open_page("anna", Role.ADMIN, "/settings/webhooks/")
    page.get_by_label("Address").fill("https://8.8.8.8/hook")
    page.get_by_label("attempt.halted").check()
    session = page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Add webhook").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    page.context.add_cookies(session)  # type: ignore[arg-type]
    page.goto(f"{asgi_server.url}/settings/webhooks/")
    expect(page.get_by_label("Address")).to_have_value("https://8.8.8.8/hook")
    expect(page.get_by_label("attempt.halted")).to_be_checked()
    page.get_by_role("button", name="Add webhook").click()
    expect(page.locator("#secret")).to_be_visible()
    expect(page.get_by_label("Address")).to_have_value("")
    expect(page.get_by_label("attempt.halted")).not_to_be_checked()


@pytest.mark.parametrize("path", ["/settings/notifications/", "/settings/your-notifications/"])
def test_a_server_that_is_down_takes_nothing_of_a_new_target(open_page: Open, asgi_server: Site, path: str) -> None:
    page = open_page("anna", Role.ADMIN, path)
    page.get_by_label("Address", exact=True).fill("https://hooks.example.com/anna")
    page.get_by_label("a comment mentions").uncheck()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Add target").click()
    page.context.set_offline(False)
    page.goto(asgi_server.url + path)
    expect(page.get_by_label("Address", exact=True)).to_have_value("https://hooks.example.com/anna")
    expect(page.get_by_label("a comment mentions")).not_to_be_checked()
    page.get_by_label("Channel").select_option("chat")
    page.get_by_role("button", name="Add target").click()
    expect(page.get_by_text("Added.")).to_be_visible()
    expect(page.get_by_label("Address", exact=True)).to_have_value("")


def test_a_change_of_a_target_is_kept_until_it_is_saved(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/settings/notifications/")
    page.get_by_label("Channel").select_option("chat")
    page.get_by_label("Address", exact=True).fill("https://hooks.example.com/anna")
    page.get_by_role("button", name="Add target").click()
    expect(page.get_by_text("Added.")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")  # by then the script has heard that the draft was taken
    page.get_by_role("link", name="Change hooks.example.com").click()
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    page.wait_for_load_state()  # its scripts keep what is typed
    page.get_by_label("Quiet from").fill("22:00")
    page.reload()
    expect(page.get_by_label("Quiet from")).to_have_value("22:00")
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("link", name="Change hooks.example.com").click()
    expect(page.get_by_label("Quiet from")).to_have_value("")
    page.get_by_label("Quiet from").fill("22:00")
    page.get_by_label("Quiet until").fill("07:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))") == []


def test_a_draft_is_not_shown_to_whoever_signs_in_next(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/insights/trust/prompts/")
    page.get_by_label("What it tries").fill("Anna's idea")
    anna = page.context.cookies()
    sign_in(page.context, asgi_server.url, client_of(Role.ADMIN, "olga"))
    page.reload()
    expect(page.get_by_label("What it tries")).to_have_value("")
    page.context.add_cookies(anna)  # type: ignore[arg-type]
    page.reload()
    expect(page.get_by_label("What it tries")).to_have_value("Anna's idea")


def test_a_prompt_is_kept_until_it_is_stored(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/insights/trust/prompts/")
    page.get_by_label("What it tries").fill("Stricter about prices")
    page.goto(f"{asgi_server.url}/policies/")
    page.go_back()
    expect(page.get_by_label("What it tries")).to_have_value("Stricter about prices")
    instructions = page.get_by_label("Instructions")
    changed = f"Be strict.\n\n{instructions.input_value()}"
    instructions.fill(changed)
    page.reload()
    expect(instructions).to_have_value(changed)
    page.get_by_role("button", name="Store version").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Prompt 1")
    page.wait_for_load_state()  # its scripts forget what was taken; on a busy machine the heading is there before them
    page.goto(f"{asgi_server.url}/insights/trust/prompts/")
    expect(page.get_by_label("What it tries")).to_have_value("")


def test_a_prompt_begun_from_another_version_is_a_draft_of_its_own(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/insights/trust/prompts/")
    page.get_by_label("What it tries").fill("Stricter about prices")
    page.get_by_label("Instructions").fill("Judge it.")
    page.get_by_role("button", name="Store version").click()
    expect(page.get_by_role("link", name="New from this one")).to_be_visible()
    page.wait_for_load_state()  # its scripts forget what was taken; on a busy machine the link is there before them
    page.get_by_role("link", name="New from this one").click()
    page.wait_for_url("**/prompts/?from=*")  # loaded: its scripts keep what is typed
    page.get_by_label("What it tries").fill("Stricter still")
    page.goto(f"{asgi_server.url}/insights/trust/prompts/")
    expect(page.get_by_label("What it tries")).to_have_value("")
    page.go_back()
    expect(page.get_by_label("What it tries")).to_have_value("Stricter still")
    page.get_by_role("link", name="Start over").click()
    expect(page.get_by_label("What it tries")).to_have_value("")


def test_what_was_typed_before_the_script_came_is_kept(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/insights/trust/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/drafts*.js", hold)
    with page.expect_request("**/drafts*.js"):
        page.goto(f"{asgi_server.url}/insights/trust/prompts/", wait_until="commit")
    page.get_by_label("What it tries").fill("Typed at once")
    held[0].continue_()
    page.wait_for_load_state()
    page.unroute("**/drafts*.js")
    page.goto(f"{asgi_server.url}/insights/trust/prompts/")
    expect(page.get_by_label("What it tries")).to_have_value("Typed at once")


def test_a_belief_is_kept_until_it_is_stored(open_page: Open, asgi_server: Site) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/new/")
    page.get_by_label("Markdown with front matter").fill(NEW)
    page.goto(f"{asgi_server.url}/turns/")
    page.goto(f"{asgi_server.url}/beliefs/new/?statement=Another")
    expect(page.get_by_label("Markdown with front matter")).not_to_have_value(NEW)
    page.goto(f"{asgi_server.url}/beliefs/new/")
    expect(page.get_by_label("Markdown with front matter")).to_have_value(NEW)
    expect(page.locator("#belief-checked")).to_contain_text("0 verified evidence links")
    page.get_by_role("button", name="Store belief").click()
    page.get_by_label("Store it all the same").check()
    page.get_by_role("button", name="Store belief").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("radio-log")
    page.goto(f"{asgi_server.url}/beliefs/new/")
    expect(page.get_by_label("Markdown with front matter")).not_to_have_value(NEW)


def test_a_belief_that_is_given_up_is_forgotten(open_page: Open, asgi_server: Site) -> None:
    page = open_page("rita", Role.REVIEWER, "/beliefs/new/")
    page.get_by_label("Markdown with front matter").fill(NEW)
    page.get_by_role("link", name="Cancel").click()
    page.goto(f"{asgi_server.url}/beliefs/new/")
    expect(page.get_by_label("Markdown with front matter")).not_to_have_value(NEW)
