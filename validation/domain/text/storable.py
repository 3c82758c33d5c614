"""Text that databases can store: without NUL characters and lone surrogates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def check_storable(text: str) -> str:
    """Returns submitted text unchanged. Raises ValueError if it cannot be stored."""
    if "\x00" in text:
        raise ValueError("holds a NUL character; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("holds half of a surrogate pair; send valid Unicode") from None
    return text


def without_surrogates(text: str) -> str:
    """Replaces lone surrogates, which tokenizers reject, by `?`; offsets are unchanged."""
    return text.encode("utf-8", "replace").decode()


def make_storable(text: str) -> str:
    """Escapes such characters in text that was not validated, such as a judge's reply."""
    return text.replace("\x00", "\\u0000").encode("utf-8", "backslashreplace").decode()


def make_document_storable(document: dict[str, Any]) -> dict[str, Any]:
    """Escapes all strings among the values of an object; its keys are ours."""
    return {name: _change(value, make_storable) for name, value in document.items()}


def strip_unstorable(value: Any) -> Any:
    """Any JSON without NUL characters, and with lone surrogates replaced: for what another product hands over, where
    one such character must not cost the text around it."""
    return _change(value, lambda text: without_surrogates(text.replace("\x00", "")))


def _change(value: Any, change: Callable[[str], str]) -> Any:
    """A copy with every string changed. A loop, since whoever sends the value decides how deep it nests."""
    copied: list[Any] = [value]
    unread: list[Any] = [copied]
    while unread:
        holder = unread.pop()
        for place, inner in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(inner, dict | list):
                holder[place] = inner.copy()
                unread.append(holder[place])
            elif isinstance(inner, str):
                holder[place] = change(inner)
    return copied[0]
