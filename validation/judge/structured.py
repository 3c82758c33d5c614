"""Ways to pass an answer's schema to a server."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Structured(StrEnum):
    """The mechanism; a probe finds out which one a server enforces."""

    RESPONSE_FORMAT = "response_format"
    STRUCTURED_OUTPUTS = "structured_outputs"
    JSON_OBJECT = "json_object"
    NONE = "none"


def response_format_kwargs(
    structured: Structured, *, name: str, schema: Mapping[str, Any], extra_body: Mapping[str, Any]
) -> dict[str, Any]:
    """Arguments of a chat completion with the schema; `extra_body` is added in every case."""
    extra = dict(extra_body)
    if structured is Structured.RESPONSE_FORMAT:
        strict = {"name": name, "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": strict}, "extra_body": extra}
    if structured is Structured.JSON_OBJECT:
        # llama-cpp-python and others do not support json_schema; openai's types allow no schema here.
        extra["response_format"] = {"type": "json_object", "schema": schema}
    if structured is Structured.STRUCTURED_OUTPUTS:
        extra["structured_outputs"] = {"json": schema}
    return {"extra_body": extra}


def object_schema(**properties: Any) -> dict[str, Any]:
    """The schema of an object with exactly these properties."""
    names = list(properties)
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
