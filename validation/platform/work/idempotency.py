"""Idempotency keys: a repeat under the same key is answered with what the first one made."""

from __future__ import annotations

import hashlib
import uuid
from datetime import datetime

from validation.domain.errors import Conflict, FieldError, InputRejected
from validation.models import IdempotencyRecord, Pipeline

LONGEST_KEY = 255


def usable_key(key: str | None) -> str | None:
    """The header as it came. Raises InputRejected `idempotency_key_invalid`."""
    if key is not None and (not 0 < len(key) <= LONGEST_KEY or any(ord(one) < 32 for one in key)):
        message = f"Use 1 to {LONGEST_KEY} characters without line breaks, for example a UUID."
        fields = (FieldError("Idempotency-Key", message),)
        raise InputRejected("idempotency_key_invalid", f"The Idempotency-Key cannot be used. {message}", fields)
    return key


def item_key(key: str, index: int) -> str:
    """What stands for one item of a batch sent with a usable `key`. It holds a line break, which no header does, so
    that it is no key of a single call; it is as short for a long key."""
    return f"{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}\n{index}"


def take_key(
    *, pipeline: Pipeline, resource: str, key: str, body_hash: str, resource_id: uuid.UUID, now: datetime
) -> str | None:
    """The id that the key stands for already, or None when it stands for `resource_id` from now on. Of two at once the
    unique key lets one be first. Raises Conflict `idempotency_conflict` when it stands for another body."""
    new = IdempotencyRecord(
        pipeline=pipeline,
        resource=resource,
        key=key,
        body_hash=body_hash,
        resource_id=str(resource_id),
        created_at=now,
    )
    IdempotencyRecord.objects.bulk_create([new], ignore_conflicts=True)
    record = IdempotencyRecord.objects.get(pipeline=pipeline, resource=resource, key=key)
    if record.body_hash != body_hash:
        raise Conflict(
            "idempotency_conflict",
            f"This Idempotency-Key was used for another body. Use a new key for a new {resource}.",
        )
    return None if record.resource_id == str(resource_id) else record.resource_id
