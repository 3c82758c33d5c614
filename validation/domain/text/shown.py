"""Formats values of a caller for messages, truncated, so that hostile ones cannot flood a log."""

from __future__ import annotations

import json

_SHOWN = 60
_WORD = 64


def shown(value: object) -> str:
    """The value for a message: one line, about 60 characters at most, always encodable."""
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
