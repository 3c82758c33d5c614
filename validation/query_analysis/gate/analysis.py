"""Reads a QueryAnalysis from the output of phase 1: the fields of spec 2, and which are missing or malformed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from validation.domain.text.visible import is_visible

_DEEPEST = 4
_NAME_KEYS = ("name", "title", "text", "label", "value", "resolved", "resolved_to")
"""Fields of an object that hold its name; what stands beside them, such as an id or a type, is none."""
_CONTEXT_KEYS = ("history", "context", "conversation", "previous_turns", "prior_turns")


class Resolution(StrEnum):
    NOT_NEEDED = "not_needed"
    RESOLVED = "resolved"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    """The valid fields; missing or malformed ones are empty or None."""

    resolved_query: str
    user_purpose: str
    data_requirements: dict[str, Any] | list[Any] | None
    mode: str | None
    resolution: Resolution | None
    original_references: tuple[str, ...]
    resolved_to: str
    has_context: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """An invalid field; `value` is None or empty if it is missing."""

    field: str
    value: object
    expected: str

    @property
    def missing(self) -> bool:
        return self.value is None or self.value == ""


def read_analysis(document: dict[str, Any]) -> tuple[QueryAnalysis, tuple[Fault, ...]]:
    reference = document.get("reference_resolution")
    inner = reference if isinstance(reference, dict) else {}
    analysis = QueryAnalysis(
        resolved_query=_text(document.get("resolved_query")),
        user_purpose=_text(document.get("user_purpose")),
        data_requirements=_requirements(document.get("data_requirements")),
        mode=_one_of(document.get("mode"), ("chat", "code")),
        resolution=_resolution(inner.get("status")),
        original_references=_references(inner.get("original_references")),
        resolved_to=", ".join(_names(inner.get("resolved_to"), _DEEPEST)),
        has_context=any(bool(document.get(key)) for key in _CONTEXT_KEYS),
    )
    return analysis, tuple(_faults(document, analysis))


def _faults(document: dict[str, Any], analysis: QueryAnalysis) -> Iterator[Fault]:
    for field in ("resolved_query", "user_purpose"):
        if not getattr(analysis, field):
            yield Fault(field, document.get(field), "non-empty text")
    if analysis.data_requirements is None:
        yield Fault("data_requirements", document.get("data_requirements"), "an object or a list")
    if analysis.mode is None:
        yield Fault("mode", document.get("mode"), "chat or code")
    if not isinstance(document.get("reference_resolution"), dict):
        yield Fault("reference_resolution", document.get("reference_resolution"), "an object with status")
    else:
        yield from _reference_faults(document["reference_resolution"], analysis)


def _reference_faults(reference: dict[str, Any], analysis: QueryAnalysis) -> Iterator[Fault]:
    if analysis.resolution is None:
        yield Fault("reference_resolution.status", reference.get("status"), "not_needed, resolved or failed")
    originals = reference.get("original_references")
    if not (originals is None or (isinstance(originals, list) and all(isinstance(item, str) for item in originals))):
        yield Fault("reference_resolution.original_references", originals, "a list of texts")
    resolved_to = reference.get("resolved_to")
    if not isinstance(resolved_to, (str, list, dict, type(None))):
        yield Fault("reference_resolution.resolved_to", resolved_to, "a text or null")


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) and is_visible(value) else ""


def _names(value: object, depth: int) -> Iterator[str]:
    """The texts in a value, in order: a reference to several things is resolved to a list or an object of names."""
    if isinstance(value, str) and value.strip():
        yield value.strip()
    elif isinstance(value, (list, dict)) and depth:
        if isinstance(value, dict):
            named = [inner for key, inner in value.items() if key.lower() in _NAME_KEYS]
            value = named if any(_names(named, depth)) else list(value.values())
        for inner in value:
            yield from _names(inner, depth - 1)


def _requirements(value: Any) -> dict[str, Any] | list[Any] | None:
    return value if isinstance(value, (dict, list)) else None


def _one_of(value: object, allowed: tuple[str, ...]) -> str | None:
    return value if isinstance(value, str) and value in allowed else None


def _resolution(value: object) -> Resolution | None:
    return Resolution(value) if isinstance(value, str) and value in list(Resolution) else None


def _references(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(item.strip() for item in value if isinstance(item, str) and item.strip())
