"""One message to one target: by SMTP, or posted to the webhook of a chat: `{"text": ...}`, which Slack, Mattermost,
Google Chat and Rocket.Chat take, a card for Teams, an event for PagerDuty. Why not Apprise: docs/adr/0019."""

from __future__ import annotations

import json
import smtplib
import socket
import threading
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from validation.models import NotificationTarget
from validation.models.operations.notification import Channel
from validation.platform.events.send import WITHIN_S, post

SUBJECT = "Countersign needs somebody"


def send_message(target: NotificationTarget, text: str, *, subject: str = SUBJECT) -> str:
    """Why it did not arrive, empty when it did. Never says the address of a chat, which is a secret. Only a mail has a
    `subject`."""
    return _mail(target.address, text, subject) if target.channel == Channel.MAIL else _post(target, text)


def _post(target: NotificationTarget, text: str) -> str:
    url, body = _request(target, text)
    headers = {"content-type": "application/json", "user-agent": "countersign"}
    outcome = post(url, headers, json.dumps(body).encode())
    return "" if outcome.delivered else outcome.error or "The chat did not take it."


def _request(target: NotificationTarget, text: str) -> tuple[str, dict[str, Any]]:
    if target.channel == Channel.TEAMS:
        block = {"type": "TextBlock", "wrap": True, "text": text.replace("\n", "\n\n")}
        card = {"type": "AdaptiveCard", "version": "1.4", "body": [block]}
        sent = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
        return target.address, {"type": "message", "attachments": [sent]}
    if target.channel == Channel.PAGERDUTY:
        url, _, query = target.address.partition("?")
        event = {"summary": text[:1024], "source": target.site, "severity": "warning"}
        # One incident a target: what is told again joins it.
        told = {"event_action": "trigger", "dedup_key": f"countersign {target.pk}", "payload": event}
        return url, {"routing_key": parse_qs(query)["routing_key"][0], **told}
    return target.address, {"text": text}


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
    """Ends the whole exchange after WITHIN_S; the timeouts of smtplib are for each read."""

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
    """What waits for it then reads its end."""
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
