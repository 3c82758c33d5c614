"""The outbox: the event feed, webhooks, and deliveries with their tries."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey


class Event(models.Model):
    """Written in the transaction of the change. `position` is assigned after the commit, so that a reader of the feed
    never misses an event that commits late. `data` is the resource at the time as JSON, stored as text because every
    database returns text byte for byte. `traceparent` is the trace of the change."""

    type = models.CharField(max_length=32)
    at = models.DateTimeField()
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, null=True, related_name="events")
    subject_kind = models.CharField(max_length=16)
    subject_id = models.CharField(max_length=200)
    data = models.TextField(default="")
    traceparent = models.CharField(max_length=55, default="")
    position = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="event_unnumbered", condition=Q(position__isnull=True)),
            models.Index(fields=["pipeline", "position"], name="event_feed"),
        ]


class FeedSequence(models.Model):
    """A single row, locked while positions are assigned. `last` is the highest position ever assigned: events can be
    deleted, and readers would miss an event with a reused position."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last = models.PositiveBigIntegerField(default=0)


class Webhook(RandomKey):
    """A subscription to events; empty `types` means all."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="webhooks")
    url = models.TextField()
    secret = models.CharField(max_length=100)
    types = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150)

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    PENDING = "pending"
    DELIVERED = "delivered"
    DEAD = "dead"


class Delivery(RandomKey):
    """The delivery of one event to one target. `webhook` is null for a `callback_url`."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries")
    url = models.TextField()
    state = models.CharField(max_length=10, default=DeliveryState.PENDING, choices=DeliveryState)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    last_status = models.PositiveSmallIntegerField(null=True, blank=True)
    last_error = models.TextField(blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "webhook"], name="delivery_once_an_event_and_webhook"),
            models.UniqueConstraint(
                fields=["event", "url"], condition=Q(webhook__isnull=True), name="delivery_once_an_event_and_callback"
            ),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="delivery_state_known"),
        ]
        indexes = [
            models.Index(fields=["next_at"], name="delivery_due", condition=Q(state="pending")),
            models.Index(fields=["-event", "id"], name="delivery_dead", condition=Q(state="dead")),
            models.Index(fields=["delivered_at"], name="delivery_arrived", condition=Q(delivered_at__isnull=False)),
        ]
