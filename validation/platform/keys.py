"""API keys: made, shown once, stored hashed, revoked."""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime

from django.db import transaction

from validation.domain.errors import FieldError, InputRejected
from validation.models import ApiKey, Pipeline
from validation.platform import audit
from validation.platform.known_keys import forget_keys
from validation.platform.permissions import Scope

_LONGEST = 100
_MISSING = {"name": "Name the key, so that people can tell it apart.", "pipeline": "Name the pipeline it belongs to."}


def key_hash(secret: str) -> str:
    """Keys carry 32 random bytes, so a plain sha256 is enough and lets one indexed query find the key."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def create_api_key(*, name: str, pipeline: str, scopes: list[str], by: str, now: datetime) -> tuple[ApiKey, str]:
    """Returns the stored key and its secret, which is not kept. Creates the pipeline when it is new.
    Raises InputRejected `key_invalid` or `scope_unknown`."""
    _check_names(name=name, pipeline=pipeline)
    unknown = [scope for scope in scopes if scope not in list(Scope)]
    if unknown or not scopes:
        known = ", ".join(Scope)
        message = f"Give one or more of: {known}."
        raise InputRejected(
            "scope_unknown",
            f"Unknown scope: {', '.join(unknown) or '(none)'}. {message}",
            (FieldError("scopes", message),),
        )
    owner = pipeline_named(pipeline, now=now)
    secret = "cs_" + secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        pipeline=owner,
        name=name,
        prefix=secret[:10],
        hash=key_hash(secret),
        scopes=sorted(set(scopes)),
        created_at=now,
        created_by=by,
    )
    audit.record(
        by=by, verb="key.created", subject=f"key:{key.pk}", now=now, name=name, pipeline=pipeline, scopes=key.scopes
    )
    return key, secret


def _check_names(**names: str) -> None:
    errors = tuple(FieldError(field, told) for field, name in names.items() if (told := _wrong_with(field, name)))
    if errors:
        said = " ".join(f"{error.field}: {error.message}" for error in errors)
        raise InputRejected("key_invalid", f"The key cannot be made. {said}", errors)


def _wrong_with(field: str, name: str) -> str:
    if not name.strip():
        return _MISSING[field]
    usable = len(name) <= _LONGEST and name.isprintable()
    return "" if usable else f"Use at most {_LONGEST} characters, and none that cannot be seen."


def pipeline_named(name: str, *, now: datetime) -> Pipeline:
    """The pipeline of that name, new when there is none."""
    pipeline, _ = Pipeline.objects.get_or_create(
        name=name, defaults={"created_at": now, "callback_secret": new_signing_secret()}
    )
    return pipeline


@transaction.atomic
def revoke_api_key(*, key: ApiKey, by: str, now: datetime) -> None:
    """Idempotent: a key that is revoked already keeps its first revoker. Other processes know it for KNOWN_S more."""
    changed = ApiKey.objects.filter(pk=key.pk, revoked_at__isnull=True).update(revoked_at=now, revoked_by=by)
    forget_keys()
    transaction.on_commit(forget_keys)
    if changed:
        audit.record(by=by, verb="key.revoked", subject=f"key:{key.pk}", now=now, name=key.name)


def new_signing_secret() -> str:
    """A secret in the form of the Standard Webhooks scheme: `whsec_` and base64 of 32 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
