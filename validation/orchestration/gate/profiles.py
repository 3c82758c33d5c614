"""Return profiles: what a fleet's subagents may answer, as data.

`v1` is spec 4's. `fleet` is what a working fleet returns: a status for each kind of work, and no summary required.
An admin's own profile is read by `read_profile` from the same shape that `as_document` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError, FieldError
from validation.orchestration.gate.result import listed, shown

FIELDS = ("status", "summary", "artifacts", "metadata", "session_id")
_NAME_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Profile:
    """`completed_statuses` are those whose artifacts must exist; a summary must stay under `summary_tokens`."""

    name: str
    required_fields: tuple[str, ...]
    statuses: tuple[str, ...]
    completed_statuses: frozenset[str]
    summary_tokens: int = 100

    def as_document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "required_fields": list(self.required_fields),
            "statuses": list(self.statuses),
            "completed_statuses": sorted(self.completed_statuses),
            "summary_tokens": self.summary_tokens,
        }


V1 = Profile(
    name="v1",
    required_fields=FIELDS,
    statuses=("completed", "partial", "failed", "blocked"),
    completed_statuses=frozenset({"completed"}),
)

FLEET = Profile(
    name="fleet",
    required_fields=("status", "artifacts", "metadata", "session_id"),
    statuses=("implemented", "researched", "planned", "partial", "in_progress", "blocked", "tasks_created"),
    completed_statuses=frozenset({"implemented", "researched", "planned"}),
)

SHIPPED = {profile.name: profile for profile in (V1, FLEET)}


def read_profile(document: Any) -> Profile:
    """Raises InputRejected `profile_invalid`, which names the field and what is expected there."""
    if not isinstance(document, dict):
        raise _broken("profile", "an object is expected")
    unknown = sorted(map(str, document.keys() - set(V1.as_document())))
    if unknown:
        raise _broken("profile", f"{shown(unknown[0])} is unknown; use {listed(sorted(V1.as_document()))}")
    statuses = _texts(document, "statuses")
    completed = _texts(document, "completed_statuses")
    if not statuses:
        raise _broken("statuses", "at least one status is expected")
    if not set(completed) <= set(statuses):
        raise _broken("completed_statuses", "each must be one of the statuses")
    required = _texts(document, "required_fields")
    if "status" not in required:
        raise _broken("required_fields", "status must be among them, nothing else can be decided without it")
    return Profile(_name(document), required, statuses, frozenset(completed), _limit(document))


def _name(document: dict[str, Any]) -> str:
    name = document.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= _NAME_LIMIT:
        raise _broken("name", f"a name of 1 to {_NAME_LIMIT} characters is expected")
    return name.strip()


def _limit(document: dict[str, Any]) -> int:
    limit = document.get("summary_tokens", V1.summary_tokens)
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 10_000:
        raise _broken("summary_tokens", "a whole number from 1 to 10000 is expected")
    return limit


def _texts(document: dict[str, Any], key: str) -> tuple[str, ...]:
    values = document.get(key)
    if not isinstance(values, list) or not all(
        isinstance(value, str) and 0 < len(value) <= _NAME_LIMIT for value in values
    ):
        raise _broken(key, f"a list of texts of 1 to {_NAME_LIMIT} characters is expected")
    return tuple(dict.fromkeys(values))


def _broken(field: str, what: str) -> DomainError:
    message = f"{what[:1].upper()}{what[1:]}."
    return ProblemCode.PROFILE_INVALID.error(detail=f"{field}: {what}.", fields=(FieldError(field, message),))
