"""The values of JSON with the name of the object they belong to, and with the currency that stands beside them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from validation.evidence.context.minor_units import names_minor_units
from validation.evidence.document.tables import META, is_word
from validation.evidence.document.values import spaced
from validation.evidence.language.names import is_name_column
from validation.evidence.text.json_paths import JsonValue, json_values
from validation.evidence.text.lookup import grouped

_META_KEYS = META | frozenset(
    ("type", "timestamp", "timezone", "retrieved_at", "fetched_at", "query", "tool", "status_code")
)
_STATES = frozenset(
    ("status", "state", "result", "outcome", "severity", "priority", "currency", "unit", "sentiment", "answer", "value")
)
"""Keys of what a thing is at the moment or is counted in, which name none."""
_TYPE = "type"
"""Metadata where all objects of a list have the same; else it says which of them each is: `single`, `double`."""
_MOMENTS = frozenset(("datetime", "date_time"))
"""Keys under which an object holds nothing but when its own key is: `start: {"dateTime": ...}`."""
_SELLERS = frozenset(("shop", "store", "seller", "vendor", "brand"))
_IDS = (("id",), ("number",), ("code",), ("sku",))
_PRICED = re.compile(r"price|total|amount|cost|fee|tax|net|gross|payment|rate|paid|due|charge|refund", re.IGNORECASE)
_ANYTHINGS = frozenset(("id", "type", "description", "title", "url", "note", "notes"))
"""Keys of things of any kind."""
_LONGEST_NAME = 7
_FOREMOST = 2
"""Keys of an object among which the one that names it stands."""
_MOST_BESIDE = 40
"""Objects beside each other whose keys are compared, each with each."""
_CAPITAL = re.compile(r"[^\W\d_a-z]|(?=\w*[^\W\d_])\w*\d")
_DATE = re.compile(r"\d{4}-\d\d|\d{1,2}[:.]\d\d")
_OTHER_UNIT = re.compile(r"(?:_|\b)(?:pct|percent|days?|months?|years?|count|number|id|date|at)$", re.IGNORECASE)
"""Ends of names of amounts that are none of money: `rate_pct`."""
_IN_CURRENCY = re.compile(r"_(eur|usd|gbp|chf|sek|nok|dkk|pln|czk|jpy|cad|aud|inr)$", re.IGNORECASE)
"""`prices_eur` of `{"adult": 12, "child": 6}`."""
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)?")
_CENTS = re.compile(r"\d+[.,]\d\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """`name` is the last key, with its currency where it is an amount (`total_EUR`); `owner` the id of the object that
    has the name `entity` or is one of a list, 0 for none."""

    value: JsonValue
    name: str
    entity: str
    owner: int


def read_objects(text: str, start: int, end: int) -> Iterator[Entry]:
    """Every value that says something, in order."""
    found = list(json_values(text, start, end))
    rows = dict(_in_rows(text, found))
    names = _names(text, found)
    currency = next((text[one.start : one.end] for one in found if one.path[-1:] == ("currency",)), "")
    types = grouped((one.path, text[one.start : one.end]) for one in found if one.path[-1:] == (_TYPE,))
    for value in found:
        if value in rows:
            yield from rows[value]
            continue
        said = text[value.start : value.end]
        tells_type = len(set(types.get(value.path, ()))) > 1
        if not value.path or (value.path[-1].lower() in _META_KEYS and not tells_type) or value.path[0] == "_meta":
            continue
        if said.lower() in ("none", "null"):
            continue
        owner = next((one for one in reversed(value.objects) if one in names), 0)
        record = max(owner, value.element)
        above = _IN_CURRENCY.search(value.path[-2]) if len(value.path) > 1 and _AMOUNT.fullmatch(said) else None
        unit = above[1].upper() if above else currency
        priced = unit and _is_priced(value.path, said)
        key = value.path[-2] if _is_moment(value) else value.path[-1]
        name = f"{key}_{unit}" if priced else key
        yield Entry(value, name, names.get(owner, ""), record)


def _in_rows(text: str, found: Sequence[JsonValue]) -> Iterator[tuple[JsonValue, tuple[Entry, ...]]]:
    """The values of lists that are rows of one table, each with the name of its column and of its row; the names of
    the columns, a list of strings before the rows or the first of them, say nothing by themselves. `columns` and `rows`
    of a data frame, or one list of lists."""
    lists = grouped(((*one.objects, *one.lists), one) for one in found if one.lists)
    header: list[JsonValue] = []
    rows: list[list[JsonValue]] = []
    tables: list[tuple[list[JsonValue], list[list[JsonValue]]]] = []
    for several in lists.values():
        is_row = len(several) > 1 and len(several) == len(header) and len(several[0].lists) > 1
        if is_row and several[0].objects == header[0].objects:
            rows.append(several)
            continue
        tables.append((header, rows))
        header, rows = (several if all(_names_column(text, one) for one in several) else []), []
    tables.append((header, rows))
    for header, rows in tables:
        if not any(not _is_quoted(text, one) for row in rows for one in row):
            continue
        names = [text[one.start : one.end] for one in header]
        key = next((place for place, name in enumerate(names) if is_name_column(name)), 0)
        yield from ((one, ()) for one in header)
        for row in rows:
            entity = text[row[key].start : row[key].end]
            for place, (one, name) in enumerate(zip(row, names, strict=True)):
                is_said = place != key and text[one.start : one.end].lower() not in ("none", "null")
                yield one, (Entry(one, name, entity, row[0].lists[-1]),) if is_said else ()


def _is_quoted(text: str, value: JsonValue) -> bool:
    return text[value.end : value.end + 1] in ("'", '"')


def _names_column(text: str, value: JsonValue) -> bool:
    return _is_quoted(text, value) and len(text[value.start : value.end].split()) <= _LONGEST_NAME


def _is_priced(path: Sequence[str], said: str) -> bool:
    named = _PRICED.search("_".join(path)) or _CENTS.fullmatch(said)
    return named is not None and not _OTHER_UNIT.search(path[-1]) and not names_minor_units(path[-1])


def _is_name(value: str) -> bool:
    """`customer sent two photos` tells what happened and names nothing, and so does `Best in town.`"""
    words = value.split()
    return (
        len(words) <= _LONGEST_NAME
        and value[-1:] not in ".!?"
        and (len(words) < 3 or any(word[0].isupper() or word[0].isdigit() for word in words))
    )


def _names(text: str, found: Sequence[JsonValue]) -> dict[int, str]:
    """Objects by their name; those of a list in which none has one by what tells them apart, those of one form under
    several keys by the key, unless that only numbers them; where nothing has a name, those of a list or several by
    their ids."""
    by_key = _by_key(found)
    names: dict[int, str] = {}
    for one in found:
        is_name = one.path and one.objects and is_name_column(one.path[-1]) and _is_name(text[one.start : one.end])
        if is_name and not _names_another(one.path[-1], by_key.get(one.objects[-1], "")):
            names.setdefault(one.objects[-1], text[one.start : one.end])
    for several in _lists(found):
        if names.keys().isdisjoint(several):
            names |= _told_apart(text, several)
    names = by_key | names
    if names:
        return names
    ids = [one for one in found if one.objects and one.path[-1:] in _IDS]
    told = ids if len(ids) > 1 else [one for one in ids if one.objects[-1] == one.element]
    return {one.objects[-1]: text[one.start : one.end] for one in told}


def _names_another(column: str, key: str) -> bool:
    """Whether a column that may name a thing tells who sells or makes the one that its key names: `shop` under
    `Aro kettle`, but not under `offer1`."""
    is_name = len(key) > 1 and not any(map(str.isdigit, key))
    return is_name and column.lower().replace("_", " ").split()[-1] in _SELLERS


Fields = dict[int, list[JsonValue]]
"""The values of objects by the number of the object."""


def _lists(found: Sequence[JsonValue]) -> Iterator[Fields]:
    """The objects of each list that has several."""
    lists: dict[tuple[tuple[int, ...], tuple[str, ...]], Fields] = defaultdict(lambda: defaultdict(list))
    for one in found:
        is_listed = bool(one.objects) and one.objects[-1] == one.element
        is_outermost = len(one.objects) == 1 and not one.element  # several of them are JSON lines
        if one.path and (is_listed or is_outermost):
            lists[one.objects[:-1], one.path[:-1]][one.objects[-1]].append(one)
    return (several for several in lists.values() if len(several) > 1)


def _told_apart(text: str, several: Fields) -> dict[int, str]:
    """By the first key, of the foremost, under which each has a name of its own, `line` of `Tram 3` and `Tram 7`; else
    by the first under which each has plain words of its own, `zone` of `inner` and `outer`."""
    keys = list(dict.fromkeys(one.path[-1] for one in next(iter(several.values()))))
    for few, is_name in ((keys[:_FOREMOST], _tells_apart), (keys, is_word)):
        for key in few:
            said = {number: one for number, fields in several.items() for one in fields if one.path[-1] == key}
            names = {number: text[one.start : one.end] for number, one in said.items()}
            is_distinct = len(said) == len(several) == len(set(names.values()))
            if is_distinct and key.lower() not in _STATES and all(map(is_name, names.values())):
                return names
    return {}


def _tells_apart(value: str) -> bool:
    """Whether a value is a name and no date, state or sentence."""
    return _is_name(value) and _CAPITAL.match(value) is not None and _DATE.match(value) is None


def _by_key(found: Sequence[JsonValue]) -> dict[int, str]:
    """Objects beside each other that have most of their keys in common, `pickup` and `return`, or one that all of them
    have: `image` of the services `web` and `cache`."""
    beside: dict[tuple[int, ...], dict[int, tuple[str, set[str]]]] = defaultdict(dict)
    for one in found:
        if len(one.path) > 1 and len(one.objects) > 1 and one.objects[-1] != one.element and not _tells_when(one):
            beside[one.objects[:-1]].setdefault(one.objects[-1], (one.path[-2], set()))[1].add(one.path[-1])
    return {
        number: spaced(name)
        for several in beside.values()
        if len(several) <= _MOST_BESIDE
        for number, name in _alike(several)
    }


def _alike(several: Mapping[int, tuple[str, set[str]]]) -> Iterator[tuple[int, str]]:
    """All of them, where all have a key in common, else those that share most of their keys with another."""
    common = set[str].intersection(*(keys for _, keys in several.values())) - _ANYTHINGS
    for number, (name, keys) in several.items():
        others = (more for other, (_, more) in several.items() if other != number)
        if (common and len(several) > 1) or any(2 * len(keys & more) > len(keys | more) for more in others):
            yield number, name


def _tells_when(value: JsonValue) -> bool:
    """Whether a value makes its object no thing of its own: a moment, its time zone, other metadata."""
    return _is_moment(value) or value.path[-1].lower() in _META_KEYS


def _is_moment(value: JsonValue) -> bool:
    return len(value.path) > 1 and value.path[-1].lower() in _MOMENTS and value.objects[-1] != value.element
