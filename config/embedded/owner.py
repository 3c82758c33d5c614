"""The credentials printed by the embedded mode: a user, a one-time sign-in link, and an API key."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.contrib.auth.models import Group, User

from config.embedded import var_dir
from validation.accounts.actions.sign_in import sign_in_link
from validation.models import ApiKey
from validation.platform.keys import create_api_key, key_hash
from validation.platform.permissions import Role, Scope

NAME = "owner"
PIPELINE = "default"


def sign_in_url(base_url: str, *, now: datetime) -> str:
    """A new one-time sign-in link for the owner, an admin without a password."""
    owner, made = User.objects.get_or_create(username=NAME)
    if made:
        owner.set_unusable_password()
        owner.save()
        owner.groups.add(Group.objects.get(name=Role.ADMIN.value))
    return sign_in_link(user=owner, base_url=base_url, now=now, direct=True)


def api_key(var: Path, *, now: datetime) -> str:
    """The key of an earlier start if it is still valid and has every scope, else a new one."""
    scopes = sorted(scope.value for scope in Scope)
    kept = var_dir.kept_key(var)
    if kept and ApiKey.objects.filter(hash=key_hash(kept), revoked_at__isnull=True, scopes=scopes).exists():
        return kept
    _, secret = create_api_key(name="serve", pipeline=PIPELINE, scopes=scopes, by=NAME, now=now)
    var_dir.keep_key(var, secret)
    return secret
