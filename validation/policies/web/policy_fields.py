"""The policy document as a flat mapping of paths to texts, for forms and for comparing two documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from validation.domain.policy import PolicyDocument
from validation.policies.web.policy_rows import kind_of, read_rows, row_model, shown, shown_rows, summary, typed_rows

_HOUR, _DAY = 60, 24 * 60


@dataclass(frozen=True, slots=True)
class Change:
    path: str
    label: str
    before: str
    after: str


def flat(document: PolicyDocument) -> dict[str, str]:
    """Every value by path, as a form shows it; a list of rows as a summary."""
    return {path: summary(value) if row_model(info) else shown(value) for path, value, info in walk(document)}


def changes(before: PolicyDocument, after: PolicyDocument) -> tuple[Change, ...]:
    old, new = flat(before), flat(after)
    return tuple(
        Change(path, f"{title_of(path)}: {label_of(path)}", old[path], new[path])
        for path in new
        if old[path] != new[path]
    )


def values_by_section(document: PolicyDocument) -> dict[str, list[tuple[str, str]]]:
    """Label and value of every setting, under the title of its section."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path, value in flat(document).items():
        found.setdefault(title_of(path), []).append((label_of(path), _readable(path, value)))
    return found


def _readable(path: str, value: str) -> str:
    """The value; from two hours on, minutes are also given in hours or days: `4320 (3 d)`."""
    minutes = int(value) if path.endswith("_minutes") else 0
    if minutes < 2 * _HOUR:
        return value
    return f"{value} ({minutes / _DAY:.3g} d)" if minutes > _DAY else f"{value} ({minutes / _HOUR:.3g} h)"


def read_document(posted: Mapping[str, str], in_force: PolicyDocument) -> dict[str, Any]:
    """The submitted document, to be validated by `read_policy`. A missing field keeps its current value; a missing flag
    is off."""
    document: dict[str, Any] = {}
    for path, value, info in walk(in_force):
        if model := row_model(info):
            rows = typed_rows(posted, path, model)
            _put(document, path, [row.model_dump() for row in value] if rows is None else read_rows(rows, model))
            continue
        kind, _ = kind_of(info)
        typed: Any = posted.get(path, "" if kind == "flag" else shown(value)).strip()
        if kind == "share":
            typed = typed.replace(",", ".")  # accept a decimal comma
        _put(document, path, typed == "on" if kind == "flag" else typed)
    return document


def left_alone(posted: Mapping[str, str], older: PolicyDocument, in_force: PolicyDocument) -> dict[str, str]:
    """What was submitted, with each setting that it left as in `older` as it is in force."""
    brought = dict(posted)
    for (path, old, info), (_, new, _) in zip(walk(older), walk(in_force), strict=True):
        if model := row_model(info):
            if typed_rows(posted, path, model) == shown_rows(old):
                brought = {name: value for name, value in brought.items() if not name.startswith(f"{path}.")}
        elif posted.get(path, "off") == shown(old):  # a flag that is off is not submitted
            brought[path] = shown(new)
    return brought


def _put(document: dict[str, Any], path: str, value: Any) -> None:
    *homes, name = path.split(".")
    for home in homes:
        document = document.setdefault(home, {})
    document[name] = value


def walk(section: BaseModel, path: str = "") -> Iterator[tuple[str, Any, FieldInfo]]:
    for name, info in type(section).model_fields.items():
        value = getattr(section, name)
        here = f"{path}.{name}" if path else name
        if isinstance(value, BaseModel):
            yield from walk(value, here)
        else:
            yield here, value, info


def declaration_of(path: str) -> FieldInfo:
    """The declaration of a setting or section; an empty one for an unknown path."""
    section: Any = PolicyDocument
    info = FieldInfo()
    for name in path.split("."):
        info = getattr(section, "model_fields", {}).get(name, FieldInfo())
        section = info.annotation
    return info


def label_of(path: str) -> str:
    """The title of a setting or section, else its name in words."""
    if title := declaration_of(path).title:
        return title
    return path.rpartition(".")[2].replace("_", " ").capitalize()


def title_of(path: str) -> str:
    """The title of a setting's section."""
    return label_of(path.rpartition(".")[0])


def fields_named(message: str, paths: Iterable[str]) -> list[str]:
    """Those of `paths` that a message about their section mentions."""
    words = set(re.findall(r"\w+", message.lower()))
    names = {path: path.rpartition(".")[2] for path in paths}
    return [path for path, name in names.items() if words & {name, name.removesuffix("_minutes")}]


def with_labels(message: str, paths: Iterable[str]) -> str:
    """A validation message with the names of settings replaced by their labels."""
    labels = {path.rpartition(".")[2]: f"“{label_of(path)}”" for path in paths}
    return re.sub(r"\w+", lambda found: labels.get(found[0].lower(), found[0]), message)
