"""Settings that are lists, as rows of a form with names like `audit.rates.0.rate`. Clearing a row removes it; an empty
last row adds one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_LABELS = {
    "confidence_from": "Confidence from",
    "confidence_below": "Confidence below",
    "metadata": "Metadata, key=value",
}
_INDEX = re.compile(r"\.\d+(?=\.|$)")
_QUOTED = r'"(?:[^"]|"")*"'
_WORD = rf"{_QUOTED}(?=\s*(?:,|$))|[^,]*"
_WORDS = re.compile(rf"\s*({_WORD})")
_PAIRS = re.compile(rf"\s*({_QUOTED}(?=\s*(?:[,=]|$))|[^,=]*)\s*(?:=\s*({_WORD}))?")


def row_model(info: FieldInfo) -> type[BaseModel] | None:
    """The model of a row of this setting; None if the setting is not a list of rows."""
    inner = get_args(info.annotation)[:1] if get_origin(info.annotation) is tuple else ()
    return inner[0] if inner and isinstance(inner[0], type) and issubclass(inner[0], BaseModel) else None


def typed_rows(posted: Mapping[str, str], path: str, model: type[BaseModel]) -> list[dict[str, str]] | None:
    """The rows as typed, without those in which only selects are filled; None if no row was submitted."""
    pattern = re.compile(rf"{re.escape(path)}\.(\d{{1,4}})\.")
    numbers = sorted({int(match[1]) for name in posted if (match := pattern.match(name))})
    if not numbers:
        return None
    columns = columns_of(model)
    rows = [{name: posted.get(f"{path}.{number}.{name}", "").strip() for name in columns} for number in numbers]
    return [row for row in rows if any(row[name] for name, (kind, _) in columns.items() if kind != "choice")]


def read_rows(rows: Iterable[Mapping[str, str]], model: type[BaseModel]) -> list[dict[str, Any]]:
    """The rows for the policy document; an empty cell gets its default."""
    kinds = {name: kind for name, (kind, _) in columns_of(model).items()}
    return [{name: _read(kinds[name], typed) for name, typed in row.items() if typed} for row in rows]


def shown_rows(rows: Iterable[BaseModel]) -> list[dict[str, str]]:
    """Stored rows as the form shows them."""
    return [{name: shown(value) for name, value in row} for row in rows]


def summary(rows: Iterable[BaseModel]) -> str:
    """The rows in one line, or `none`."""
    return "; ".join(_said(row) for row in rows) or "none"


def without_index(path: str) -> tuple[str, int | None]:
    """`audit.rates.0.rate` becomes (`audit.rates`, 0); a path without an index is returned with None."""
    match = _INDEX.search(path)
    return (path[: match.start()], int(match[0][1:])) if match else (path, None)


def _said(row: BaseModel) -> str:
    defaults = {name: info.default for name, info in type(row).model_fields.items()}
    changed = [f"{name_of_column(name).lower()} {shown(value)}" for name, value in row if value != defaults[name]]
    return ", ".join(changed)


def name_of_column(name: str) -> str:
    return _LABELS.get(name, name.replace("_", " ").capitalize())


def columns_of(model: type[BaseModel]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Kind and choices of each column, in display order: required ones and selects first, then the confidence band."""
    kinds = {name: kind_of(info) for name, info in model.model_fields.items()}
    order = ("name", "route", "routes", "pipeline", "confidence_from", "confidence_below")
    return {
        name: kinds[name] for name in sorted(kinds, key=lambda one: order.index(one) if one in order else len(order))
    }


def kind_of(info: FieldInfo) -> tuple[str, tuple[str, ...]]:
    """The kind of input for a field, and its choices."""
    annotation, origin = info.annotation, get_origin(info.annotation)
    if origin is Literal:
        return "choice", tuple(get_args(annotation))
    if origin is tuple:
        return "words", _values(get_args(annotation)[0])
    if origin is dict:
        return "pairs", ()
    if origin is UnionType or not isinstance(annotation, type):
        return "text", ()
    return {bool: "flag", float: "share", int: "number"}.get(annotation, "text"), ()


def _values(annotation: Any) -> tuple[str, ...]:
    if get_origin(annotation) is Literal:
        return tuple(get_args(annotation))
    return tuple(annotation) if isinstance(annotation, type) and issubclass(annotation, StrEnum) else ()


def _read(kind: str, typed: str) -> Any:
    if kind == "share":
        return typed.replace(",", ".")
    if kind == "words":
        return [_unquoted(word) for word in _WORDS.findall(typed) if word.strip()]
    if kind == "pairs":
        return {_unquoted(key): _unquoted(value) for key, value in _PAIRS.findall(typed) if key.strip() or value}
    return typed


def _unquoted(part: str) -> str:
    part = part.strip()
    return part[1:-1].replace('""', '"') if re.fullmatch(_QUOTED, part) else part


def _quoted(part: str) -> str:
    """Quoted as in CSV if the parser would otherwise split or trim it."""
    if part == part.strip() and not any(mark in part for mark in ',="'):
        return part
    doubled = part.replace('"', '""')
    return f'"{doubled}"'


def shown(value: Any) -> str:
    """A setting or a cell of a row as a form shows it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, dict):
        return ", ".join(f"{_quoted(key)}={_quoted(part)}" for key, part in value.items())
    return ", ".join(_quoted(str(one)) for one in value) if isinstance(value, tuple) else str(value)
