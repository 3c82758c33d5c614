"""Notifications by mail, to a real mail server."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.notifications.adding import add, follow_link
from tests.verdicts import failed
from validation.models import Intervention, NotificationTarget
from validation.notifications.actions import send
from validation.notifications.tasks import notify
from validation.policies.actions.policies import publish

pytestmark = pytest.mark.django_db


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


def test_without_a_mail_server_mail_is_refused(admin: Client) -> None:
    assert "COUNTERSIGN_SMTP_URL" in add(admin, "mail", "team@example.com").content.decode()


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
    NotificationTarget.objects.update(asked_at=timezone.now() - timedelta(minutes=2))
    Intervention.objects.update(opened_at=timezone.now() - timedelta(minutes=1))
    assert (notify(), notify()) == (1, 0)
    [mail] = inbox
    assert mail["To"] == "anna@example.com"
    [address] = re.findall(r"http://testserver(/rule/\S+)", mail.get_payload(decode=True).decode())
    assert admin.get(address).status_code == 200
