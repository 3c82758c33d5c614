"""Our messages for pydantic's validation errors, and limits on their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, model_validator

MOST_LISTED = 50
"""Most violations listed, so that responses stay smaller than requests."""
MOST_FIELDS = 100
"""Several times the fields of any model. Pydantic reports every unknown field: ten seconds for a body full of them."""


class SizeLimitedModel(BaseModel):
    """A model for external data. Rejects objects with far too many fields before pydantic reports each of them."""

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, given: Any) -> Any:
        if isinstance(given, dict) and len(given) > MOST_FIELDS:
            raise ValueError(f"holds {len(given)} fields; at most {MOST_FIELDS} are read")
        return given


_WORDS = {
    "float_parsing": "write a number, such as 0.8",
    "float_type": "write a number, such as 0.8",
    "finite_number": "write a number, such as 0.8",
    "int_parsing": "write a whole number, such as 3",
    "int_parsing_size": "write a whole number, such as 3",
    "int_type": "write a whole number, such as 3",
    "int_from_float": "write a whole number, such as 3",
    "bool_parsing": "write true or false",
    "bool_type": "write true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be a JSON object",
    "model_type": "must be a JSON object",
    "model_attributes_type": "must be a JSON object",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
    "literal_error": "must be one of {expected}",
    "enum": "must be one of {expected}",
    "uuid_parsing": "must be an id, such as 6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506",
    "greater_than": "must be over {gt}",
    "less_than": "must be below {lt}",
    "missing": "is missing",
    "extra_forbidden": "is no field here; check its name, or leave it out",
    "string_too_long": "must be at most {max_length} characters",
    "string_too_short": "must not be empty",
    "too_short": "must hold at least {min_length}",
}
_TOO_LONG = {True: "must be at most {max_length} characters", False: "must hold at most {max_length}"}


def describe_violation(violation: Mapping[str, Any], own: Mapping[str, str] | None = None) -> str:
    """A validation error as a sentence without its period; `own` are messages by type of error."""
    kind = violation["type"]
    words = {**_WORDS, **(own or {})}.get(kind)
    if kind == "too_long":
        # A string with further validators is reported as a list.
        words = _TOO_LONG[violation.get("ctx", {}).get("field_type") == "Value"]
    try:
        return words.format(**violation["ctx"]) if words and "{" in words else words or _as_it_is(violation)
    except (KeyError, TypeError, ValueError):  # such as a date as the bound
        return _as_it_is(violation)


def _as_it_is(violation: Mapping[str, Any]) -> str:
    return str(violation["msg"]).removeprefix("Value error, ")
