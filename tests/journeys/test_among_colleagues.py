"""What colleagues settle among themselves, the evidence behind an item, and the rest after it is shown."""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.desk.people import a_fail, a_group
from tests.factories import intervention, lamp_turn
from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.live import tell
from validation.models import Intervention
from validation.platform.live import Topic
from validation.platform.permissions import Role

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("minutes_to_undo")]


def test_a_comment_an_assignment_and_a_snooze_need_no_mouse(open_page: Open) -> None:
    work, other = a_fail("turn_1"), a_fail("turn_2")
    otto = open_page("otto", Role.REVIEWER, f"/desk/{work.pk}/")
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    page.keyboard.press("m")
    page.keyboard.type("@ot")
    page.keyboard.press("Enter")
    page.keyboard.type("is this the sale price?")
    page.keyboard.press("Control+Enter")
    expect(otto.locator("#desk-thread .talk-name")).to_have_text("@otto")
    expect(page.locator("#comment-text")).to_have_value("")

    otto.keyboard.press("i")
    expect(otto.get_by_role("button", name="You")).to_be_focused()
    otto.keyboard.press("Enter")
    expect(desk.row(page, work)).to_contain_text("otto")
    otto.keyboard.press("h")
    otto.keyboard.press("a")  # no ruling while a menu is open
    expect(otto.get_by_role("button", name="For 1 hour")).to_be_focused()
    otto.keyboard.press("ArrowDown")
    otto.keyboard.press("Enter")
    desk.is_open(otto, other)
    expect(desk.row(page, work)).to_have_count(0)
    slept = Intervention.objects.get(pk=work.pk)
    assert (slept.assigned_to, slept.rulings.count()) == ("otto", 0)
    assert slept.snoozed_until is not None
    assert abs(slept.snoozed_until - timezone.now() - timedelta(hours=4)) < timedelta(minutes=5)


def test_enter_in_the_time_of_a_snooze_snoozes_until_then(open_page: Open) -> None:
    work, other = a_fail("turn_1"), a_fail("turn_2")
    until = timezone.now().replace(second=0, microsecond=0) + timedelta(days=2)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", timezone_id="UTC")
    page.keyboard.press("h")
    page.locator("#snooze-until").fill(f"{until:%Y-%m-%dT%H:%M}")
    page.keyboard.press("Enter")
    desk.is_open(page, other)
    work.refresh_from_db()
    assert work.snoozed_until == until


def test_the_whole_evidence_opens_is_searched_and_leads_to_the_claim(open_page: Open) -> None:
    work = intervention(lamp_turn().attempts.get(number=1))
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/")
    whole = page.locator("#whole-evidence")
    whole.get_by_role("link", name="Show all").click()
    expect(whole).to_contain_text("Orla desk lamp")
    whole.get_by_label("Search the evidence").fill("halm 54,90")
    whole.get_by_label("Search the evidence").press("Enter")
    expect(whole).not_to_contain_text("Orla desk lamp")
    whole.locator("[data-claim=c1]").first.click()
    expect(page.locator(".claim[data-claim=c1]")).to_be_focused()
    expect(page.locator(".claim[data-claim=c1]")).to_have_class(re.compile(r"\blit\b"))


@pytest.mark.parametrize("days", [-1, 31])
def test_a_time_that_cannot_be_snoozed_until_stays_where_it_was_typed(open_page: Open, days: int) -> None:
    work = a_fail()
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", timezone_id="Asia/Kolkata")
    expect(desk.foot(page)).to_contain_text("Release")
    page.keyboard.press("h")
    until = f"{timezone.now() + timedelta(days=days):%Y-%m-%dT%H:%M}"
    page.locator("#snooze-until").fill(until)
    page.locator("#snooze-until").press("Enter")
    expect(page.locator("#snooze-until:invalid")).to_have_value(until)
    expect(page.locator("#snooze-until")).to_be_focused()


def test_how_long_critical_work_can_wait_is_said_in_the_time_of_the_reader(open_page: Open) -> None:
    work = a_group()
    due = timezone.now() + timedelta(minutes=150)
    Intervention.objects.filter(pk=work.pk).update(due_at=due)
    page = open_page("rita", Role.REVIEWER, f"/desk/{work.pk}/", timezone_id="Asia/Kolkata", locale="en-GB")
    expect(desk.foot(page)).to_contain_text("Release")
    due -= timedelta(minutes=100)
    Intervention.objects.filter(pk=work.pk).update(due_at=due)
    page.keyboard.press("h")
    page.get_by_role("button", name="For 1 hour").press("Enter")
    there = f"{due.astimezone(ZoneInfo('Asia/Kolkata')):%H:%M}"
    expect(page.locator("#desk-toasts")).to_contain_text(f"it can be snoozed until it is due ({there}) at most.")


def test_the_desk_without_an_open_item_counts_what_still_waits(open_page: Open) -> None:
    first, _ = a_fail("turn_a"), a_fail("turn_b")
    page = desk.open_desk(open_page)
    expect(desk.item(page)).to_contain_text("2 items wait")
    Intervention.objects.filter(pk=first.pk).delete()
    tell(Topic.INTERVENTIONS, first.pk)
    expect(desk.item(page)).to_contain_text("1 item waits")


def test_what_has_just_come_rests_for_400_ms(open_page: Open) -> None:
    """The page's clock stands still, so that the number is what decides."""
    first, second = a_fail("turn_1"), a_fail("turn_2")
    page = open_page("rita", Role.REVIEWER, "/desk/")
    page.clock.install()
    page.goto(page.url + f"{first.pk}/")
    expect(desk.foot(page)).to_contain_text("Release")
    page.clock.pause_at(timezone.now() + timedelta(minutes=2))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/rule/" in request.url else None)
    page.keyboard.press("d")
    desk.is_open(page, second)
    page.clock.run_for(399)
    page.keyboard.press("d")
    assert len(sent) == 1
    page.clock.run_for(1)
    with page.expect_request(re.compile(f"{second.pk}/rule/")):
        page.keyboard.press("d")
