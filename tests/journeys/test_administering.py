"""An admin publishes thresholds, adds people and makes keys, in a real browser."""

from __future__ import annotations

import re
from datetime import timedelta

import httpx
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import lamp_turn
from tests.journeys.signed_in import Open
from tests.live import Site
from tests.texts import submission
from tests.trust.audits import answered, decided, drawn
from tests.verdicts import decided_as
from validation.domain.verdict import Decision
from validation.models import ApiKey, Delivery
from validation.platform.keys import create_api_key
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def submit(site: Site, secret: str, turn_id: str) -> dict[str, object]:
    headers = {"Authorization": f"Bearer {secret}", "Prefer": "wait=20"}
    answer = httpx.post(f"{site.url}/api/v1/attempts", json=submission(turn_id), headers=headers, timeout=40)
    assert answer.status_code in (200, 202), answer.text
    return dict(answer.json())


def test_a_key_is_made_a_policy_published_and_the_next_attempt_carries_it(
    open_page: Open, asgi_server: Site, worker: None
) -> None:
    page = open_page("anna", Role.ADMIN, "/settings/keys/")
    page.get_by_label("Name", exact=True).fill("staging")
    page.get_by_label("Pipeline", exact=True).fill("shop")
    page.get_by_role("button", name="Make key").click()
    secret = page.locator("#secret").input_value()
    page.reload()
    expect(page.get_by_role("button", name="Make key")).to_be_visible()
    assert (page.locator("#secret").count(), ApiKey.objects.count()) == (0, 1)
    assert submit(asgi_server, secret, "before")["policy"] == 1

    page.goto(f"{asgi_server.url}/policies/edit/")
    page.locator("#response-approve").fill("0.45")
    page.locator("#reason").fill("Fewer wrong prices go out.")
    page.get_by_role("button", name="Publish policy 2").click()
    expect(page.locator("#response-approve")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".policy-form .error").first).to_contain_text("must rise")
    page.locator("#response-approve").fill("0.97")
    page.get_by_role("button", name="Publish policy 2").click()
    expect(page.locator("main")).to_contain_text("Policy 2 is in force")

    after = submit(asgi_server, secret, "after")
    assert after["policy"] == 2
    page.goto(f"{asgi_server.url}/attempts/{after['id']}/")
    expect(page.locator("main")).to_contain_text("number 2")

    page.goto(f"{asgi_server.url}/settings/keys/")
    for answer in ("Cancel", "Revoke"):
        page.locator("main").get_by_role("button", name="Revoke").click()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        expect(page.locator("main")).to_contain_text("revoked" if answer == "Revoke" else "Revoke")


def test_a_threshold_being_typed_shows_what_would_flip(open_page: Open) -> None:
    lamp_turn()
    page = open_page("anna", Role.ADMIN, "/policies/edit/?range=all")
    page.locator("#response-approve").fill("0,95")
    expect(page.locator("#draft .flow-table")).to_contain_text("REVISE")
    expect(page.locator("#draft")).to_contain_text("of 2 decided attempts would be routed elsewhere")
    page.locator("#response-approve").fill("0,")
    expect(page.locator("#draft")).to_contain_text("Not a policy yet")
    page.locator("#response-approve").fill("0.8")
    expect(page.locator("#draft")).to_contain_text("Nothing differs from policy 1")


