"""Text that a database can hold."""

from __future__ import annotations


def storable(text: str) -> str:
    """A database cannot hold NUL characters, nor half of a surrogate pair."""
    if "\x00" in text:
        raise ValueError("holds a NUL character; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("holds half of a surrogate pair; send valid Unicode") from None
    return text
