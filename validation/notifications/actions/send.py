"""Sends one message to one target: by SMTP, by POST of `{"text": ...}` to a chat webhook (Slack, Mattermost, Google
Chat and Rocket.Chat accept it), or through Apprise."""

from __future__ import annotations

import json
import smtplib
import socket
import threading
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from validation.models import NotificationTarget
from validation.models.operations.notification import Channel
from validation.notifications.services.apprise import send_to_service
from validation.platform.events.send import WITHIN_S, post

SUBJECT = "Countersign needs somebody"


def send_message(target: NotificationTarget, text: str, *, subject: str = SUBJECT) -> str:
    """Returns why the message was not delivered, or an empty string. Never contains a secret address."""
    match Channel(target.channel):
        case Channel.MAIL:
            return _mail(target.address, text, subject)
        case Channel.APPRISE:
            return send_to_service(target.address, title=subject, text=text)
        case Channel.CHAT:
            return _post(target.address, text)


def _post(url: str, text: str) -> str:
    headers = {"content-type": "application/json", "user-agent": "countersign"}
    outcome = post(url, headers, json.dumps({"text": text}).encode())
    return "" if outcome.delivered else outcome.error or "The chat did not take it."


def _mail(address: str, text: str, subject: str) -> str:
    if not settings.EMAIL_HOST:
        return "Mail is not set up. An operator sets COUNTERSIGN_SMTP_URL."
    server = get_connection(f"{__name__}.DeadlineBackend")
    message = EmailMessage(subject, f"{text}\n", to=[address], connection=server)
    try:
        message.send()
    except (smtplib.SMTPException, OSError) as error:
        return f"The mail server refused or did not answer ({type(error).__name__})."
    return ""


class _Deadline:
    """Ends the whole exchange after WITHIN_S; smtplib's own timeouts apply to each read."""

    def _get_socket(self, host: str, port: int, timeout: float) -> Any:
        opened = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        timer = threading.Timer(WITHIN_S, _cut, [opened])
        timer.daemon = True
        timer.start()
        self._timer = timer
        return opened

    def close(self) -> None:
        super().close()  # type: ignore[misc]
        if timer := getattr(self, "_timer", None):
            timer.cancel()


class _Plain(_Deadline, smtplib.SMTP): ...


class _Encrypted(_Deadline, smtplib.SMTP_SSL): ...


class DeadlineBackend(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _Encrypted if self.use_ssl else _Plain


def _cut(opened: socket.socket) -> None:
    """Shuts the socket down, so that pending reads end."""
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
