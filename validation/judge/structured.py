"""How an answer's schema is told to a server: three ways that servers know, and none."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Structured(StrEnum):
    """A probe says which of them a server keeps to."""

    RESPONSE_FORMAT = "response_format"
    STRUCTURED_OUTPUTS = "structured_outputs"
    JSON_OBJECT = "json_object"
    NONE = "none"


def response_format_kwargs(
    structured: Structured, *, name: str, schema: Mapping[str, Any], extra_body: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a chat completion that tell the schema; `extra_body` goes with every way."""
    extra = dict(extra_body)
    if structured is Structured.RESPONSE_FORMAT:
        strict = {"name": name, "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": strict}, "extra_body": extra}
    if structured is Structured.JSON_OBJECT:
        # llama-cpp-python and its kin know no json_schema; openai's types know no schema here.
        extra["response_format"] = {"type": "json_object", "schema": schema}
    if structured is Structured.STRUCTURED_OUTPUTS:
        extra["structured_outputs"] = {"json": schema}
    return {"extra_body": extra}


def object_schema(**properties: Any) -> dict[str, Any]:
    """Of an object that holds exactly these."""
    names = list(properties)
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
