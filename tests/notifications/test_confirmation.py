"""A mail address is sent nothing but a link before its holder confirmed it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient
from tests.notifications.adding import ADDRESS, add
from tests.verdicts import halted_by
from validation.domain.errors import Conflict
from validation.models import NotificationRecord, NotificationTarget
from validation.notifications.actions.confirmation import AGAIN, confirm_target
from validation.notifications.tasks import notify

pytestmark = pytest.mark.django_db
STRANGER = "stranger@example.com"


def path_in(mail: Any) -> str:
    [path] = re.findall(r"http://testserver(/\S+)", mail.get_payload(decode=True).decode())
    return str(path)


def test_nothing_is_told_before_the_holder_agreed(admin: Client, inbox: list[Any]) -> None:
    said = admin.post(ADDRESS, {"channel": "mail", "address": STRANGER, "notices": ["judge_away"]}, follow=True)
    assert f"Open the link in the mail to {STRANGER}." in said.content.decode()
    halted_by("judge_unavailable")
    [asked] = inbox
    assert (asked["To"], asked["Subject"]) == (STRANGER, "Confirm notifications from Countersign")
    holder, path = Client(), path_in(asked)
    assert (STRANGER in holder.get(path).content.decode(), notify(), len(inbox)) == (True, 0, 1)
    assert (holder.post(path).status_code, notify(), len(inbox)) == (200, 1, 2)
    assert "Confirmed" in holder.get(path).content.decode()


def test_a_link_that_is_cut_late_or_about_nothing_confirms_nothing(admin: Client, inbox: list[Any]) -> None:
    add(admin, "mail", STRANGER)
    path, late = path_in(inbox[0]), timezone.now() + timedelta(days=7, seconds=1)
    assert admin.post(path[:-9] + "/").status_code == 410
    with pytest.raises(Conflict, match="ended after 7 days"):
        confirm_target(path.split("/")[3], now=late)
    assert NotificationTarget.objects.get().confirmed_at is None
    NotificationTarget.objects.all().delete()
    assert admin.post(path).status_code == 410


def test_a_stranger_gets_no_second_link_within_minutes(admin: Client, inbox: list[Any]) -> None:
    for _ in range(2):
        add(admin, "mail", STRANGER)
    test = f"{ADDRESS}{NotificationTarget.objects.first().pk}/test/"  # type: ignore[union-attr]
    again = admin.post(test, follow=True).content.decode()
    assert ("This address was mailed just now." in again, len(inbox)) == (True, 1)
    NotificationRecord.objects.update(at=timezone.now() - AGAIN)
    admin.post(test)
    assert len(inbox) == 2


def test_a_link_that_could_not_be_mailed_is_said(admin: Client, settings: Any) -> None:
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    add(admin, "mail", STRANGER)
    assert "The mail server refused or did not answer" in admin.get(ADDRESS).content.decode()


def test_the_api_says_whether_an_address_is_confirmed(api: ApiClient, inbox: list[Any]) -> None:
    mail = api.post("/notifications", {"channel": "mail", "address": STRANGER}).json()
    chat = api.post("/notifications", {"channel": "chat", "address": "https://hooks.example.com/x"}).json()
    assert (mail["confirmed_at"], chat["confirmed_at"] is None, len(inbox)) == (None, False, 1)
