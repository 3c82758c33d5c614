"""Whom the instance tells by itself."""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import urlsplit

from django.db import models

from validation.domain.operations.notices import Hours
from validation.models.constraints import one_of
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey

SHOWN, SHOWN_FROM = 3, 16
"""Characters of a service's address that tell two of them apart, and how long one must be for that."""


class Channel(StrEnum):
    MAIL = "mail"
    CHAT = "chat"
    APPRISE = "apprise"


class NotificationOutcome(StrEnum):
    SENT = "sent"
    FAILED = "failed"
    HELD = "held"


class NotificationTarget(RandomKey):
    """`address` is a mail address, or a secret: the url of a chat's webhook, or a service as Apprise writes it, such as
    `slack://TOKENS`. `person` names whose it is, empty where several read it. It hears of `pipeline`, of all where
    there is none. `site` is where links lead. `told` holds when each notice was told last
    (`domain.operations.notices`), `held` what waits for the end of the quiet hours, `digested_at` when the last digest
    went out, `tried_at` when anything was tried last, `asked_at` up to when the person had the news. Nothing is sent
    before `confirmed_at`, which a mail address gets when its holder opens the link that was mailed to it, and a secret,
    known to few, at once."""

    channel = models.CharField(max_length=12)
    address = models.TextField()
    person = models.CharField(max_length=150, blank=True)
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, null=True, blank=True)
    notices = models.JSONField(default=list)
    site = models.TextField()
    told = models.JSONField(default=dict)
    zone = models.CharField(max_length=64, default="UTC")
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    digest_at = models.TimeField(null=True)
    digested_at = models.DateTimeField(null=True)
    held = models.JSONField(default=list)
    tried_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    last_sent_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True)
    confirmed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [one_of("channel", Channel, name="notification_target_channel_known")]

    @property
    def hours(self) -> Hours:
        return Hours(self.zone, self.quiet_from, self.quiet_until, self.digest_at)

    @property
    def shown_address(self) -> str:
        """Without the secret part of an address: the host of a webhook, the scheme and the end of a service."""
        return self.address if self.channel == Channel.MAIL else _mask(self.address)

    def __str__(self) -> str:
        return self.shown_address


def _mask(address: str) -> str:
    scheme, _, rest = address.partition("://")
    if scheme.lower() in ("http", "https"):
        return urlsplit(address).netloc.rpartition("@")[2] + "/…"
    secret = rest.partition("?")[0].rstrip("/")
    return f"{scheme}://…{secret[-SHOWN:] if len(secret) >= SHOWN_FROM else ''}"


class NotificationRecord(models.Model):
    """One line of the log: what a target was told, or why it was not. `target` is as pages show it, so that a line
    stays readable when the target is removed; `person` is whose it was."""

    target = models.TextField()
    person = models.CharField(max_length=150, blank=True)
    notices = models.JSONField(default=list)
    outcome = models.CharField(max_length=8)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [one_of("outcome", NotificationOutcome, name="notification_outcome_known")]
        indexes = [
            models.Index(fields=["-at", "-id"], name="notification_newest_first"),
            models.Index(fields=["person", "-at", "-id"], name="notification_of_person"),
        ]
