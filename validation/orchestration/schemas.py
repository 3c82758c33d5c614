"""Response schemas of `/preflights`, `/returns` and `/return-profiles`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasPath, BeforeValidator, Field

from validation.orchestration.queries.orchestration import parsed
from validation.platform.http.schemas import (
    Filled,
    Id,
    LinksOut,
    Milliseconds,
    Out,
    PageOut,
    PipelineName,
    attribute,
    links_at,
)


class OrchestrationErrorOut(Out):
    """An error: where it is, what is wrong, and what is expected."""

    code: str
    field: str
    message: str


Codes = Annotated[list[str], BeforeValidator(lambda errors: sorted({error.code for error in errors.all()}))]
Faults = Annotated[list[OrchestrationErrorOut], BeforeValidator(lambda errors: list(errors.all()))]


class _Checked(Out):
    id: Id
    turn_id: Filled
    pipeline: PipelineName
    session_id: Filled
    elapsed_ms: Milliseconds
    codes: Codes = attribute("errors")
    at: datetime


class PreflightSummary(_Checked):
    """A preflight without its bodies."""

    command: str
    task_number: Filled
    target: Filled
    allowed: bool
    links: Annotated[LinksOut, links_at("/api/v1/preflights/{}", "/orchestration/preflights/{}/")] = attribute("pk")


class PreflightPage(PageOut[PreflightSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class PreflightOut(PreflightSummary):
    """A preflight with all its errors, the task that was found, and the delegation as it was sent."""

    errors: Faults
    task: dict[str, Any] | None = attribute("text", "task")
    request: dict[str, Any] = attribute("text", "request")
    parts_ms: dict[str, Milliseconds]
    policy: int = attribute("policy_id")


class ReturnSummary(_Checked):
    """A return without its bodies."""

    profile: str
    status: Filled
    valid: bool
    artifacts_checked: bool
    links: Annotated[LinksOut, links_at("/api/v1/returns/{}", "/orchestration/returns/{}/")] = attribute("pk")


class ReturnPage(PageOut[ReturnSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class ReturnOut(ReturnSummary):
    """A return with all its errors. `return` is null if the text is not a JSON object."""

    errors: Faults
    return_: Annotated[Any, BeforeValidator(parsed)] = Field(
        validation_alias=AliasPath("text", "raw"), serialization_alias="return"
    )
    preflight_id: Filled
    policy: int = attribute("policy_id")


class ProfileOut(Out):
    """Which returns are valid. Profiles with `shipped` are built in and have no `created_at`."""

    name: str
    required_fields: list[str] = attribute("document", "required_fields")
    statuses: list[str] = attribute("document", "statuses")
    completed_statuses: list[str] = attribute("document", "completed_statuses")
    summary_tokens: int | None = attribute("document", "summary_tokens")
    shipped: bool
    created_at: datetime | None


class ProfileList(Out):
    """Every profile."""

    items: list[ProfileOut]
