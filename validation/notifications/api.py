"""`/notifications`: notification targets. Targets of all pipelines or of a person need the scope `instance`, those of
one pipeline `admin` in it."""

from __future__ import annotations

import uuid
from typing import Any

from ninja import Router, Status

from validation.domain.codes.problems import ProblemCode
from validation.models import ApiKey, NotificationTarget
from validation.notifications.actions.targets import add_target, change_target, find_target, remove_target
from validation.notifications.queries.targets import Targets, all_targets, list_targets, targets_of_pipeline
from validation.notifications.schemas import NotificationChange, NotificationIn, NotificationOut, NotificationPage
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import PageLimit, Text
from validation.platform.permissions import Scope, has_scope

router = Router(tags=["notifications"])


@router.get("/notifications", response=NotificationPage, auth=auth.admin, summary="List notification targets")
def get_notifications(request: AuthedRequest, cursor: Text | None = None, limit: PageLimit = 50) -> dict[str, Any]:
    """Newest first, without the secret part of addresses: the targets that are limited to the key's pipeline, or all
    targets with the scope `instance`."""
    return list_targets(_reach(request.auth), cursor=cursor, limit=limit).resource()


@router.post("/notifications", response={201: NotificationOut}, auth=auth.admin, summary="Add a notification target")
def post_notification(request: AuthedRequest, body: NotificationIn) -> Status[NotificationTarget]:
    """Adds a target that is notified from now on. A mail address is sent a confirmation link first and is notified once
    that link was opened. Give the key's own `pipeline`, or use the scope `instance`. Links in notifications use the
    host of this request."""
    _check_reach(request.auth, body)
    site = request.build_absolute_uri("/").rstrip("/")
    target = add_target(**body.model_dump(), site=site, **acting(request))
    return Status(201, target)


@router.put(
    "/notifications/{target_id}", response=NotificationOut, auth=auth.admin, summary="Change a notification target"
)
def put_notification(request: AuthedRequest, target_id: uuid.UUID, body: NotificationChange) -> NotificationTarget:
    """Replaces which notices are sent, and when. The address cannot be changed; add a new target instead. Give the
    key's own `pipeline`, or use the scope `instance`."""
    targets = _reach(request.auth)
    find_target(targets, target_id)
    _check_reach(request.auth, body)
    changed = body.model_dump()
    return change_target(target_id=target_id, targets=targets, **acting(request), **changed)


@router.delete(
    "/notifications/{target_id}", response={204: None}, auth=auth.admin, summary="Remove a notification target"
)
def delete_notification(request: AuthedRequest, target_id: uuid.UUID) -> Status[None]:
    """Stops all notifications to the target. Removing a target of several pipelines needs the scope `instance`."""
    remove_target(target_id=target_id, targets=_reach(request.auth), **acting(request))
    return Status(204, None)


def _reach(key: ApiKey) -> Targets:
    return all_targets() if has_scope(key.scopes, Scope.INSTANCE) else targets_of_pipeline(key.pipeline_id)


def _check_reach(key: ApiKey, body: NotificationChange) -> None:
    own = body.pipeline == key.pipeline.name and not body.person
    if not own and not has_scope(key.scopes, Scope.INSTANCE):
        raise ProblemCode.SCOPE_MISSING.error("reach")
