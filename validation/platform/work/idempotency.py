"""Idempotency keys: a repeated request with the same key returns what the first one created."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.models import IdempotencyRecord, Pipeline
from validation.platform.insert import NewRows, insert_new

LONGEST_KEY = 255


def usable_key(key: str | None) -> str | None:
    """The header, checked. Raises InputRejected `idempotency_key_invalid`."""
    if key is not None and (not 0 < len(key) <= LONGEST_KEY or any(ord(one) < 32 for one in key)):
        raise ProblemCode.IDEMPOTENCY_KEY_INVALID.error(field="Idempotency-Key", most=LONGEST_KEY)
    return key


def item_key(key: str, index: int) -> str:
    """The key of one item of a batch sent with `key`. It contains a line break, which no header can, so it never equals
    the key of a single call. `key` is hashed to keep the length fixed."""
    return f"{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}\n{index}"


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key and the resource to store under it, with the hash of the request body."""

    key: str
    body_hash: str
    resource_id: uuid.UUID


def key_use(header: str | None, body: Any) -> KeyUse | None:
    """The header's key for what is to be made from this JSON value, under a new id; None without the header. Raises
    InputRejected `idempotency_key_invalid`."""
    key = usable_key(header)
    if key is None:
        return None
    return KeyUse(key, hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest(), uuid.uuid4())


def earlier_use(use: KeyUse | None, *, pipeline: Pipeline, resource: str) -> str | None:
    """The id of what the key stands for since an earlier call, and nothing is taken. Raises Conflict
    `idempotency_conflict`."""
    if use is None:
        return None
    return _or_raise(_known(pipeline, resource, {use.key: use}).get(use.key))


def store_key(use: KeyUse | None, *, pipeline: Pipeline, resource: str, now: datetime) -> str | None:
    """As `earlier_use`; a key that stood for nothing stands for `use` from now on. Inside the transaction that makes
    the resource: a repeat at the same moment waits for it."""
    if use is None:
        return None
    return _or_raise(store_keys(pipeline=pipeline, resource=resource, uses=[use], now=now).get(use.key))


def _or_raise(known: str | DomainError | None) -> str | None:
    if isinstance(known, DomainError):
        raise known
    return known


def store_keys(
    *, pipeline: Pipeline, resource: str, uses: Sequence[KeyUse], now: datetime
) -> dict[str, str | DomainError]:
    """Stores the keys that are new. Returns those used before, each with the id of its resource, or with Conflict
    `idempotency_conflict` if that was made from another body. A unique constraint decides between concurrent calls."""
    ordered = sorted(uses, key=lambda use: use.key)
    rows = NewRows(
        IdempotencyRecord,
        {"pipeline_id": pipeline.pk, "resource": resource, "created_at": now},
        key=[use.key for use in ordered],
        body_hash=[use.body_hash for use in ordered],
        resource_id=[str(use.resource_id) for use in ordered],
    )
    taken = {key for (key,) in insert_new(rows, returning=["key"])}
    used = {use.key: use for use in uses if use.key not in taken}
    return _known(pipeline, resource, used) if used else {}


def are_known(keys: Collection[str | None], *, pipeline: int, resource: str) -> bool:
    """Whether each of the keys, at least one, was used before."""
    used = IdempotencyRecord.objects.filter(pipeline=pipeline, resource=resource, key__in=filter(None, keys))
    return bool(keys) and used.count() == len(keys)


def _known(pipeline: Pipeline, resource: str, uses: Mapping[str, KeyUse]) -> dict[str, str | DomainError]:
    records = IdempotencyRecord.objects.filter(pipeline=pipeline, resource=resource, key__in=uses)
    clash = ProblemCode.IDEMPOTENCY_CONFLICT.error(resource=resource)
    return {
        record.key: record.resource_id if record.body_hash == uses[record.key].body_hash else clash
        for record in records
    }
