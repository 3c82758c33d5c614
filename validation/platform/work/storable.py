"""Texts that nobody checked at the door, such as a judge's words, as a database can hold them."""

from __future__ import annotations

from typing import Any


def storable(text: str) -> str:
    """NUL characters and halves of surrogate pairs become their escapes."""
    return text.replace("\x00", "\\u0000").encode("utf-8", "backslashreplace").decode()


def storable_document(document: dict[str, Any]) -> dict[str, Any]:
    """The same for every text among the values of an object of ours; its keys are our own words."""
    return {name: _value(value) for name, value in document.items()}


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return storable_document(value)
    if isinstance(value, list):
        return [_value(item) for item in value]
    return storable(value) if isinstance(value, str) else value
