"""Whom the instance tells by itself."""

from __future__ import annotations

import uuid
from enum import StrEnum

from django.db import models

from validation.models.constraints import one_of


class Channel(StrEnum):
    MAIL = "mail"
    CHAT = "chat"


class NotificationTarget(models.Model):
    """`address` is a mail address, or the url of an incoming webhook of a chat, which is a secret. `site` is where
    links lead. `told` holds when each notice was told last (`domain.operations.notices`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    channel = models.CharField(max_length=8)
    address = models.TextField()
    notices = models.JSONField(default=list)
    site = models.TextField()
    told = models.JSONField(default=dict)
    last_sent_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [one_of("channel", Channel, name="notification_target_channel_known")]

    def __str__(self) -> str:
        """Without the secret part of a chat's address."""
        return self.address if self.channel == Channel.MAIL else self.address.split("/")[2] + "/…"
