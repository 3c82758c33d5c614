"""The page of notification targets: adding, changing, testing and removing them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import factories
from tests.notifications.adding import ADDRESS, add, follow_link
from validation.models import AuditEvent, NotificationTarget
from validation.notifications.web import page
from validation.platform.pages import forms

pytestmark = pytest.mark.django_db


def test_hours_and_notices_of_a_target_can_be_changed(admin: Client, inbox: list[Any]) -> None:
    add(admin, "mail", "team@example.com", quiet_from="22:00", quiet_until="07:00")
    target = NotificationTarget.objects.get()
    page = f"{ADDRESS}{target.pk}/"
    assert b'value="22:00"' in admin.get(page).content
    wrong = admin.post(page, {"notices": ["drift_found"], "digest_at": "late"})
    assert (wrong.status_code, b"Give a time like 22:00." in wrong.content) == (422, True)
    admin.post(page, {"notices": ["drift_found"], "digest_at": "08:30", "zone": "Europe/Berlin", "person": "anna"})
    target.refresh_from_db()
    assert (target.address, target.notices, target.person) == ("team@example.com", ["drift_found"], "anna")
    assert (f"{target.digest_at:%H:%M}", target.quiet_from, target.zone) == ("08:30", None, "Europe/Berlin")
    assert AuditEvent.objects.filter(verb="notification_target.changed", by="anna").count() == 1


def test_the_page_never_shows_the_secret_part_of_a_chats_address(admin: Client) -> None:
    add(admin, "chat", "https://hooks.example.com/services/secret")
    page = admin.get(ADDRESS).content.decode()
    assert ("hooks.example.com" in page, "services/secret" in page) == (True, False)


@pytest.mark.parametrize(
    ("channel", "address", "told"),
    [
        ("mail", "team", "This is no mail address."),
        ("chat", "http://10.0.0.1/hook", "private address"),
        ("pigeon", "coop", "Choose one of: mail, chat, apprise."),
    ],
)
def test_what_cannot_be_told_is_refused(admin: Client, settings: Any, channel: str, address: str, told: str) -> None:
    settings.EMAIL_HOST = "127.0.0.1"
    refused = add(admin, channel, address)
    assert (refused.status_code, told in refused.content.decode()) == (422, True)


def test_a_test_and_a_removal(admin: Client, inbox: list[Any]) -> None:
    add(admin, "mail", "team@example.com")
    follow_link(inbox)
    target = NotificationTarget.objects.get()
    admin.post(f"{ADDRESS}{target.pk}/test/")
    assert "A test by anna." in inbox[0].get_payload()
    admin.post(f"{ADDRESS}{target.pk}/remove/")
    assert not NotificationTarget.objects.exists()
    assert set(AuditEvent.objects.filter(verb__startswith="notif").values_list("verb", flat=True)) == {
        "notification_target.added",
        "notification_target.confirmed",
        "notification_target.removed",
        "notification_target.tested",
    }


def test_older_targets_are_on_the_next_page(admin: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(page, "_SHOWN", 1)
    for name in ("first", "second"):
        add(admin, "chat", f"https://{name}.example.com/x")
    newest = admin.get(ADDRESS)
    assert [str(target) for target, *_ in newest.context["targets"]] == ["second.example.com/…"]
    older = admin.get(f"{ADDRESS}?targets={newest.context['more_targets']}").content.decode()
    assert ("first.example.com" in older, "second.example.com" in older) == (True, False)


def saved_unchanged(admin: Client, target: NotificationTarget) -> NotificationTarget:
    """Sends the form of the target as a browser that nobody touched: of a select what is selected, else its first."""
    address = f"{ADDRESS}{target.pk}/"
    shown, sent = admin.get(address).content.decode(), {}
    for name in ("person", "pipeline"):
        [options] = re.findall(rf'<select name="{name}".*?</select>', shown, re.DOTALL)
        first, *_ = re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)
        sent[name] = first
    admin.post(address, {**sent, "notices": ["drift_found"]})
    target.refresh_from_db()
    assert target.notices == ["drift_found"]
    return target


def test_a_deactivated_persons_target_stays_theirs(admin: Client) -> None:
    factories.person("vera")
    add(admin, "chat", "https://hooks.example.com/x", person="vera")
    User.objects.filter(username="vera").update(is_active=False)
    assert saved_unchanged(admin, NotificationTarget.objects.get()).person == "vera"


def test_a_target_of_a_person_beyond_those_to_choose_from_stays_theirs(admin: Client, monkeypatch: Any) -> None:
    factories.person("vera")
    add(admin, "chat", "https://hooks.example.com/x", person="vera")
    monkeypatch.setattr(page, "_NAMED", 1)
    assert saved_unchanged(admin, NotificationTarget.objects.get()).person == "vera"


def test_a_target_of_a_pipeline_beyond_those_to_choose_from_stays_its(admin: Client, monkeypatch: Any) -> None:
    shop = factories.pipeline("shop")
    add(admin, "chat", "https://hooks.example.com/x", pipeline="shop")
    monkeypatch.setattr(forms, "_MOST_PIPELINES", 0)
    assert saved_unchanged(admin, NotificationTarget.objects.get()).pipeline == shop
