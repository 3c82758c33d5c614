"""Authenticates API calls by bearer key and checks the key's scope."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from validation.domain.codes.problems import ProblemCode
from validation.models import ApiKey
from validation.platform.audit import ActionContext
from validation.platform.http.rate import check_rate, is_counted_here
from validation.platform.http.waiting import release_connections
from validation.platform.keys import find_key, key_hash, known_key
from validation.platform.permissions import Scope, check_scope

Record = TypeVar("Record")
SEEN_EVERY = timedelta(minutes=1)


class AuthedRequest(HttpRequest):
    """A request that came with a valid key."""

    auth: ApiKey


def _find(token: str) -> ApiKey | None:
    hashed = key_hash(token)
    key = known_key(hashed) or _looked_up(hashed)
    if key is not None and not is_counted_here(str(key.pk)):
        check_rate(str(key.pk))
    return key


def _looked_up(hashed: str) -> ApiKey | None:
    key = find_key(hashed)
    if key is None:
        return None
    now = timezone.now()
    if key.last_used_at is None or now - key.last_used_at > SEEN_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
        key.last_used_at = now
    return key


class KeyAuth(HttpBearer):
    """Returns the key; raises a 403 that names the scope if the key lacks it."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, _request: HttpRequest, token: str) -> ApiKey | None:
        key = _find(token)
        if key is not None:
            check_scope(key.scopes, self.scope)
        return key


class AsyncKeyAuth(KeyAuth):
    """The same for async views. A cached key far from its rate limit needs no thread; otherwise the key is looked up in
    one, and its database connection is released before the view waits."""

    async def authenticate(self, _request: HttpRequest, token: str) -> ApiKey | None:  # type: ignore[override]
        key = known_key(key_hash(token))
        if key is None or not is_counted_here(str(key.pk)):
            key = await sync_to_async(_find_and_release)(token)
        if key is not None:
            check_scope(key.scopes, self.scope)
        return key


def _find_and_release(token: str) -> ApiKey | None:
    try:
        return _find(token)
    finally:
        release_connections()


def acting(request: AuthedRequest) -> ActionContext:
    """The `by` and `now` arguments of an action: the key and the current time."""
    return {"by": request.auth.actor, "now": timezone.now()}


def own_record(request: AuthedRequest, record: Record | None, unknown: ProblemCode, key: UUID) -> Record:
    """The record if it belongs to the key's pipeline; otherwise raises `unknown`."""
    is_own = getattr(record, "pipeline_id", None) == request.auth.pipeline_id
    return unknown.unless(record if is_own else None, id=key)


ingest, read, review, admin, instance = (KeyAuth(scope) for scope in Scope)
ingest_async = AsyncKeyAuth(Scope.INGEST)
