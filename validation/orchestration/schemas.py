"""Answers of `/preflights`, `/returns` and `/return-profiles`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import Field

from validation.platform.http.schemas import LinksOut, Out


class FaultOut(Out):
    """What is wrong, where, and what would be right."""

    code: str
    field: str
    message: str


class _Checked(Out):
    id: str
    turn_id: str | None
    pipeline: str
    session_id: str | None
    elapsed_ms: float
    codes: list[str]
    at: datetime
    links: LinksOut


class PreflightSummary(_Checked):
    """A preflight without its bodies."""

    command: str
    task_number: str | None
    target: str | None
    allowed: bool


class PreflightPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[PreflightSummary]
    next: str | None


class PreflightOut(PreflightSummary):
    """A preflight with everything that is wrong at once, the task it found, and what was asked."""

    errors: list[FaultOut]
    task: dict[str, Any] | None
    request: dict[str, Any]
    parts_ms: dict[str, float]
    policy: int


class ReturnSummary(_Checked):
    """A return without its bodies."""

    profile: str
    status: str | None
    valid: bool
    artifacts_checked: bool


class ReturnPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[ReturnSummary]
    next: str | None


class ReturnOut(ReturnSummary):
    """A return with everything that is wrong. `return` is null when the text is no JSON object."""

    errors: list[FaultOut]
    return_: Any = Field(alias="return")
    preflight_id: str | None
    policy: int


class ProfileOut(Out):
    """What may come back. `shipped` ones come with the product and have no `created_at`."""

    name: str
    required_fields: list[str]
    statuses: list[str]
    completed_statuses: list[str]
    summary_tokens: int | None
    shipped: bool
    created_at: datetime | None


class ProfileList(Out):
    """Every profile."""

    items: list[ProfileOut]
