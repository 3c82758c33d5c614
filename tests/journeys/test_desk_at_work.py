"""What happens at an open desk besides ruling: claims that lapse, judging that ends, a server that goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Request, WebSocketRoute, expect
from playwright.sync_api import Route as Answerable

from tests.desk.people import a_fail, a_group
from tests.factories import attempt, claim, decide, intervention, turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from validation.desk.actions import rejudging
from validation.domain.attempt import Route
from validation.domain.claim import ClaimState
from validation.models import Intervention
from validation.platform.permissions import Role
from validation.response.tasks import judge_attempt
from validation.response.web.chain import CARDS

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def open_item(open_page: Open, work: Intervention, query: str = "") -> Page:
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/{query}")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def is_heartbeat(request: Request) -> bool:
    return request.url.split("?")[0].endswith("/heartbeat/")


def with_clock(open_page: Open, work: Intervention) -> Page:
    """The page's own clock is in the test's hands."""
    page = open_page("rita", Role.REVIEWER, "/desk/")
    page.clock.install()
    page.goto(page.url + f"{work.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    return page


def test_a_claim_is_kept_while_somebody_works(open_page: Open) -> None:
    page = with_clock(open_page, a_fail())
    with page.expect_request(is_heartbeat):
        page.clock.run_for(61_000)


def test_a_claim_lapses_when_nothing_was_done_for_five_minutes(open_page: Open) -> None:
    page = with_clock(open_page, a_fail())
    page.clock.run_for(5 * 60_000 + 1_000)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if is_heartbeat(request) else None)
    page.clock.run_for(10 * 60_000)
    assert sent == []


def test_whoever_comes_back_renews_the_claim(open_page: Open) -> None:
    page = with_clock(open_page, a_fail())
    page.clock.run_for(10 * 60_000)
    with page.expect_request(is_heartbeat):
        page.keyboard.press("Shift")


def test_a_hidden_tab_renews_no_claim(open_page: Open) -> None:
    page = with_clock(open_page, a_fail())
    page.evaluate("() => Object.defineProperty(document, 'visibilityState', {value: 'hidden'})")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if is_heartbeat(request) else None)
    page.clock.run_for(3 * 60_000)
    assert sent == []


def test_an_item_that_is_judged_again_shows_its_judgement(open_page: Open) -> None:
    work = a_group(1)
    rejudging.rejudge_group(intervention_id=work.pk, by="otto", now=timezone.now())
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    expect(desk.item(page)).to_contain_text("Not judged yet")
    judge_attempt(work.subject_id)
    expect(desk.item(page)).not_to_contain_text("Not judged yet")


def test_an_undo_without_a_ruling_says_so(open_page: Open) -> None:
    page = open_item(open_page, a_fail())
    page.keyboard.press("u")
    expect(desk.toasts(page)).to_contain_text("Nothing to undo: none of your rulings is pending.")


def test_a_form_opened_by_its_link_leaves_the_page_in_its_place(open_page: Open) -> None:
    page = open_item(open_page, a_fail(), "?form=approve_edited#desk-form")
    expect(page.locator("#edit")).to_be_visible()
    assert page.evaluate("() => [scrollY, document.querySelector('.desk').scrollTop]") == [0, 0]


HEARTBEAT = json.dumps({"topic": "heartbeat", "ids": [], "spread": 0})


def open_with_sockets(open_page: Open) -> tuple[Page, list[WebSocketRoute]]:
    """A page that is not at the desk yet, and the live connections that it opens there, which nobody answers."""
    page = open_page("otto", Role.REVIEWER, "/")
    sockets: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/ws/live/"), lambda socket: sockets.append(socket))  # noqa: PLW0108
    return page, sockets


def live_sign(page: Page) -> Locator:
    return page.locator(".live")


def test_the_live_sign_says_when_the_server_is_gone(open_page: Open) -> None:
    page, sockets = open_with_sockets(open_page)
    page.goto(page.url + "desk/")
    sockets[-1].send(HEARTBEAT)
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    sockets[-1].close()
    expect(live_sign(page)).to_have_text("Offline")


@pytest.mark.parametrize("heard", [(), (HEARTBEAT,)], ids=["from the start", "later"])
def test_the_live_sign_says_when_the_server_falls_silent(open_page: Open, heard: Sequence[str]) -> None:
    page, sockets = open_with_sockets(open_page)
    page.clock.install()
    page.goto(page.url + "desk/")
    for message in heard:
        sockets[-1].send(message)
        expect(page.locator("html")).to_have_attribute("data-connected", "true")
    page.clock.run_for(60_000)
    expect(live_sign(page)).to_have_text("Offline")
    page.clock.run_for(2_000)
    sockets[-1].send(HEARTBEAT)
    expect(live_sign(page)).to_have_text("Live")


def test_the_live_sign_stays_while_the_server_is_heard(open_page: Open) -> None:
    page, sockets = open_with_sockets(open_page)
    page.clock.install()
    page.goto(page.url + "desk/")
    for _ in range(4):
        sockets[-1].send(HEARTBEAT)
        expect(page.locator("html")).to_have_attribute("data-connected", "true")
        page.clock.run_for(20_000)
    expect(live_sign(page)).to_have_text("Live")
    assert len(sockets) == 1


def test_the_live_sign_follows_the_network_at_once(open_page: Open) -> None:
    page = desk.open_desk(open_page)
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    page.clock.install()
    page.context.set_offline(True)
    expect(live_sign(page)).to_have_text("Offline")
    page.context.set_offline(False)
    expect(live_sign(page)).to_have_text("Live")


def test_a_ruling_that_is_not_answered_says_so_until_it_is(open_page: Open) -> None:
    page = open_item(open_page, a_fail())
    page.clock.install()
    waiting: list[Answerable] = []

    def hold(request: Answerable) -> None:
        waiting.append(request)

    page.route("**/rule/**", hold)
    with page.expect_request("**/rule/**"):
        page.keyboard.press("d")
    page.clock.run_for(4_000)
    expect(page.locator("#toasts")).not_to_contain_text("has not answered yet")
    page.clock.run_for(1_500)
    expect(page.locator("#toasts")).to_contain_text("The server has not answered yet. What you typed is kept.")
    waiting[0].continue_()
    expect(page.locator("#toasts")).to_contain_text("Dismissed")
    expect(page.locator("#toasts")).not_to_contain_text("has not answered yet")


def test_a_server_that_is_not_reached_says_so_once(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("f")
    page.context.set_offline(True)
    said = page.locator("#toasts > .toast", has_text="The server cannot be reached")
    for _ in range(2):
        with page.expect_event("requestfailed"):
            page.keyboard.press("Control+Enter")
        expect(page.locator(".desk:not([data-resting])")).to_be_visible()
        expect(said.first).to_be_visible()
        assert said.count() == 1
    page.context.set_offline(False)
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_contain_text("Undo")
    assert said.count() == 0


def test_a_ruling_that_is_never_answered_can_be_sent_again(open_page: Open) -> None:
    page = open_item(open_page, a_fail())
    page.route("**/rule/**", lambda _: None)
    page.evaluate("() => { htmx.config.timeout = 300; }")
    page.keyboard.press("r")
    page.keyboard.type("Give the price.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toasts")).to_contain_text("The server did not answer.")
    expect(desk.hints(page)).to_have_value(re.compile("Give the price"))
    page.unroute("**/rule/**")
    page.evaluate("() => { htmx.config.timeout = 0; }")
    page.keyboard.press("Control+Enter")
    expect(desk.toast(page)).to_contain_text("Undo")


def test_walking_quickly_ends_at_the_last_item_asked_for(open_page: Open) -> None:
    works = [a_fail(f"turn_{index}") for index in range(4)]
    page = open_item(open_page, works[0])
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.evaluate("() => document.querySelectorAll('.desk-row').forEach((row, at) => at && row.click())")
    expect(page).to_have_url(re.compile(f"/desk/{works[3].pk}/"))
    expect(page.locator('.desk-row[aria-current="true"]')).to_have_id(f"row-{works[3].pk}")
    assert complaints == []


def test_an_item_whose_link_left_the_page_meanwhile_opens_and_keys_work(open_page: Open) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = open_item(open_page, first)
    waiting: list[Answerable] = []
    page.route(f"**/desk/{second.pk}/", lambda request: waiting.append(request), times=1)  # noqa: PLW0108
    with page.expect_request(f"**/desk/{second.pk}/"):
        page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator(".desk-bulk")).to_be_visible()
    waiting[0].continue_()
    desk.is_open(page, second)
    expect(desk.row(page, second)).to_have_attribute("aria-current", "true")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    desk.is_open(page, first)


def test_n_walks_on_to_the_next_page_of_claims(open_page: Open) -> None:
    sentences = [f"Lamp number {number} gives {number} lumens." for number in range(CARDS + 5)]
    draft = attempt(turn(), response_md=" ".join(sentences))
    judgement = decide(draft, Route.FAIL)
    for number, sentence in enumerate(sentences):
        claim(judgement, sentence, ClaimState.UNSUPPORTED if number in (3, CARDS + 2) else ClaimState.NOT_FACTUAL)
    page = open_item(open_page, intervention(draft))
    page.keyboard.press("n")
    expect(page.locator(".claim:focus")).to_contain_text("Lamp number 3 gives")
    page.keyboard.press("n")
    expect(page.locator(".claim:focus")).to_contain_text(f"Lamp number {CARDS + 2} gives")


PRESS = """keys => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
}"""


@pytest.mark.parametrize(("keys", "at"), [("jjj", 3), ("jjjk", 2), ("jjjjjjjjj", 4)])
def test_each_quick_press_counts_and_what_is_between_is_not_opened(open_page: Open, keys: str, at: int) -> None:
    works = [a_fail(f"turn_{index}") for index in range(5)]
    page = open_item(open_page, works[0])
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if request.resource_type == "xhr" else None)
    page.evaluate(PRESS, keys)
    desk.is_open(page, works[at])
    expect(desk.foot(page)).to_contain_text("Release")
    loaded = [work.pk for work in works if any(f"/desk/{work.pk}/" in url for url in opened)]
    assert set(loaded) <= {works[0].pk, works[1].pk, works[at].pk}
