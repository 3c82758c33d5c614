"""Creates, looks up and revokes API keys. A secret is shown once and stored as a hash."""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.models import ApiKey, Pipeline
from validation.platform import audit
from validation.platform.permissions import Scope

_LONGEST = 100
_MISSING = {"name": "Name the key, so that people can tell it apart.", "pipeline": "Name the pipeline it belongs to."}
KNOWN_S = 5.0
MOST = 1000

_lock = Lock()
_known: dict[str, tuple[ApiKey, float]] = {}
"""Cache of valid keys. A key revoked in another process is rejected here within KNOWN_S seconds, one revoked in this
process at once."""


def key_hash(secret: str) -> str:
    """Keys contain 32 random bytes, so a plain sha256 is enough and allows an indexed lookup."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def create_api_key(*, name: str, pipeline: str, scopes: list[str], by: str, now: datetime) -> tuple[ApiKey, str]:
    """Returns the stored key and its secret, which is not kept. Creates the pipeline if it is new.
    Raises InputRejected `key_invalid` or `scope_unknown`."""
    _check_names(name=name, pipeline=pipeline)
    unknown = [scope for scope in scopes if scope not in list(Scope)]
    if unknown or not scopes:
        raise ProblemCode.SCOPE_UNKNOWN.error(
            field="scopes", name=", ".join(unknown) or "(none)", known=", ".join(Scope)
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
    too_long = f"Use at most {_LONGEST} characters, and none that cannot be seen."
    errors = tuple(
        FieldError(field, too_long if name.strip() else _MISSING[field])
        for field, name in names.items()
        if not name.strip() or len(name) > _LONGEST or not name.isprintable()
    )
    if errors:
        problems = " ".join(f"{error.field}: {error.message}" for error in errors)
        raise ProblemCode.KEY_NAME_INVALID.error(errors=problems, fields=errors)


def pipeline_named(name: str, *, now: datetime) -> Pipeline:
    """Gets or creates the pipeline of that name."""
    pipeline, _ = Pipeline.objects.get_or_create(
        name=name, defaults={"created_at": now, "callback_secret": new_signing_secret()}
    )
    return pipeline


@transaction.atomic
def revoke_api_key(*, key: ApiKey, by: str, now: datetime) -> None:
    """Idempotent: a revoked key keeps its first revoker. Other processes accept it for up to KNOWN_S more seconds."""
    changed = ApiKey.objects.filter(pk=key.pk, revoked_at__isnull=True).update(revoked_at=now, revoked_by=by)
    forget_keys()
    transaction.on_commit(forget_keys)
    if changed:
        audit.record(by=by, verb="key.revoked", subject=f"key:{key.pk}", now=now, name=key.name)


def new_signing_secret() -> str:
    """A secret in the form of the Standard Webhooks scheme: `whsec_` and base64 of 32 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def known_key(hashed: str) -> ApiKey | None:
    """The cached key with its pipeline; None if it has to be looked up."""
    found = _known.get(hashed)
    return found[0] if found is not None and monotonic() < found[1] else None


def find_key(hashed: str) -> ApiKey | None:
    """Looks the key up with its pipeline and caches it; None if it is unknown or revoked."""
    key = ApiKey.objects.select_related("pipeline").filter(hash=hashed, revoked_at__isnull=True).first()
    if key is not None:
        _remember(key)
    return key


def current_key(key: ApiKey) -> ApiKey:
    """Checks the key of a long-running call again, and returns it with its current pipeline. Raises KeyRefused
    `key_invalid` if it was revoked since."""
    return ProblemCode.KEY_INVALID.unless(known_key(key.hash) or find_key(key.hash), "revoked")


def _remember(key: ApiKey) -> None:
    with _lock:
        if len(_known) >= MOST:
            _known.clear()
        _known[key.hash] = (key, monotonic() + KNOWN_S)


def forget_keys(**_: Any) -> None:
    """After a key or its pipeline was changed."""
    with _lock:
        _known.clear()


for _model in (ApiKey, Pipeline):
    post_save.connect(forget_keys, sender=_model)
    post_delete.connect(forget_keys, sender=_model)


def initial_callback_secret(key: ApiKey) -> str | None:
    """The secret, when `key` was made together with its pipeline; None for later keys, because it was shown before."""
    return key.pipeline.callback_secret if key.created_at == key.pipeline.created_at else None


@transaction.atomic
def rotate_callback_secret(*, pipeline: str, by: str, now: datetime) -> str:
    """The new secret; the old one signs nothing from here on. Raises NotFound `pipeline_unknown`."""
    secret = new_signing_secret()
    if not Pipeline.objects.filter(name=pipeline).update(callback_secret=secret):
        raise ProblemCode.PIPELINE_UNKNOWN.error(name=pipeline, fields=(FieldError("pipeline", "Choose a pipeline."),))
    audit.record(by=by, verb="callback_secret.rotated", subject=f"pipeline:{pipeline}", now=now, pipeline=pipeline)
    return secret
