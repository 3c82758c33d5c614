"""What records of preflights and returns share: origin, idempotency, timing and errors."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from typing import Any, TypeVar

from validation.domain.text.storable import make_storable
from validation.models import Pipeline, Policy
from validation.orchestration.gate.result import GateError
from validation.platform import audit
from validation.platform.work.idempotency import KeyUse, store_key

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ReceivedCall:
    """Pipeline, policy and sender of a call. `key` is its idempotency key."""

    pipeline: Pipeline
    policy: Policy
    by: str
    now: datetime
    turn_id: str = ""
    key: KeyUse | None = None
    sample: bool = False

    @property
    def new_id(self) -> uuid.UUID:
        """The id for the new record."""
        return self.key.resource_id if self.key else uuid.uuid4()

    def known(self, resource: str) -> str | None:
        """The id of the record created by an earlier call with this key, or None. Call it in the transaction that
        creates the record. Raises Conflict `idempotency_conflict` if the earlier call had another body."""
        return store_key(self.key, pipeline=self.pipeline, resource=resource, now=self.now)

    def columns(self) -> dict[str, Any]:
        return {
            "pipeline": self.pipeline,
            "policy": self.policy,
            "at": self.now,
            "turn_id": self.turn_id,
            "sample": self.sample,
        }

    def audit(self, kind: str, key: uuid.UUID, *, passed: bool, errors: Sequence[GateError]) -> None:
        codes = sorted({error.code.value for error in errors})
        subject = f"{kind}:{key}"
        audit.record(by=self.by, verb=f"{kind}.checked", subject=subject, now=self.now, passed=passed, codes=codes)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of `work`, and its duration in milliseconds."""
    started = perf_counter()
    result = work()
    return result, 1000 * (perf_counter() - started)


def error_columns(error: GateError) -> dict[str, str]:
    return {"code": error.code.value, "field": make_storable(error.field)[:80], "message": make_storable(error.message)}
