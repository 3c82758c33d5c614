"""The values of JSON with the name of the object they belong to, and with the currency that stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validation.evidence.document.tables import META
from validation.evidence.language.names import is_naming
from validation.evidence.text.json_paths import JsonValue, json_values

_META_KEYS = META | frozenset(("type", "timestamp", "retrieved_at", "fetched_at", "query", "tool", "status_code"))
_IDS = (("id",), ("number",), ("code",), ("sku",))
_PRICED = re.compile(r"price|total|amount|cost|fee|tax|net|gross|payment|rate|paid|due|charge|refund", re.IGNORECASE)
_LONGEST_NAME = 7
_CENTS = re.compile(r"\d+[.,]\d\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """`name` is the last key, with its currency where it is an amount (`total_EUR`); `owner` the id of the object that
    has the name `entity` or is one of a list, 0 for none; `path` the keys above."""

    value: JsonValue
    name: str
    entity: str
    owner: int
    path: tuple[str, ...]


def read_objects(text: str, start: int, end: int) -> Iterator[Entry]:
    """Every value that says something, in order."""
    found = list(json_values(text, start, end))
    names = _names(text, found)
    currency = next((text[one.start : one.end] for one in found if one.path[-1:] == ("currency",)), "")
    for value in found:
        said = text[value.start : value.end]
        if not value.path or value.path[-1].lower() in _META_KEYS or value.path[0] == "_meta":
            continue
        if said.lower() in ("none", "null"):
            continue
        owner = next((one for one in reversed(value.objects) if one in names), 0)
        record = max(owner, value.element)
        priced = currency and (_PRICED.search("_".join(value.path)) or _CENTS.fullmatch(said))
        name = f"{value.path[-1]}_{currency}" if priced else value.path[-1]
        yield Entry(value, name, names.get(owner, ""), record, value.path[:-1])


def _is_name(value: str) -> bool:
    """`customer sent two photos` tells what happened and names nothing."""
    words = value.split()
    return len(words) <= _LONGEST_NAME and (
        len(words) < 3 or any(word[0].isupper() or word[0].isdigit() for word in words)
    )


def _names(text: str, found: Sequence[JsonValue]) -> dict[int, str]:
    """Objects by their name; where none has one, and several have an id, by that."""
    names: dict[int, str] = {}
    for one in found:
        if one.path and one.objects and is_naming(one.path[-1]) and _is_name(text[one.start : one.end]):
            names.setdefault(one.objects[-1], text[one.start : one.end])
    if names:
        return names
    ids = {one.objects[-1]: text[one.start : one.end] for one in found if one.objects and one.path[-1:] in _IDS}
    return ids if len(ids) > 1 else {}
