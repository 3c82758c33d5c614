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

_TITLES = {
    "response": ("Response gate", "Confidence bands, goal scores and loop limits."),
    "query_analysis": ("Query analysis", "How often phase 1 may run again."),
    "orchestration": ("Orchestration", "Limits of a delegation."),
    "retrieval": ("Retrieval", "When a chunk is relevant and an answer present."),
    "belief": ("Beliefs", "Evidence, age and decay."),
    "belief.weights": ("Belief weights", "Shares of the four signals; they sum to 1."),
    "interventions": ("Review desk", "Due times by priority, what happens then, leases and undo."),
    "audit": ("Audits", "Shares of decisions that people answer blind, so that errors are measured."),
}
_LABELS = {
    "response.approve": "APPROVE from",
    "response.revise": "REVISE from",
    "response.retry": "RETRY from",
    "response.goal_pass": "Goal passes from",
    "response.goal_partial": "Goal is partial from",
    "response.revise_limit": "REVISE a turn, at most",
    "response.retry_limit": "RETRY a turn, at most",
    "response.total_limit": "Both together, at most",
    "interventions.on_expiry": "When the time is over",
    "interventions.undo_seconds": "Time to undo, in seconds",
    "interventions.rules": "Rules that open an item",
    "belief.decay_rate": "Decay a year",
    "audit.approve": "Share of APPROVE",
    "audit.revise": "Share of REVISE",
    "audit.retry": "Share of RETRY",
    "audit.rates": "Other shares, the first that fits decides",
    "audit.due_days": "Answer within, in days",
    "audit.second_opinion": "Audits with two opinions",
    "audit.second_ruling": "Rulings on a FAIL with a second opinion",
    "audit.gold": "Gold items per question",
}
_UNITS = {"minutes": "in minutes", "days": "in days"}


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
    title, note = _TITLES.get(path, (path.replace("_", " ").replace(".", ", ").capitalize(), ""))
    return PolicySection(path, title, note, fields, tuple(told[name] for name in (path,) if name in told))


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


def label_of(path: str) -> str:
    if path in _LABELS:
        return _LABELS[path]
    words = path.rpartition(".")[2].split("_")
    unit = _UNITS.get(words[-1])
    told = " ".join(words[:-1] if unit else words).capitalize()
    return f"{told}, {unit}" if unit else told


def title_of(path: str) -> str:
    home = path.rpartition(".")[0]
    return _TITLES.get(home, (home.replace("_", " ").capitalize(), ""))[0]
