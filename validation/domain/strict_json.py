"""Strict JSON, which all parsers read the same way: rejects repeated keys and NaN."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class RepeatedKey(ValueError):
    """`key` is the first repeated one."""

    def __init__(self, key: str) -> None:
        super().__init__("a key stands twice in one object")
        self.key = key


class NotANumber(ValueError):
    """NaN or an infinity, which JSON does not allow."""


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise RepeatedKey(next(key for place, key in enumerate(keys) if key in keys[:place]))
    return found


def refuse_constant(name: str) -> NoReturn:
    raise NotANumber(f"{name} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=_each_key_once)


def read_json(text: bytes) -> Any:
    """Raises RepeatedKey, NotANumber, another ValueError for invalid JSON, or RecursionError."""
    return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=_each_key_once)
