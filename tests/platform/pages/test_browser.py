"""Journeys in a real browser: finding the wrong price, walking by keyboard, filtering, narrow screens, both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.accessibility import grave_faults, walk_for_faults
from tests.live import Site, tell
from validation.models import Attempt, Turn
from validation.platform.live import Topic

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def lamp(transactional_db: None) -> Turn:
    return factories.lamp_turn()


@pytest.fixture
def wrong(lamp: Turn) -> Attempt:
    return lamp.attempts.get(number=1)


def _open(page: Page, site: Site, path: str) -> None:
    page.goto(f"{site}{path}")


def test_hovering_the_wrong_price_lights_its_evidence(desk_page: Page, asgi_server: Site, wrong: Attempt) -> None:
    _open(desk_page, asgi_server, f"/attempts/{wrong.pk}/")
    desk_page.locator("#claim-c1").hover()
    expect(desk_page.locator(".evidence-card.lit .quote .differs")).to_have_text("54,90 EUR")


def test_hovering_the_evidence_lights_the_claim(desk_page: Page, asgi_server: Site, wrong: Attempt) -> None:
    _open(desk_page, asgi_server, f"/attempts/{wrong.pk}/")
    desk_page.locator("#evidence-c3").hover()
    expect(desk_page.locator("#claim-c3")).to_have_class("claim claim-supported lit")


def test_n_walks_the_problems_and_enter_goes_to_the_evidence(
    desk_page: Page, asgi_server: Site, wrong: Attempt
) -> None:
    _open(desk_page, asgi_server, f"/attempts/{wrong.pk}/")
    desk_page.keyboard.press("n")
    desk_page.keyboard.press("n")
    expect(desk_page.locator("#claim-c2")).to_be_focused()
    desk_page.keyboard.press("Enter")
    expect(desk_page.locator("#evidence-c2")).to_be_focused()


def test_the_palette_jumps_to_a_turn_by_its_words(desk_page: Page, asgi_server: Site, lamp: Turn) -> None:
    _open(desk_page, asgi_server, "/")
    desk_page.keyboard.press("/")
    desk_page.keyboard.type("lumens")
    expect(desk_page.locator(".palette-item[aria-selected=true]")).to_contain_text("turn_lamp")
    desk_page.keyboard.press("Enter")
    desk_page.wait_for_url(f"{asgi_server}/turns/{lamp.pk}/")


def test_the_palette_never_jumps_to_what_was_found_before(desk_page: Page, asgi_server: Site, lamp: Turn) -> None:
    _open(desk_page, asgi_server, "/")
    desk_page.keyboard.press("/")
    expect(desk_page.locator(".palette-item[aria-selected=true]")).to_have_text("Overview")
    desk_page.keyboard.type("turn_lamp")
    desk_page.keyboard.press("Enter")
    desk_page.wait_for_url(f"{asgi_server}/turns/{lamp.pk}/")


def test_folds_of_two_drafts_open_together(desk_page: Page, asgi_server: Site) -> None:
    turn, lines = factories.turn(), [f"Line {number}." for number in range(30)]
    for last in ("old", "new"):
        factories.decide(factories.attempt(turn, response_md="\n".join([*lines, last])))
    _open(desk_page, asgi_server, f"/turns/{turn.pk}/")
    folds = desk_page.locator(".diff-same")
    folds.nth(1).locator("summary").click()
    expect(folds.nth(0)).to_have_attribute("open", "")
    folds.nth(0).locator("summary").click()
    expect(folds.nth(1)).not_to_have_attribute("open", "")


def test_a_draft_in_arabic_begins_on_the_right(desk_page: Page, asgi_server: Site) -> None:
    draft = factories.attempt(factories.turn(), response_md="سعر الغلاية Tarn K2")
    factories.decide(draft)
    _open(desk_page, asgi_server, f"/attempts/{draft.pk}/")
    begins = """column => {
      const first = document.createRange(), box = column.getBoundingClientRect();
      first.setStart(document.createTreeWalker(column, NodeFilter.SHOW_TEXT).nextNode(), 0);
      first.setEnd(first.startContainer, 1);
      return first.getBoundingClientRect().left > box.left + box.width / 2;
    }"""
    assert desk_page.locator(".draft").evaluate(begins)


def test_typing_into_the_search_narrows_the_list_and_the_address(
    desk_page: Page, asgi_server: Site, lamp: Turn
) -> None:
    factories.turn("turn_other")
    _open(desk_page, asgi_server, "/turns/")
    desk_page.get_by_label("Turn id or words of the query").first.fill("lumens")
    expect(desk_page.get_by_role("link", name="turn_other")).to_have_count(0)
    desk_page.wait_for_url(f"{asgi_server}/turns/?q=lumens")


@pytest.mark.parametrize(
    ("address", "menu", "choice", "becomes"),
    [
        ("/turns/", "Time range", "Last 7 days", "?q=lumens&range=7d"),
        ("/turns/?pipeline=kelmar", "Pipeline", "All pipelines", "?q=lumens"),
    ],
)
def test_a_time_range_or_pipeline_keeps_what_was_searched_since(
    desk_page: Page, asgi_server: Site, lamp: Turn, address: str, menu: str, choice: str, becomes: str
) -> None:
    _open(desk_page, asgi_server, address)
    desk_page.get_by_label("Turn id or words of the query").first.fill("lumens")
    desk_page.wait_for_url("**q=lumens")
    desk_page.get_by_label(menu).click()
    desk_page.get_by_role("link", name=choice, exact=True).click()
    desk_page.wait_for_url(f"{asgi_server}/turns/{becomes}")


def test_a_live_update_keeps_the_filters_that_were_typed(desk_page: Page, asgi_server: Site, lamp: Turn) -> None:
    _open(desk_page, asgi_server, "/turns/")
    desk_page.get_by_label("Turn id or words of the query").first.fill("lumens")
    desk_page.wait_for_url(f"{asgi_server}/turns/?q=lumens")
    second = factories.lamp_turn("turn_lamp_2")
    factories.turn("turn_other")
    tell(Topic.ATTEMPTS, second.attempts.get(number=2).pk)
    expect(desk_page.get_by_role("link", name="turn_lamp_2")).to_be_visible()
    expect(desk_page.get_by_role("link", name="turn_other")).to_have_count(0)


def test_j_walks_the_rows_of_a_list(desk_page: Page, asgi_server: Site, lamp: Turn) -> None:
    _open(desk_page, asgi_server, "/turns/")
    desk_page.keyboard.press("j")
    expect(desk_page.get_by_role("link", name="turn_lamp")).to_be_focused()


def test_the_question_mark_shows_the_keys(desk_page: Page, asgi_server: Site) -> None:
    _open(desk_page, asgi_server, "/")
    desk_page.keyboard.press("?")
    expect(desk_page.get_by_role("heading", name="Keyboard")).to_be_visible()


def test_the_theme_that_was_chosen_is_kept(desk_page: Page, asgi_server: Site) -> None:
    _open(desk_page, asgi_server, "/")
    desk_page.get_by_label("Switch between light and dark").click()
    desk_page.reload()
    assert desk_page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_nothing_is_wider_than_a_phone(desk_page: Page, asgi_server: Site, wrong: Attempt) -> None:
    factories.intervention(wrong)
    factories.turn(f"turn_{'x' * 80}", query="a lamp")
    desk_page.set_viewport_size({"width": 390, "height": 844})
    widths = {}
    for path in _paths(wrong):
        _open(desk_page, asgi_server, path)
        widths[path] = desk_page.evaluate("document.documentElement.scrollWidth")
    assert {path: width for path, width in widths.items() if width > 390} == {}


def test_axe_finds_nothing_serious(desk_page: Page, asgi_server: Site, wrong: Attempt) -> None:
    factories.intervention(wrong)
    assert walk_for_faults(desk_page, asgi_server.url, _paths(wrong)) == []


def test_the_sign_in_page_is_accessible(page: Page, asgi_server: Site) -> None:
    _open(page, asgi_server, "/sign-in/")
    assert not grave_faults(page)


def _paths(attempt: Attempt) -> tuple[str, ...]:
    return (
        "/", "/turns/", "/attempts/", f"/turns/{attempt.turn_id}/", f"/attempts/{attempt.pk}/", "/search/?q=lamp",
    )  # fmt: skip
