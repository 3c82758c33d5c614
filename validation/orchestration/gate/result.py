"""Results of the orchestration gate: errors, and what was parsed (spec 4).

Each message says what is wrong and what to do. Values of the caller are truncated, so that hostile ones cannot flood a
log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.code import Code

ORCHESTRATION = "orchestration"
"""Registered name of the gate."""


class ErrorCode(Code):
    # fmt: off
    TASK_NUMBER_INVALID = (
        "task_number_invalid", "Task number {number} is not a whole number; give digits only, such as 12."
    )
    TODO_MISSING = (
        "todo_missing", "TODO.md is missing, so task {number} cannot be looked up; send its text as todo_md."
    )
    TASK_NOT_FOUND = "task_not_found", "TODO.md has no such task.", "", {
        "too_long": "Task {number}... not found in TODO.md; task numbers have at most {limit} digits.",
        "others": "Task {number} not found in TODO.md; {existing}.",
    }
    DEPTH_EXCEEDED = (
        "depth_exceeded",
        "Delegation depth {depth} exceeds {limit}; return to the caller instead of delegating further.",
    )
    DELEGATION_CYCLE = "delegation_cycle", "The delegation would lead back to where it came from.", "", {
        "target": "{agent} is in the delegation path {path} already; delegate to another agent or return.",
        "repeated": "{agent} is in the delegation path {path} twice; each agent can be there once.",
    }
    SESSION_ACTIVE = (
        "session_active", "Session {session} is active already; wait for its return or use a new session id."
    )
    ARGUMENT_MISSING = "argument_missing", "An argument that the command requires is missing.", "", {
        "argument": "{command} needs {name} ({expected}); none was given.",
        "task": "{command} needs a task number; give one from TODO.md, such as 12.",
    }
    ARGUMENT_TYPE = "argument_type", "An argument has a value that the command does not take.", "", {
        "value": "{name} must be {expected}, not {value}.",
        "too_many": "Argument {value} is one too many; {command} takes {names}.",
    }
    FLAG_SYNTAX = "flag_syntax", "A flag is unknown, written wrongly or given twice.", "", {
        "malformed": "{flag} is not a flag; a flag is written --name, --name=value or --name value.",
        "misspelt": "Flag {flag} is unknown; did you mean {close}?",
        "unknown": "Flag {flag} is unknown; {command} takes {known}.",
        "repeated": "{flag} is given twice; give it once.",
        "needs_value": "{flag} needs {expected}; write {flag}=VALUE.",
        "takes_none": "{flag} takes no value; write {flag} alone.",
    }
    NOT_JSON = "not_json", "The return is not one JSON object.", "", {
        "unreadable": "The return is not a JSON object: {problem}; return one bare object with status, summary and "
        "artifacts.",
        "repeated_key": "The return holds the key {key} twice in one object; keep one.",
    }
    FIELD_MISSING = "field_missing", "The return lacks a field, or has it of another kind.", "", {
        "missing": "{field} is missing; {expected} is required.",
        "kind": "{field} is {value}; {expected} is expected.",
        "session": "session_id is missing; it belongs at top level or in metadata.",
    }
    STATUS_UNKNOWN = "status_unknown", "The return has a status that its profile does not list.", "", {
        "misspelt": "Status {status} is unknown to profile {profile}; did you mean {close}?",
        "of_another": "Status {status} is unknown to profile {profile}; profile {other} knows it; this one takes "
        "{known}.",
        "unknown": "Status {status} is unknown to profile {profile}; use {known}.",
    }
    SESSION_MISMATCH = (
        "session_mismatch", "{field} is {value}, expected is {expected}; return the id that was handed over."
    )
    SUMMARY_TOO_LONG = (
        "summary_too_long",
        "The summary of {characters} characters has {limit} tokens or more; keep it under {limit} and put the rest "
        "into an artifact.",
    )
    ARTIFACT_MISSING = "artifact_missing", "A completed return names no artifact, or one that does not exist.", "", {
        "none": "The status is {status} but artifacts is empty; name at least one file.",
        "unnamed": "{value} names no artifact; a path or an object with path is expected.",
        "outside": "Artifact {path} leaves the root; name it relative to the root, without '..'.",
        "elsewhere": "Artifact {path} does not exist; {other} does.",
        "absent": "Artifact {path} does not exist; write it before returning, or do not name it.",
    }
    # fmt: on

    def error(self, field: str, wording: str = "", /, **fields: object) -> GateError:
        return GateError(self, field, self.sentence(wording, **fields))


@dataclass(frozen=True, slots=True)
class GateError:
    code: ErrorCode
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task in TODO.md. `status` and `language` are None if its entry does not state them."""

    number: int
    title: str
    status: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """`task` is None if no task number was given, or the task was not found."""

    errors: tuple[GateError, ...]
    task: Task | None = None

    @property
    def allowed(self) -> bool:
        return not self.errors


@dataclass(frozen=True, slots=True)
class ReturnResult:
    """`value` is the parsed return, None if it is not a JSON object. `artifacts_checked` says whether the existence of
    artifacts was checked: only for completed returns, and if a list of existing paths was given."""

    errors: tuple[GateError, ...]
    artifacts_checked: bool = False
    value: dict[str, Any] | None = None

    @property
    def valid(self) -> bool:
        return not self.errors


def listed(words: list[str], *, joined: str = "and") -> str:
    """Joins words as `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joined} {words[-1]}"
