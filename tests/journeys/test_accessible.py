"""axe-core on the pages of the desk, the policies, the insights and the settings, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.accessibility import colour_faults, scrolling_faults, walk_for_faults
from tests.desk.people import a_group
from tests.factories import intervention, lamp_turn
from tests.journeys.signed_in import Open
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
PAGES = (
    "/desk/",
    "/desk/{item}/",
    "/desk/{item}/?form=revise",
    "/desk/{group}/",
    "/desk/?q=kind:sad",
    "/desk/?selected=all",
    "/desk/?selected=all&form=confirm_fail",
    "/insights/?range=all",
    "/insights/trust/",
    "/insights/trust/comparisons/",
    "/insights/trust/disagreements/",
    "/insights/trust/drift/",
    "/insights/trust/gold/",
    "/insights/trust/prompts/",
    "/insights/trust/reviewers/",
    "/policies/",
    "/policies/1/",
    "/policies/edit/",
    "/settings/people/",
    "/settings/pipelines/",
    "/settings/retention/",
    "/settings/status/",
    "/settings/keys/",
    "/settings/webhooks/",
    "/settings/notifications/",
    "/settings/your-notifications/",
    "/settings/judge/",
    "/settings/audit/",
    "/settings/sample/",
)


def test_axe_finds_nothing_serious(open_page: Open) -> None:
    ids = {"item": intervention(lamp_turn().attempts.get(number=1)).pk, "group": a_group(2).pk}
    page = open_page("anna", Role.ADMIN, "/")
    assert walk_for_faults(page, page.url.rstrip("/"), (path.format(**ids) for path in PAGES)) == []


def test_the_api_page_can_be_read_light_and_dark(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/api/v1/docs")
    expect(page.locator(".opblock-tag").first).to_contain_text("attempts")
    grounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        # The page hears of the scheme a frame later, and its library lets some colours glide.
        page.wait_for_function(
            "dark => document.documentElement.classList.contains('dark-mode') === dark"
            " && document.getAnimations().length === 0",
            arg=scheme == "dark",
        )
        assert not colour_faults(page)
        grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2, "both are the same theme"


def test_what_rests_after_a_ruling_can_be_read(open_page: Open) -> None:
    item = intervention(lamp_turn().attempts.get(number=1)).pk
    page = open_page("anna", Role.ADMIN, f"/desk/{item}/")
    expect(page.locator("#foot-c")).to_contain_text("Release")
    page.evaluate("() => document.querySelector('.desk').setAttribute('data-resting', '')")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert not colour_faults(page)


def test_the_keyboard_help_scrolls_by_keyboard_at_once(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, "/desk/", width=1280, height=720)
    page.locator("#keyboard-help").wait_for(state="attached")
    page.keyboard.press("?")
    keys = page.locator("#keyboard-help .dialog-body")
    expect(keys).to_be_focused()
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('#keyboard-help .dialog-body').scrollTop > 0")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_what_is_longer_than_the_screen_scrolls_by_keyboard(open_page: Open) -> None:
    intervention(lamp_turn().attempts.get(number=1))
    page = open_page("anna", Role.ADMIN, "/desk/", width=700, height=480)
    page.keyboard.press("?")
    found = scrolling_faults(page)
    page.goto(page.url.replace("/desk/", "/insights/?range=all"))
    for fold in page.locator(".chart-table > summary").all():
        fold.click()
    assert not [*found, *scrolling_faults(page)]
