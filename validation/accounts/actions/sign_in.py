"""One-time sign-in links: made for a person, stored hashed, good for one use within the hour."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from validation.models import SignInLink
from validation.platform import audit

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LIFETIME = timedelta(hours=1)


@transaction.atomic
def sign_in_link(*, user: User, now: datetime, base_url: str, by: str = "system", direct: bool = False) -> str:
    """The address to hand to `user`; it holds the only copy of the token. `direct` ones work when opened."""
    token = secrets.token_urlsafe(32)
    SignInLink.objects.create(hash=_hash(token), user=user, created_at=now, expires_at=now + LIFETIME, direct=direct)
    audit.record(by=by, verb="sign_in_link.created", subject=f"user:{user.pk}", now=now)
    return f"{base_url.rstrip('/')}/sign-in/{token}/"


@transaction.atomic
def redeem(*, token: str, now: datetime) -> User | None:
    """The person, once; None when the link is unknown, used, expired, or its person is no longer active. One
    conditional update decides, so that two browsers cannot both win."""
    link = SignInLink.objects.filter(hash=_hash(token), used_at__isnull=True, expires_at__gt=now)
    if not link.update(used_at=now):
        return None
    user: User = SignInLink.objects.select_related("user").get(hash=_hash(token)).user
    if not user.is_active:
        return None
    audit.record(by=user.get_username(), verb="sign_in_link.used", subject=f"user:{user.pk}", now=now)
    return user


def is_direct(token: str) -> bool:
    return SignInLink.objects.filter(hash=_hash(token), direct=True).exists()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
