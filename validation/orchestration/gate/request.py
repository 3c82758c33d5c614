"""Parses a preflight from untrusted JSON."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictStr

from validation.domain.codes.problems import ProblemCode
from validation.domain.codes.reading import read_document
from validation.domain.policy_types import Section
from validation.orchestration.gate.arguments import CommandSchema, read_schema

Words = Annotated[tuple[StrictStr, ...], Field(fail_fast=True)]


class PreflightRequest(Section):
    """A planned delegation. `task_number` is not validated here, since the gate reports its errors; None means that the
    command has no task. Parts that are None or empty are not checked, unless the schema requires them."""

    command: StrictStr = ""
    arguments: Words = ()
    declared: CommandSchema | None = Field(None, alias="schema")
    task_number: Any = None
    todo_md: StrictStr | None = None
    session_id: StrictStr | None = None
    delegation_depth: Annotated[int, Field(strict=True, ge=0)] = 0
    delegation_path: Words = ()
    target: StrictStr | None = None


def read_request(document: Any) -> PreflightRequest:
    """Raises InputRejected `schema_invalid` for an invalid schema, else `preflight_malformed`; both name each invalid
    field. A preflight with nothing to check is rejected rather than allowed."""
    if isinstance(document, dict) and document.get("schema") is not None:
        document = {**document, "schema": read_schema(document["schema"])}
    request = read_document(
        PreflightRequest, document, ProblemCode.PREFLIGHT_MALFORMED, whole="preflight", own=_MESSAGES
    )
    given = {name for name in request.model_fields_set if getattr(request, name) not in (None, "", ())}
    if given <= _NOT_CHECKED and request.task_number is None:
        raise ProblemCode.PREFLIGHT_MALFORMED.error("empty", field="preflight")
    return request


_NOT_CHECKED = {"command", "todo_md"}
"""Parts that are not checked by themselves."""

_PARTS = ", ".join(field.alias or name for name, field in PreflightRequest.model_fields.items())
_MESSAGES = {"extra_forbidden": f"is unknown; use {_PARTS}"}
