"""Writes audit events, in the transaction of the change."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

from validation.models import AuditEvent
from validation.platform.insert import NewRows, insert_rows


class ActionContext(TypedDict):
    """Arguments of every action: who acts, and when."""

    by: str
    now: datetime


def record(*, by: str, verb: str, subject: str, now: datetime, **data: Any) -> None:
    """`subject` is `kind:id`; `data` never holds a secret or a body."""
    insert_rows([AuditEvent(at=now, by=by, verb=verb, subject=subject, data=data)])


def record_work(pk: object, *, by: str, verb: str, now: datetime, **data: Any) -> None:
    """The same about the intervention with this key."""
    record(by=by, verb=f"intervention.{verb}", subject=f"intervention:{pk}", now=now, **data)


def record_each(*, by: str, verb: str, now: datetime, subjects: Mapping[str, dict[str, Any]]) -> None:
    """The same event on many subjects, each with its data, in one statement."""
    insert_rows(events_of(by=by, verb=verb, now=now, subjects=subjects))


def events_of(*, by: str, verb: str, now: datetime, subjects: Mapping[str, dict[str, Any]]) -> NewRows:
    """The events of `record_each`, to insert together with other rows."""
    every = {"at": now, "by": by, "verb": verb}
    return NewRows(AuditEvent, every, subject=list(subjects), data=list(subjects.values()))