def test_from_a_threshold_to_publish_takes_three_keys(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_be_focused()
    expect(page.locator("#response-approve")).to_have_value("0.9")
    page.keyboard.type("Stricter.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Policy 2 is in force")


def test_the_reason_is_sent_by_ctrl_enter(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.locator("#reason").fill("Stricter.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("main")).to_contain_text("Policy 2 is in force")


@pytest.mark.parametrize("height", [720, 900])
def test_a_reason_that_is_missing_is_asked_for_in_view(open_page: Open, height: int) -> None:
    for number in range(4):
        lamp_turn(f"turn_{number}")
    page = open_page("anna", Role.ADMIN, "/policies/edit/?range=all", width=1280, height=height)
    page.locator("#response-approve").fill("0.97")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_be_focused()
    expect(page.locator("#draft .flow-table")).to_be_visible()
    page.wait_for_load_state()  # its scripts hear the keys
    for part in ("#reason", "[data-send]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#reason_error")).to_be_in_viewport(ratio=1)


def test_a_draft_stays_through_a_reload_and_another_page(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.locator("#reason").fill("Stricter.")
    page.reload()
    expect(page.locator("#response-approve")).to_have_value("0.9")
    expect(page.locator("#draft")).to_contain_text("APPROVE from")
    page.get_by_role("link", name="Overview").first.click()
    page.go_back()
    expect(page.locator("#reason")).to_have_value("Stricter.")
    page.get_by_role("link", name="Start over").click()
    expect(page.locator("#response-approve")).to_have_value("0.8")


def test_a_draft_that_was_checked_is_kept_as_well(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_be_focused()
    page.wait_for_load_state()  # its scripts keep what is typed
    page.locator("#reason").fill("Stricter.")
    page.goto(f"{asgi_server.url}/policies/edit/")
    expect(page.locator("#response-approve")).to_have_value("0.9")
    expect(page.locator("#reason")).to_have_value("Stricter.")


def test_a_draft_is_over_once_it_is_published(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.locator("#reason").fill("Stricter.")
    page.get_by_role("button", name="Publish policy 2").click()
    page.wait_for_url(lambda url: "/edit/" not in url)  # loaded: its scripts have dropped the draft
    page.get_by_role("link", name="Edit").click()
    expect(page.locator("#reason")).to_have_value("")


def test_a_draft_is_held_against_what_a_colleague_published_meanwhile(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    expect(page.locator("#draft del")).to_have_text("0.8")
    other = open_page("otto", Role.ADMIN, "/policies/edit/")
    other.locator("#response-approve").fill("0.9")
    other.locator("#reason").fill("Stricter.")
    other.get_by_role("button", name="Publish policy 2").click()
    expect(page.locator("#draft")).to_contain_text("Nothing differs from policy 2")


def test_a_draft_of_a_policy_that_was_replaced_meanwhile_is_not_published_unseen(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.locator("#reason").fill("Stricter.")
    other = open_page("otto", Role.ADMIN, "/policies/edit/")
    other.locator("#response-revise").fill("0.6")
    other.locator("#reason").fill("Fewer.")
    other.get_by_role("button", name="Publish policy 2").click()
    expect(other.locator("main")).to_contain_text("Policy 2 is in force")
    page.reload()
    page.get_by_role("button", name="Publish policy 3").click()
    expect(page.get_by_role("alert").first).to_contain_text("Policy 2 was published meanwhile")
    expect(page.locator("#response-approve")).to_have_value("0.9")
    expect(page.locator("#response-revise")).to_have_value("0.6")


def test_rolling_back_is_one_click(open_page: Open, asgi_server: Site) -> None:
    page = open_page("anna", Role.ADMIN, "/policies/edit/")
    page.locator("#response-approve").fill("0.9")
    page.locator("#reason").fill("Stricter.")
    page.get_by_role("button", name="Publish policy 2").click()
    page.get_by_role("button", name="Roll back to 1").click()
    expect(page.locator("main")).to_contain_text("Policy 3 is live, identical to policy 1")


def test_somebody_is_added_and_signs_in_by_the_link(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/settings/people/")
    page.get_by_label("Name", exact=True).fill("nadja")
    page.get_by_role("button", name="Add and make a link").click()
    link = page.locator("#sign-in-link").input_value()
    page.locator("form[action='/sign-out/']").evaluate("form => form.submit()")
    page.wait_for_url(re.compile("/sign-in"))
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.locator("summary[aria-label='You: nadja']").click()
    expect(page.locator(".topbar")).to_contain_text("nadja · reviewer")


def test_an_attempt_arrives_live(open_page: Open, asgi_server: Site, worker: None) -> None:
    _, secret = create_api_key(name="test", pipeline="shop", scopes=["ingest"], by="test", now=timezone.now())
    page = open_page("rita", Role.REVIEWER, "/")
    expect(page.locator("html")).to_have_attribute("data-connected", "true")
    submit(asgi_server, secret, "turn_live")
    expect(page.locator("#overview-attempts")).to_contain_text("turn_live")


def test_all_charts_are_printed_in_the_colours_of_paper(open_page: Open) -> None:
    lamp_turn()
    page = open_page("vera", Role.VIEWER, "/insights/?range=all", color_scheme="dark")
    expect(page.locator("[data-chart='figure-decisions'] svg").first).to_be_visible()
    below = page.locator("[data-chart='figure-pipelines']")
    expect(below.locator("svg")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(below.locator("svg").first).to_be_attached()
    title = below.locator("xpath=ancestor::section").get_by_role("heading")
    expect(title).to_have_css("color", "rgb(23, 24, 31)")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(title).to_have_css("color", "rgb(237, 237, 242)")


def test_shares_are_written_alike_along_every_axis(open_page: Open) -> None:
    at = timezone.now() - timedelta(hours=1)  # one month, which has a figure from 30 answers on
    for number in range(40):
        one = decided(f"turn_{number}", confidence=0.99, at=at)
        answered(drawn(one), decision=Decision.REVISE if number % 4 == 0 else Decision.APPROVE)
    page = open_page("vera", Role.VIEWER, "/insights/trust/?range=all")
    for chart in ("certificate", "by-month"):
        figure = page.locator(f"[data-chart='figure-{chart}']")
        figure.scroll_into_view_if_needed()
        expect(figure.locator("svg").first).to_be_visible()
        ticks = [tick for tick in figure.locator(".xtick, .ytick, .y2tick").all_text_contents() if "%" in tick]
        assert ticks, chart
        assert all(re.fullmatch(r"[\d.]+ %", tick) for tick in ticks), ticks


def test_a_target_is_asked_for_as_its_channel_is_addressed(open_page: Open) -> None:
    page = open_page("anna", Role.ADMIN, "/settings/notifications/")
    form, by_link = page.locator(".target-form"), page.get_by_label("ruled on by a link")
    for channel, hint, takes_links in (("mail", "team@", True), ("chat", "Slack", False), ("apprise", "tgram", False)):
        page.get_by_label("Channel").select_option(channel)
        expect(form.locator(".hint > span:visible", has_text=hint)).to_have_count(1)
        expect(form.locator("#address_helptext > span:visible")).to_have_count(1)
        expect(by_link).to_be_visible(visible=takes_links)


def test_deliveries_that_were_given_up_are_found_and_sent_again_without_the_mouse(open_page: Open) -> None:
    decided_as("APPROVE", callback_url="https://pipeline.example/hook")
    Delivery.objects.update(state="dead", tries=9, last_error="answered 500")
    page = open_page("anna", Role.ADMIN, "/")
    page.get_by_role("link", name="See why and send again").press("Enter")
    page.wait_for_url("**/settings/webhooks/?state=dead#delivery-list")
    expect(page.locator("#delivery-list")).to_contain_text("answered 500")
    page.get_by_role("button", name="Send all again").press("Enter")
    page.locator("#confirm").get_by_role("button", name="Send all again").press("Enter")
    expect(page.get_by_text("1 on their way again.")).to_be_visible()
