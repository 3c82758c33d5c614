"""One message to one target: by SMTP, or as `{"text": ...}` to the incoming webhook of a chat (Slack, Mattermost,
Rocket.Chat and others take that). Why not Apprise: docs/adr/0019."""

from __future__ import annotations

import json
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from validation.models import NotificationTarget
from validation.models.operations.notification import Channel
from validation.platform.events.send import post

SUBJECT = "Countersign needs somebody"


def send_message(target: NotificationTarget, text: str) -> str:
    """Why it did not arrive, empty when it did. Never says the address of a chat, which is a secret."""
    return _mail(target.address, text) if target.channel == Channel.MAIL else _chat(target.address, text)


def _chat(url: str, text: str) -> str:
    headers = {"content-type": "application/json", "user-agent": "countersign"}
    outcome = post(url, headers, json.dumps({"text": text}).encode())
    return "" if outcome.delivered else outcome.error or "The chat did not take it."


def _mail(address: str, text: str) -> str:
    if not settings.EMAIL_HOST:
        return "Mail is not set up. An operator sets COUNTERSIGN_SMTP_URL."
    server = get_connection("django.core.mail.backends.smtp.EmailBackend")
    message = EmailMessage(SUBJECT, f"{text}\n", to=[address], connection=server)
    try:
        message.send()
    except (SMTPException, OSError) as error:
        return f"The mail server refused or did not answer ({type(error).__name__})."
    return ""
