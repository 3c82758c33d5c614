"""Requests and answers of `/audits`."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from validation.domain.trust.audit import CheckAnswer
from validation.domain.verdict import Decision
from validation.platform.http.schemas import In, LinksOut, Out, Text


class DrawIn(In):
    """An audit by hand. It counts in no estimate, because nothing was drawn at random."""

    attempt_id: uuid.UUID
    """A decided attempt of the key's pipeline."""


class SpanIn(In):
    """A part of the response that the evidence does not support, in code points, the end exclusive."""

    start: Annotated[int, Field(ge=0)]
    """Where it begins."""
    end: Annotated[int, Field(ge=1)]
    """Where it ends."""


class AnswerIn(In):
    """What a person says of a response before the verdict is shown."""

    checks: Annotated[dict[str, CheckAnswer], Field(max_length=10)]
    """Each of the five checks: right when it holds, wrong when it does not, else cannot_tell."""
    unsupported: Annotated[list[SpanIn], Field(max_length=2_000)] = []
    """What the evidence does not support."""
    decision: Decision
    """What should have been decided."""
    note: Annotated[Text, Field(max_length=20_000)] = ""
    """Why, for the record."""


class AuditSummary(Out):
    """A response that waits for an answer. `state` is open, answered (by this key) or closed."""

    id: str
    state: str
    query: str
    opened_at: datetime
    due_at: datetime
    answered_at: datetime | None
    links: LinksOut


class BlindAuditPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[AuditSummary]
    next: str | None


class BlindAuditOut(AuditSummary):
    """Query, response and evidence. `answer`, `attempt_id` and `verdict` are null until this key has answered."""

    response_md: str
    evidence: list[dict[str, Any]]
    answer: dict[str, Any] | None
    attempt_id: str | None
    verdict: dict[str, Any] | None
