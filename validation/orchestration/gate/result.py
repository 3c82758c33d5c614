"""What the orchestration gate answers: pointed errors, and what it read on the way (spec 4).

Every message names what is wrong and what would be right. Values of the caller are quoted shortened, so that a hostile
one cannot fill a log.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from validation.domain.codes.code import Code

_SHOWN = 60
_WORD = 64

ORCHESTRATION = "orchestration"
"""The name that the gate is registered under."""


class ErrorCode(Code):
    TASK_NUMBER_INVALID = "task_number_invalid", "The task number is no whole number."
    TODO_MISSING = "todo_missing", "A task is named and no TODO.md was handed over to look it up in."
    TASK_NOT_FOUND = "task_not_found", "TODO.md has no such task."
    DEPTH_EXCEEDED = "depth_exceeded", "Delegations are nested deeper than the policy allows."
    DELEGATION_CYCLE = "delegation_cycle", "The delegation would lead back to where it came from."
    SESSION_ACTIVE = "session_active", "The session is active already."
    ARGUMENT_MISSING = "argument_missing", "An argument that the command requires is not there."
    ARGUMENT_TYPE = "argument_type", "An argument has a value that the command does not take."
    FLAG_SYNTAX = "flag_syntax", "A flag is unknown, written wrongly or given twice."
    NOT_JSON = "not_json", "The return is not one JSON object."
    FIELD_MISSING = "field_missing", "The return lacks a field, or has it of another kind."
    STATUS_UNKNOWN = "status_unknown", "The return has a status that its profile does not list."
    SESSION_MISMATCH = "session_mismatch", "The return names another session than its preflight."
    SUMMARY_TOO_LONG = "summary_too_long", "The summary has more tokens than its profile allows."
    ARTIFACT_MISSING = "artifact_missing", "A completed return names no artifact, or one that does not exist."


@dataclass(frozen=True, slots=True)
class GateError:
    code: ErrorCode
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task as TODO.md states it. `status` and `language` are None where its entry does not name them."""

    number: int
    title: str
    status: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """`task` is None when no task number was given or its task was not found."""

    errors: tuple[GateError, ...]
    task: Task | None = None

    @property
    def allowed(self) -> bool:
        return not self.errors


@dataclass(frozen=True, slots=True)
class ReturnResult:
    """`value` is the return as parsed, None when it is no JSON object. `artifacts_checked` says whether the artifacts
    were looked for: only those of a completed return, and only against a list of what exists."""

    errors: tuple[GateError, ...]
    artifacts_checked: bool = False
    value: dict[str, Any] | None = None

    @property
    def valid(self) -> bool:
        return not self.errors


def shown(value: object) -> str:
    """A value of the caller as a message quotes it: one line, about 60 characters at most, always encodable."""
    match value:
        case str():
            cut = value if len(value) <= _SHOWN else value[:_SHOWN] + "..."
            return json.dumps(cut.encode("utf-8", "replace").decode(), ensure_ascii=False)
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case int() if value.bit_length() > _WORD:
            return "a number beyond 64 bits"
        case bool() | int() | float() | None:
            return json.dumps(value)
    return "a value"


def listed(words: list[str], *, joined: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joined} {words[-1]}"
