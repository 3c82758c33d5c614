"""What the pages of the settings list: people and roles, keys, webhooks and their deliveries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, OuterRef, Q

from validation.domain.intervention import RulingState
from validation.models import ApiKey, Delivery, RulingRecord, Webhook
from validation.models.outbox import DeliveryState
from validation.platform.json_rows import CountRows
from validation.platform.pages.parameters import read_uuid
from validation.platform.paging.filters import given, in_pipeline
from validation.platform.paging.keyset import PAGE, Page, page_from, rows_after
from validation.platform.permissions import Role

_LATELY = timedelta(days=30)
_MOST = 500
ACTIVE, DEACTIVATED = "active", "deactivated"
IN_USE, REVOKED = "in_use", "revoked"
COUNTED = 1_000
"""Of more deliveries only that there are more is told."""
_BY_EVENT = ("-event", "pk")


@dataclass(frozen=True, slots=True)
class PeopleFilter:
    """Empty means any; `state` is active or deactivated. Rulings are counted up to `now`."""

    now: datetime
    q: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """`role` is the highest that the person has; `rulings` counts those in force of the last 30 days."""

    user: User
    role: str
    rulings: int


def list_people(wanted: PeopleFilter, *, cursor: str = "", limit: int = PAGE) -> Page[PersonRow]:
    """The active ones first, by name. Four statements. Raises InputRejected `cursor_invalid`."""
    users = User.objects.prefetch_related("groups").filter(username__icontains=wanted.q)
    if wanted.state:
        users = users.filter(is_active=wanted.state == ACTIVE)
    page = page_from(users.order_by("-is_active", "username"), cursor=cursor, limit=limit)
    lately = RulingRecord.objects.filter(state=RulingState.FINAL, at__gte=wanted.now - _LATELY)
    ruled = dict(lately.order_by().values_list("by").annotate(made=Count("pk")))
    return page.each(lambda user: PersonRow(user, _role(user), ruled.get(user.username, 0)))


def _role(user: User) -> str:
    roles = set(Role) if user.is_superuser else {group.name for group in user.groups.all()}
    return next((role.value for role in reversed(Role) if role in roles), "")


@dataclass(frozen=True, slots=True)
class KeyFilter:
    """Empty means any; `state` is in_use or revoked."""

    pipeline: str = ""
    q: str = ""
    state: str = ""


def list_keys(wanted: KeyFilter, *, cursor: str = "", limit: int = PAGE) -> Page[ApiKey]:
    """Those in use first, the newest on top. Raises InputRejected `cursor_invalid`."""
    keys = ApiKey.objects.select_related("pipeline").filter(in_pipeline(wanted.pipeline))
    keys = keys.filter(Q(name__icontains=wanted.q) | Q(prefix__istartswith=wanted.q))
    if wanted.state:
        keys = keys.filter(revoked_at__isnull=wanted.state == IN_USE)
    in_use = F("revoked_at").desc(nulls_first=True)
    return page_from(keys.order_by(in_use, "-created_at", "pk"), cursor=cursor, limit=limit)


def webhooks() -> list[Any]:
    """With how many deliveries were `delivered`, are `pending` and are `dead`, each counted up to one more than
    COUNTED."""
    own = Delivery.objects.filter(webhook=OuterRef("pk")).values("pk")
    counts = {state.value: CountRows(own.filter(state=state)[: COUNTED + 1]) for state in DeliveryState}
    rows = Webhook.objects.filter(active=True).select_related("pipeline").annotate(**counts)
    return list(rows.order_by("created_at")[:_MOST])


@dataclass(frozen=True, slots=True)
class DeliveryFilter:
    """Empty means any; `webhook` is the id of one."""

    state: str = ""
    webhook: str = ""


def list_deliveries(wanted: DeliveryFilter, *, cursor: str = "", limit: int = PAGE) -> Page[Delivery]:
    """The latest events first. The cursor is what a page ends with; one that is gone starts anew."""
    rows = Delivery.objects.select_related("event__pipeline", "webhook").defer("event__data")
    rows = rows.filter(**given(state=wanted.state, webhook=read_uuid(wanted.webhook)))
    key = read_uuid(cursor)
    last = Delivery.objects.filter(pk=key).first() if key else None
    if last is not None:
        rows = rows.filter(rows_after(_BY_EVENT, {"event": last.event_id, "pk": last.pk}))
    found = list(rows.order_by(*_BY_EVENT)[: limit + 1])
    return Page(tuple(found[:limit]), str(found[limit - 1].pk) if len(found) > limit else None)
