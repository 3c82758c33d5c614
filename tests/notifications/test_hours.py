"""Quiet hours, daily messages, and when what did not arrive is tried again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.notifications.adding import ADDRESS, add
from tests.verdicts import halted_by
from validation.models import NotificationRecord, NotificationTarget
from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding
from validation.notifications.tasks import notify

pytestmark = pytest.mark.django_db


def tell(at: datetime) -> bool:
    target = NotificationTarget.objects.get()
    return notify_target(target_id=target.pk, holding=notices_holding(now=at), now=at)


def log() -> list[tuple[str, str]]:
    return list(NotificationRecord.objects.order_by("id").values_list("outcome", "reason"))


def test_in_quiet_hours_nothing_is_sent_and_the_log_says_so_once(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0], quiet_from="22:00", quiet_until="07:00")
    halted_by("judge_unavailable")
    night = datetime(2030, 1, 15, 23, tzinfo=UTC)
    assert [tell(night), tell(night + timedelta(minutes=1)), chat[1]] == [False, False, []]
    assert tell(night + timedelta(hours=8))
    assert log() == [("held", "Quiet hours until 07:00."), ("sent", "")]
    assert "Quiet hours until 07:00." in admin.get(ADDRESS).content.decode()


def test_a_digest_is_sent_once_a_day_with_whatever_holds(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0], digest_at="09:00")
    halted_by("judge_unavailable")
    day = datetime(2030, 1, 15, tzinfo=UTC)
    NotificationTarget.objects.update(created_at=day)
    sent = [hour for hour in range(48) if tell(day + timedelta(hours=hour))]
    assert (sent, len(chat[1])) == ([9, 33], 2)


def test_a_digest_that_failed_is_tried_again_but_not_each_minute(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", f"{chat[0]}/broken", digest_at="09:00")
    halted_by("judge_unavailable")
    day = datetime(2030, 1, 15, 9, tzinfo=UTC)
    NotificationTarget.objects.update(created_at=day - timedelta(hours=1))
    for minute in range(12):
        tell(day + timedelta(minutes=minute))
    assert [outcome for outcome, _ in log()] == ["failed", "failed"]


def test_what_did_not_arrive_is_tried_again_later(admin: Client, chat: tuple[str, list[Any]]) -> None:
    url, bodies = chat
    add(admin, "chat", f"{url}/broken")
    halted_by("judge_unavailable")
    notify()
    notify()
    assert len(bodies) == 1  # not each minute
    target = NotificationTarget.objects.get()
    target.told = {name: str(datetime.fromisoformat(at) - timedelta(minutes=11)) for name, at in target.told.items()}
    target.save()
    notify()
    assert len(bodies) == 2
    assert "answered 500" in admin.get(ADDRESS).content.decode()


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        ({"quiet_from": "22:00"}, "Quiet hours need a beginning and another end."),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "Give a time like 22:00."),
        ({"zone": "Mars/Base"}, "There is no such time zone."),
        ({"quiet_from": "22:00", "quiet_until": "07:00", "digest_at": "09:00"}, "Leave one of them empty."),
    ],
)
def test_hours_that_make_no_sense_are_refused(admin: Client, hours: dict[str, str], told: str) -> None:
    refused = add(admin, "chat", "https://hooks.example.com/x", **hours)
    assert (refused.status_code, told in refused.content.decode()) == (422, True)
