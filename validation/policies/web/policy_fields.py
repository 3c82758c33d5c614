"""The policy document as a form: one field for each threshold and limit, made from the document's own types, so that a
new key appears on the page by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from validation.domain.errors import FieldError
from validation.domain.policy import PolicyDocument
from validation.policies.web.policy_rows import Row, form_rows, read_rows, row_model, shown_rows, summary, typed_rows


@dataclass(frozen=True, slots=True)
class PolicyField:
    """`kind` is share, number, choice, flag or rows; `before` is the value in force, None when it is the same."""

    path: str
    label: str
    kind: str
    value: str
    choices: tuple[str, ...]
    before: str | None
    error: str
    rows: tuple[Row, ...] = ()

    @property
    def id(self) -> str:
        return self.path.replace(".", "-")


@dataclass(frozen=True, slots=True)
class PolicySection:
    """`errors` are those of several fields together."""

    path: str
    title: str
    note: str
    fields: tuple[PolicyField, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    path: str
    label: str
    before: str
    after: str


def flat(document: PolicyDocument) -> dict[str, str]:
    """Every value under its path, as a form shows it."""
    return {path: _shown(value) for path, value, _ in _walk(document)}


def changes(before: PolicyDocument, after: PolicyDocument) -> tuple[Change, ...]:
    old, new = flat(before), flat(after)
    return tuple(
        Change(path, f"{title_of(path)}: {label_of(path)}", old[path], new[path])
        for path in new
        if old[path] != new[path]
    )


def sections(
    typed: Mapping[str, Any], in_force: PolicyDocument, errors: tuple[FieldError, ...] = ()
) -> tuple[PolicySection, ...]:
    """The form with what was typed. An error that names a section stands at its head and marks the fields it names."""
    held = flat(in_force)
    told = {error.field: error.message for error in errors}
    grouped: dict[str, list[PolicyField]] = {}
    for path, stored, info in _walk(in_force):
        home = path.rpartition(".")[0]
        error = told.get(path, "")
        if model := row_model(info):
            rows = form_rows(path, typed.get(path, shown_rows(stored)), model, told)
            field = PolicyField(path, label_of(path), "rows", held[path], (), None, error, rows)
            grouped.setdefault(home, []).append(field)
            continue
        value = typed.get(path, held[path])
        before = held[path] if value != held[path] else None
        field = PolicyField(path, label_of(path), _kind(info), value, _choices(info), before, error)
        grouped.setdefault(home, []).append(field)
    return tuple(_section(home, tuple(fields), told) for home, fields in grouped.items())


def _section(path: str, fields: tuple[PolicyField, ...], told: dict[str, str]) -> PolicySection:
    errors = tuple(told[name] for name in (path,) if name in told)
    return PolicySection(path, label_of(path), _info(path).description or "", fields, errors)


def typed_values(posted: Mapping[str, str], in_force: PolicyDocument) -> dict[str, Any]:
    """What was typed, as `sections` shows it again: text by path, and the rows of a list."""
    typed: dict[str, Any] = {}
    for path, stored, info in _walk(in_force):
        model = row_model(info)
        if model is None:
            typed[path] = posted.get(path, "off")
        else:
            rows = typed_rows(posted, path, model)
            typed[path] = shown_rows(stored) if rows is None else rows
    return typed


def read_document(posted: Mapping[str, str], in_force: PolicyDocument) -> dict[str, Any]:
    """The document that was typed, to be checked by `read_policy`. A field that was not sent keeps what is in force,
    but a flag that was not sent is off."""
    document: dict[str, Any] = {}
    for path, value, info in _walk(in_force):
        if model := row_model(info):
            rows = typed_rows(posted, path, model)
            _put(document, path, [row.model_dump() for row in value] if rows is None else read_rows(rows, model))
            continue
        kind = _kind(info)
        told: Any = posted.get(path, "" if kind == "flag" else _shown(value)).strip()
        if kind == "share":
            told = told.replace(",", ".")  # a decimal comma, as half the world writes it
        _put(document, path, told == "on" if kind == "flag" else told)
    return document


def _put(document: dict[str, Any], path: str, value: Any) -> None:
    *homes, name = path.split(".")
    for home in homes:
        document = document.setdefault(home, {})
    document[name] = value


def _walk(section: BaseModel, path: str = "") -> Iterator[tuple[str, Any, FieldInfo]]:
    for name, info in type(section).model_fields.items():
        value = getattr(section, name)
        here = f"{path}.{name}" if path else name
        if isinstance(value, BaseModel):
            yield from _walk(value, here)
        else:
            yield here, value, info


def _kind(info: FieldInfo) -> str:
    if get_origin(info.annotation) is Literal:
        return "choice"
    return {bool: "flag", float: "share"}.get(info.annotation, "number")  # type: ignore[arg-type]


def _choices(info: FieldInfo) -> tuple[str, ...]:
    return tuple(get_args(info.annotation)) if _kind(info) == "choice" else ()


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return summary(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _info(path: str) -> FieldInfo:
    """The declaration of a setting or a section; an empty one where a submitted document names something else."""
    section: Any = PolicyDocument
    info = FieldInfo()
    for name in path.split("."):
        info = getattr(section, "model_fields", {}).get(name, FieldInfo())
        section = info.annotation
    return info


def label_of(path: str) -> str:
    """The title that the document gives to a setting or a section, else its name in words."""
    if title := _info(path).title:
        return title
    return path.rpartition(".")[2].replace("_", " ").capitalize()


def title_of(path: str) -> str:
    """The title of a setting's section."""
    return label_of(path.rpartition(".")[0])
