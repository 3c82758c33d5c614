"""`/notifications`: whom the instance tells by itself. Targets hear of every pipeline, so all of it needs the scope
`instance`."""

from __future__ import annotations

import uuid
from datetime import time
from typing import Any

from django.utils import timezone
from ninja import Router, Status

from validation.models import NotificationTarget
from validation.notifications.actions.targets import add_target, change_target, remove_target, unknown_target
from validation.notifications.queries.targets import list_targets
from validation.notifications.schemas import NotificationChange, NotificationIn, NotificationOut, NotificationPage
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Text

router = Router(tags=["notifications"])


@router.get("/notifications", response=NotificationPage, auth=auth.instance, summary="List notification targets")
def get_notifications(request: AuthedRequest, cursor: Text | None = None, limit: int = 50) -> dict[str, Any]:
    """Newest first, without the secret part of a chat's address. They hear of every pipeline, so it needs the scope
    `instance`."""
    return list_targets(cursor=cursor, limit=limit).resource(_resource)


@router.post("/notifications", response={201: NotificationOut}, auth=auth.instance, summary="Add a notification target")
def post_notification(request: AuthedRequest, body: NotificationIn) -> Status[dict[str, Any]]:
    """Tells it from now on, of every pipeline: the scope `instance`. Links in what it is told lead to the address that
    this call was sent to."""
    site = request.build_absolute_uri("/").rstrip("/")
    target = add_target(**body.model_dump(), site=site, by=request.auth.actor, now=timezone.now())
    return Status(201, _resource(target))


@router.put(
    "/notifications/{target_id}", response=NotificationOut, auth=auth.instance, summary="Change a notification target"
)
def put_notification(request: AuthedRequest, target_id: uuid.UUID, body: NotificationChange) -> dict[str, Any]:
    """Replaces what it is told and when; for another address add it anew. The scope `instance`."""
    return _resource(change_target(target_id=target_id, **body.model_dump(), by=request.auth.actor, now=timezone.now()))


@router.delete(
    "/notifications/{target_id}", response={204: None}, auth=auth.instance, summary="Remove a notification target"
)
def delete_notification(request: AuthedRequest, target_id: uuid.UUID) -> Status[None]:
    """Nothing more is sent to it. The scope `instance`, as for adding one."""
    target = NotificationTarget.objects.filter(pk=target_id).first()
    if target is None:
        raise unknown_target(target_id)
    remove_target(target=target, by=request.auth.actor, now=timezone.now())
    return Status(204, None)


def _resource(target: NotificationTarget) -> dict[str, Any]:
    return {
        "id": str(target.pk),
        "channel": target.channel,
        "address": str(target),
        "person": target.person,
        "notices": target.notices,
        "quiet_from": _hour(target.quiet_from),
        "quiet_until": _hour(target.quiet_until),
        "digest_at": _hour(target.digest_at),
        "zone": target.zone,
        "last_sent_at": target.last_sent_at,
        "last_error": target.last_error,
        "created_at": target.created_at,
    }


def _hour(at: time | None) -> str | None:
    return f"{at:%H:%M}" if at is not None else None
