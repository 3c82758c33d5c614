"""Requests and answers of `/interventions`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from validation.platform.http.schemas import LinksOut, Out, PageOut


class InterventionSummary(Out):
    """What waits for a person, without texts. `count` are the occurrences gathered in it."""

    id: str
    pipeline: str | None
    gate: str
    kind: str
    priority: str
    state: str
    title: str
    why: str
    cause: str | None
    count: int
    fingerprint: str
    subject_id: str
    opened_at: datetime
    last_seen_at: datetime
    due_at: datetime | None
    on_expiry: str
    claimed_by: str | None
    claimed_until: datetime | None
    assigned_to: str | None
    snoozed_until: datetime | None
    closed_at: datetime | None
    links: LinksOut


class InterventionPage(PageOut[InterventionSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class OccurrenceOut(Out):
    """One thing that was gathered in the intervention."""

    subject_id: str
    at: datetime
    settled_at: datetime | None


class InterventionRulingOut(Out):
    """A ruling. Until `effective_at` it is pending and can be undone."""

    id: str
    subject_id: str
    ruling: str
    state: str
    by: str
    at: datetime
    effective_at: datetime
    note: str | None
    response_md: str | None
    diff: str | None
    hints: str | None
    message: str | None
    wrong_checks: list[str]


class CommentOut(Out):
    """What somebody said about an intervention. `mentions` are the people that it names."""

    id: str
    by: str
    at: datetime
    text: str
    mentions: list[str]


class InterventionOut(InterventionSummary):
    """An intervention with its first occurrences, last rulings and last comments. `attempt` is the one it is about, as
    `GET /attempts/{id}` shows it; null for other gates, and where it was deleted."""

    occurrences: list[OccurrenceOut]
    rulings: list[InterventionRulingOut]
    comments: list[CommentOut]
    turn_id: str | None
    send: str | None
    final_response_md: str | None
    attempt: dict[str, Any] | None
