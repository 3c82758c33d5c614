"""Notifications to a real mail server and a real web server on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of
from tests.servers import free_port
from tests.verdicts import failed, halted_by
from validation.models import AuditEvent, Intervention, NotificationTarget
from validation.notifications.tasks import notify
from validation.platform.permissions import Role

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


def add(admin: Client, channel: str, address: str, *notices: str) -> Any:
    wanted = notices or ("judge_away", "review_overdue")
    return admin.post(ADDRESS, {"channel": channel, "address": address, "notices": wanted})


def test_a_mail_says_what_is_overdue_and_where(admin: Client, inbox: list[Any]) -> None:
    add(admin, "mail", "team@example.com")
    failed()
    Intervention.objects.update(due_at=timezone.now() - timedelta(hours=2))
    assert (notify(), notify()) == (1, 0)
    [mail] = inbox
    assert mail["To"] == "team@example.com"
    assert mail.get_payload().startswith("1 item on the review desk is overdue, since ")
    assert "http://testserver/desk/" in mail.get_payload()


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
        ("pigeon", "coop", "Choose mail or chat."),
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
    target = NotificationTarget.objects.get()
    admin.post(f"{ADDRESS}{target.pk}/test/")
    assert "A test by anna." in inbox[0].get_payload()
    admin.post(f"{ADDRESS}{target.pk}/remove/")
    assert not NotificationTarget.objects.exists()
    assert set(AuditEvent.objects.filter(verb__startswith="notif").values_list("verb", flat=True)) == {
        "notification_target.added",
        "notification_target.removed",
    }
