"""What the pages of the settings list: people and roles, keys, webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, F, IntegerField, OuterRef, Subquery

from validation.domain.intervention import RulingState
from validation.models import ApiKey, Delivery, Pipeline, RulingRecord, Webhook
from validation.models.outbox import DeliveryState
from validation.platform.paging.keyset import beyond

_LATELY = timedelta(days=30)
_MOST = 500
DELIVERIES = 50
COUNTED = 1_000
"""Of more deliveries only that there are more is told."""
_BY_EVENT = ("-event", "pk")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """`rulings` counts those in force of the last 30 days."""

    pk: int
    name: str
    role: str
    active: bool
    last_login: datetime | None
    joined: datetime
    rulings: int


def people(*, roles: Sequence[str], now: datetime) -> tuple[PersonRow, ...]:
    """The active ones first, by name, each with the highest of `roles` (the lowest first). Three statements."""
    lately = RulingRecord.objects.filter(state=RulingState.FINAL, at__gte=now - _LATELY).order_by().values_list("by")
    ruled = dict(lately.annotate(made=Count("pk")))
    users = User.objects.prefetch_related("groups").order_by("-is_active", "username")[:_MOST]
    return tuple(
        PersonRow(
            pk=user.pk,
            name=user.username,
            role=_role(user, roles),
            active=user.is_active,
            last_login=user.last_login,
            joined=user.date_joined,
            rulings=ruled.get(user.username, 0),
        )
        for user in users
    )


def _role(user: User, roles: Sequence[str]) -> str:
    held = set(roles) if user.is_superuser else {group.name for group in user.groups.all()}
    return next((role for role in reversed(roles) if role in held), "")


def api_keys() -> list[ApiKey]:
    """Those in use first, the newest on top."""
    in_use = F("revoked_at").desc(nulls_first=True)
    return list(ApiKey.objects.select_related("pipeline").order_by(in_use, "-created_at")[:_MOST])


def pipelines() -> tuple[str, ...]:
    return tuple(Pipeline.objects.order_by("name").values_list("name", flat=True)[:_MOST])


class _CountUpTo(Subquery):
    """How many rows a sliced query has."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS line)"
    output_field = IntegerField()


def _deliveries(state: DeliveryState) -> _CountUpTo:
    return _CountUpTo(Delivery.objects.filter(webhook=OuterRef("pk"), state=state).values("pk")[: COUNTED + 1])


def webhooks() -> list[Any]:
    """With how many deliveries were `delivered`, are `pending` and are `dead`, each counted up to one more than
    COUNTED."""
    counts = {state.value: _deliveries(state) for state in DeliveryState}
    rows = Webhook.objects.filter(active=True).select_related("pipeline").annotate(**counts)
    return list(rows.order_by("created_at")[:_MOST])


def deliveries(
    *, state: str = "", webhook: UUID | None = None, after: UUID | None = None
) -> tuple[list[Delivery], UUID | None]:
    """The latest events first, and the `after` of the page that follows. One that is gone starts anew."""
    rows = Delivery.objects.select_related("event__pipeline", "webhook").defer("event__data")
    if state:
        rows = rows.filter(state=state)
    if webhook:
        rows = rows.filter(webhook=webhook)
    last = Delivery.objects.filter(pk=after).values_list("event", flat=True).first() if after else None
    if last is not None:
        rows = rows.filter(beyond(_BY_EVENT, {"event": last, "pk": after}))
    found = list(rows.order_by(*_BY_EVENT)[: DELIVERIES + 1])
    shown = found[:DELIVERIES]
    return shown, shown[-1].pk if len(found) > DELIVERIES else None
