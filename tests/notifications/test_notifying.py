"""Notifications to a real mail server and a real web server on this machine."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from time import monotonic
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of
from tests.servers import free_port
from tests.verdicts import failed, halted_by
from validation.models import AuditEvent, Intervention, NotificationRecord, NotificationTarget
from validation.notifications import tasks
from validation.notifications.actions import send
from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding
from validation.notifications.tasks import notify
from validation.platform.permissions import Role
from validation.policies.actions.policies import publish

pytestmark = pytest.mark.django_db
ADDRESS = "/settings/notifications/"


class Inbox(Message):
    """What the mail server took."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Any] = []

    def handle_message(self, message: Any) -> None:
        self.mails.append(message_from_bytes(message.as_bytes()))


@pytest.fixture
def inbox(settings: Any) -> Iterator[list[Any]]:
    handler = Inbox()
    server = Controller(handler, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield handler.mails
    server.stop()


@pytest.fixture
def chat(settings: Any) -> Iterator[tuple[str, list[Any]]]:
    bodies: list[Any] = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(500 if "broken" in self.path else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing to say."""

    server = HTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    server.server_close()


@pytest.fixture
def admin() -> Client:
    return client_of(Role.ADMIN, "anna")


def add(admin: Client, channel: str, address: str, *notices: str, **hours: str) -> Any:
    wanted = notices or ("judge_away", "review_overdue")
    return admin.post(ADDRESS, {"channel": channel, "address": address, "notices": wanted, **hours})


def follow_link(inbox: list[Any]) -> None:
    """As the holder of the address does with the newest mail."""
    told = inbox.pop().get_payload(decode=True).decode()
    [path] = re.findall(r"http://testserver(/notifications/confirm/\S+)", told)
    assert Client().post(path).status_code == 200


def tell(at: datetime) -> bool:
    target = NotificationTarget.objects.get()
    return notify_target(target_id=target.pk, holding=notices_holding(now=at), now=at)


def log() -> list[tuple[str, str]]:
    return list(NotificationRecord.objects.order_by("id").values_list("outcome", "reason"))


def test_a_mail_says_what_is_overdue_and_where(admin: Client, inbox: list[Any]) -> None:
    add(admin, "mail", "team@example.com")
    follow_link(inbox)
    failed()
    Intervention.objects.update(due_at=timezone.now() - timedelta(hours=2))
    assert (notify(), notify()) == (1, 0)
    [mail] = inbox
    assert mail["To"] == "team@example.com"
    assert mail.get_payload().startswith("1 item on the review desk is overdue, since ")
    assert "http://testserver/desk/" in mail.get_payload()


@pytest.mark.parametrize(
    ("channel", "query", "read"),
    [
        ("teams", "", lambda sent: sent["attachments"][0]["content"]["body"][0]["text"]),
        ("pagerduty", "?routing_key=R0UT1NG", lambda sent: sent["payload"]["summary"]),
    ],
)
def test_teams_and_pagerduty_get_the_form_that_they_take(
    admin: Client, chat: tuple[str, list[Any]], channel: str, query: str, read: Callable[[Any], str]
) -> None:
    url, bodies = chat
    add(admin, channel, url + query)
    halted_by("judge_timeout")
    notify()
    [sent] = bodies
    assert read(sent).startswith("The judge does not answer.")
    assert sent.get("routing_key", "R0UT1NG") == "R0UT1NG"


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


def test_a_chat_hears_that_the_judge_is_away(admin: Client, chat: tuple[str, list[Any]]) -> None:
    url, bodies = chat
    add(admin, "chat", f"{url}/services/secret")
    halted_by("judge_unavailable")
    notify()
    [body] = bodies
    assert body["text"].startswith("The judge does not answer. 1 item on the review desk waits for it. http")


def test_a_target_hears_only_what_it_asked_for(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0], "drift_found")
    halted_by("judge_unavailable")
    assert (notify(), chat[1]) == (0, [])


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


def test_the_page_never_shows_the_secret_part_of_a_chats_address(admin: Client) -> None:
    add(admin, "chat", "https://hooks.example.com/services/secret")
    page = admin.get(ADDRESS).content.decode()
    assert ("hooks.example.com" in page, "services/secret" in page) == (True, False)


@pytest.mark.parametrize(
    ("channel", "address", "told"),
    [
        ("mail", "team", "This is no mail address."),
        ("chat", "http://10.0.0.1/hook", "private address"),
        ("pigeon", "coop", "Choose one of: mail, chat, teams, pagerduty."),
    ],
)
def test_what_cannot_be_told_is_refused(admin: Client, settings: Any, channel: str, address: str, told: str) -> None:
    settings.EMAIL_HOST = "127.0.0.1"
    refused = add(admin, channel, address)
    assert (refused.status_code, told in refused.content.decode()) == (422, True)


def test_without_a_mail_server_mail_is_refused(admin: Client) -> None:
    assert "COUNTERSIGN_SMTP_URL" in add(admin, "mail", "team@example.com").content.decode()


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
    }


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


def test_slow_targets_take_no_third_thread(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0])
    halted_by("judge_unavailable")
    taken = [tasks._lanes.acquire(blocking=False) for _ in range(tasks.AT_ONCE)]
    assert (taken, notify()) == ([True] * tasks.AT_ONCE, 0)
    for _ in taken:
        tasks._lanes.release()
    assert (notify(), len(chat[1])) == (1, 1)


def test_a_mail_server_that_drips_is_left_after_the_deadline(admin: Client, settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(send, "WITHIN_S", 0.3)
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()

        def drip() -> None:
            peer, _ = server.accept()
            with peer, suppress(OSError):
                while not stop.wait(0.05):
                    peer.sendall(b"2")

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        began = monotonic()
        add(admin, "mail", "team@example.com")
        took = monotonic() - began
        stop.set()
        dripping.join()
    assert ("did not answer" in NotificationTarget.objects.get().last_error, took < 5) == (True, True)


def test_one_persons_mail_offers_each_low_item_once_by_link(admin: Client, inbox: list[Any]) -> None:
    publish(document={"interventions": {"rule_by_link": True}}, reason="x", by="a", now=timezone.now())
    add(admin, "mail", "anna@example.com", "ruling_asked", person="anna")
    add(admin, "mail", "team@example.com", "ruling_asked")
    for _ in range(2):
        follow_link(inbox)
    failed()
    assert (notify(), notify()) == (1, 0)
    [mail] = inbox
    assert mail["To"] == "anna@example.com"
    [address] = re.findall(r"http://testserver(/rule/\S+)", mail.get_payload(decode=True).decode())
    assert admin.get(address).status_code == 200
