"""Text that a database can hold: without NUL characters and halves of surrogate pairs."""

from __future__ import annotations

from typing import Any


def check_storable(text: str) -> str:
    """For text that somebody hands in. Raises ValueError."""
    if "\x00" in text:
        raise ValueError("holds a NUL character; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("holds half of a surrogate pair; send valid Unicode") from None
    return text


def without_surrogates(text: str) -> str:
    """With `?` for halves of surrogate pairs, which are a str in Python but no text to a tokenizer; places stay."""
    return text.encode("utf-8", "replace").decode()


def make_storable(text: str) -> str:
    """For text that nobody checked at the door, such as a judge's words: their escapes stand for such characters."""
    return text.replace("\x00", "\\u0000").encode("utf-8", "backslashreplace").decode()


def make_document_storable(document: dict[str, Any]) -> dict[str, Any]:
    """The same for every text among the values of an object of ours; its keys are our own words."""
    return {name: _value(value) for name, value in document.items()}


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return make_document_storable(value)
    if isinstance(value, list):
        return [_value(item) for item in value]
    return make_storable(value) if isinstance(value, str) else value
