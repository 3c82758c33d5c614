"""Parses a judge's reply as exactly one JSON object, or rejects it.

Replies are never repaired: a fence, a trailing sentence or a second object means that the server did not enforce the
schema, and guessing the intended answer is how injected text becomes a verdict.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from validation.domain.halt import HaltCause, Halted
from validation.domain.strict_json import DECODER

_BLANK = " \t\r\n"
"""JSON's white space, which excludes the no-break space."""


StrictText = Annotated[str, Field(strict=True)]
StrictShare = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False, strict=True)]


class Reply(BaseModel):
    """An answer or a part of one, not validated semantically. Rejects undeclared keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


R = TypeVar("R", bound=Reply)


def read_reply(text: str, shape: type[R]) -> R:
    """Raises Halted `verdict_malformed`, with the text, unless the text is one complete answer of this type."""
    try:
        return shape.model_validate(read_json_object(text))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in fault["loc"])[:100]
        raise malformed("schema", text, place=where or "the top", problem=fault["msg"]) from error


def read_json_object(text: str) -> dict[str, Any]:
    """The one object in `text`, with optional white space around it. Raises Halted `verdict_malformed`, with the text,
    for anything else, for NaN and infinities, and for repeated keys."""
    try:
        value, end = DECODER.raw_decode(text, _start(text))
    except (ValueError, RecursionError) as error:
        raise _unreadable(text, error) from error
    if not isinstance(value, dict):
        raise malformed("not_object", text, kind=_named(value))
    if rest := text[end:].strip(_BLANK):
        raise malformed("second_value" if rest.startswith(("{", "[")) else "more_words", text)
    return value


def malformed(wording: str, raw: str, **fields: object) -> Halted:
    return Halted(HaltCause.VERDICT_MALFORMED.halt(wording, **fields), raw_reply=raw)


def _start(text: str) -> int:
    return len(text) - len(text.lstrip(_BLANK))


def _unreadable(text: str, error: Exception) -> Halted:
    answer = text.strip(_BLANK)
    if not answer:
        return malformed("empty", text)
    if answer.startswith("```"):
        return malformed("fenced", text)
    if isinstance(error, RecursionError):
        return malformed("too_deep", text)
    if isinstance(error, json.JSONDecodeError):
        is_begun = answer.startswith(("{", "["))
        return malformed("incomplete" if is_begun else "other_words", text, problem=error.msg, place=error.pos)
    return malformed("unreadable", text, problem=str(error)[:200])


def _named(value: Any) -> str:
    return {list: "an array", str: "a string", bool: "a boolean", type(None): "null"}.get(type(value), "a number")
