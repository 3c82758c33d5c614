"""A preflight as the orchestrator submits it, read from whatever JSON came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError, FieldError
from validation.orchestration.gate.arguments import CommandSchema, read_schema
from validation.orchestration.gate.result import listed, shown

_TEXTS = ("command", "todo_md", "session_id", "target")
_LISTS = ("arguments", "delegation_path")
_KEYS = {*_TEXTS, *_LISTS, "schema", "task_number", "delegation_depth", "turn_id"}


@dataclass(frozen=True, slots=True)
class PreflightRequest:
    """What is about to be delegated. `task_number` stays as it came, since judging it is the gate's work; None says
    that the command has no task. A part that is None or empty is not checked, unless the schema requires it."""

    command: str = ""
    arguments: tuple[str, ...] = ()
    schema: CommandSchema | None = None
    task_number: object = None
    todo_md: str | None = None
    session_id: str | None = None
    delegation_depth: int = 0
    delegation_path: tuple[str, ...] = ()
    target: str | None = None


def read_request(document: Any) -> PreflightRequest:
    """Raises InputRejected `preflight_malformed` or `schema_invalid`, which names every field at fault."""
    if not isinstance(document, dict):
        raise _malformed({"preflight": f"an object is expected, not {shown(document)}"})
    faults = dict(_faults(document))
    if faults:
        raise _malformed(faults)
    schema = document.get("schema")
    return PreflightRequest(
        command=document.get("command") or "",
        arguments=tuple(document.get("arguments") or ()),
        schema=None if schema is None else read_schema(schema),
        task_number=document.get("task_number"),
        todo_md=document.get("todo_md"),
        session_id=document.get("session_id"),
        delegation_depth=document.get("delegation_depth") or 0,
        delegation_path=tuple(document.get("delegation_path") or ()),
        target=document.get("target"),
    )


def _faults(document: dict[Any, Any]) -> list[tuple[str, str]]:
    faults = [(str(key)[:60], f"unknown; use {listed(sorted(_KEYS))}") for key in document.keys() - _KEYS]
    faults += [
        (key, f"a text is expected, not {shown(document[key])}") for key in _TEXTS if not _text(document.get(key))
    ]
    faults += [(key, "a list of texts is expected") for key in _LISTS if not _texts(document.get(key))]
    depth = document.get("delegation_depth")
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 0):
        faults.append(("delegation_depth", f"a whole number from 0 is expected, not {shown(depth)}"))
    return faults


def _text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _texts(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(item, str) for item in value))


def _malformed(faults: dict[str, str]) -> DomainError:
    fields = tuple(FieldError(field, message) for field, message in faults.items())
    problems = "; ".join(f"{field.field}: {field.message}" for field in fields[:5])
    return ProblemCode.PREFLIGHT_MALFORMED.error(errors=problems, fields=fields)
