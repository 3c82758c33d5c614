"""Publishing thresholds: a new number each time, with who and why."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from validation.domain.errors import Conflict, FieldError, InputRejected, NotFound
from validation.domain.event import EventType
from validation.domain.policy import read_policy
from validation.models import Policy
from validation.platform import audit
from validation.platform.events.events import emit
from validation.platform.policies import policy_in_force


@transaction.atomic
def publish(*, document: Any, reason: str, by: str, now: datetime, rolled_back_to: int | None = None) -> Policy:
    """Raises InputRejected `policy_invalid`, `reason_missing` or `policy_unchanged`; Conflict `policy_moved` when
    another was published at the same moment."""
    read = read_policy(document)
    if not reason.strip():
        message = "Say why the thresholds change; it stands in the history."
        raise InputRejected("reason_missing", message, (FieldError("reason", message),))
    current = policy_in_force()
    if current.read() == read:
        raise InputRejected("policy_unchanged", f"This is what policy {current.number} says already.")
    try:
        with transaction.atomic():
            policy = Policy.objects.create(
                number=current.number + 1,
                document=read.model_dump(mode="json"),
                author=by,
                reason=reason.strip(),
                published_at=now,
                rolled_back_to=rolled_back_to,
            )
    except IntegrityError:
        raise Conflict("policy_moved", "Somebody published a policy just now. Look at it and try again.") from None
    emit(type=EventType.POLICY_PUBLISHED, subject_kind="policy", subject_id=str(policy.number), pipeline=None, now=now)
    audit.record(by=by, verb="policy.published", subject=f"policy:{policy.number}", now=now, reason=policy.reason)
    return policy


def roll_back(*, number: int, by: str, now: datetime, reason: str = "") -> Policy:
    """Publishes the document of an earlier policy under a new number."""
    old = Policy.objects.filter(number=number).first()
    if old is None:
        raise NotFound("policy_unknown", f"There is no policy {number}.")
    said = reason.strip() or f"Rolled back to policy {number}."
    return publish(document=old.document, reason=said, by=by, now=now, rolled_back_to=number)
