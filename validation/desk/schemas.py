"""Requests and answers of `/interventions`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from validation.domain.intervention import InterventionState, Kind, Priority
from validation.platform.gates import gates
from validation.platform.http.schemas import (
    Filled,
    Id,
    LinksOut,
    Out,
    PageOut,
    Span,
    Text,
    check_name,
    links_at,
    one_of,
)


class InterventionSummary(Out):
    """An intervention without its texts. `count` is the number of occurrences grouped in it."""

    id: Id
    pipeline: Filled
    gate: str
    kind: str
    priority: str
    state: str
    title: str
    why: str
    cause: Filled
    count: int
    fingerprint: str
    subject_id: str
    opened_at: datetime
    last_seen_at: datetime
    due_at: datetime | None
    on_expiry: str
    claimed_by: str | None
    claimed_until: datetime | None
    assigned_to: Filled
    snoozed_until: datetime | None
    closed_at: datetime | None
    links: Annotated[LinksOut, links_at("/api/v1/interventions/{}", "/desk/{}")] = Field(validation_alias="pk")


def _check_gate(given: str) -> str:
    return check_name(given, [gate.name for gate in gates()])


class InterventionQuery(Span):
    """What a list or a file of them can be narrowed by."""

    state: Annotated[Text, one_of(*InterventionState)] | None = None
    kind: Annotated[Text, one_of(*Kind)] | None = None
    gate: Annotated[Text, AfterValidator(_check_gate)] | None = None
    priority: Annotated[Text, one_of(*Priority)] | None = None


class InterventionPage(PageOut[InterventionSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class OccurrenceOut(Out):
    """One of the items grouped in the intervention."""

    subject_id: str
    at: datetime
    settled_at: datetime | None


class InterventionRulingOut(Out):
    """A ruling. Until `effective_at` it is pending and can be undone."""

    id: Id
    subject_id: str
    ruling: str
    state: str
    by: str
    at: datetime
    effective_at: datetime
    note: Filled
    response_md: Filled
    diff: Filled
    hints: Filled
    message: Filled
    wrong_checks: list[str]


def _names(mentions: Any) -> list[str]:
    return mentions if isinstance(mentions, list) else sorted(one.person for one in mentions.all())


class CommentOut(Out):
    """A comment on an intervention. `mentions` are the people it mentions."""

    id: Id
    by: str
    at: datetime
    text: str
    mentions: Annotated[list[str], BeforeValidator(_names)]


class InterventionOut(InterventionSummary):
    """An intervention with its first occurrences, last rulings and last comments. `attempt` is the attempt it is about,
    as returned by `GET /attempts/{id}`; null for other gates and if the attempt was deleted."""

    occurrences: list[OccurrenceOut]
    rulings: list[InterventionRulingOut]
    comments: list[CommentOut]
    turn_id: str | None
    send: str | None
    final_response_md: str | None
    attempt: dict[str, Any] | None
