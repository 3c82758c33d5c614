"""Return profiles: which returns of subagents are accepted, as data.

`v1` is the profile of spec 4. `fleet` is for agent fleets: a status for each kind of work, and an optional summary.
`read_profile` reads custom profiles in the format of `as_document`.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictStr, StringConstraints, ValidationInfo, field_validator

from validation.domain.codes.problems import ProblemCode
from validation.domain.codes.reading import read_document
from validation.domain.policy_types import Section

FIELDS = ("status", "summary", "artifacts", "metadata", "session_id")
Word = Annotated[StrictStr, Field(min_length=1, max_length=64)]
Words = Annotated[tuple[Word, ...], Field(fail_fast=True), AfterValidator(lambda words: tuple(dict.fromkeys(words)))]
"""Without duplicates."""


class Profile(Section):
    """`completed_statuses` are those that need existing artifacts; a summary must be under `summary_tokens`."""

    name: Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=64)]
    required_fields: Words
    statuses: Annotated[Words, Field(min_length=1)]
    completed_statuses: Words
    summary_tokens: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 100

    @field_validator("required_fields")
    @classmethod
    def _name_the_status(cls, required: tuple[str, ...]) -> tuple[str, ...]:
        if "status" not in required:
            raise ValueError("status must be among them, nothing else can be decided without it")
        return required

    @field_validator("completed_statuses")
    @classmethod
    def _are_statuses(cls, completed: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        if not set(completed) <= set(info.data.get("statuses", completed)):
            raise ValueError("each must be one of the statuses")
        return completed

    def as_document(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


V1 = Profile(
    name="v1",
    required_fields=FIELDS,
    statuses=("completed", "partial", "failed", "blocked"),
    completed_statuses=("completed",),
)

FLEET = Profile(
    name="fleet",
    required_fields=("status", "artifacts", "metadata", "session_id"),
    statuses=("implemented", "researched", "planned", "partial", "in_progress", "blocked", "tasks_created"),
    completed_statuses=("implemented", "planned", "researched"),
)

SHIPPED = {profile.name: profile for profile in (V1, FLEET)}


def read_profile(document: Any) -> Profile:
    """Raises InputRejected `profile_invalid`, which names each invalid field and what is expected."""
    return read_document(Profile, document, ProblemCode.PROFILE_INVALID, whole="profile", own=_MESSAGES)


_MESSAGES = {
    "extra_forbidden": f"is unknown; use {', '.join(Profile.model_fields)}",
    "missing": "fill this in",
    "too_short": "at least one is expected",
    "string_too_short": "1 to 64 characters are expected",
    **dict.fromkeys(
        ("int_type", "greater_than_equal", "less_than_equal"), "a whole number from 1 to 10000 is expected"
    ),
}
