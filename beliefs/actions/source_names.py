"""Names of sources that the address of a page can carry."""

from __future__ import annotations

import unicodedata

from beliefs.domain.corpus import Kind
from validation.domain.errors import FieldError, InputRejected

MAX_NAME = 500
_WITH_SLASHES = (Kind.PATH, Kind.TAG, Kind.SPEC)
_INVISIBLE = ("Cc", "Cs", "Zl", "Zp")


def check_source_name(kind: str, name: str) -> None:
    """Raises InputRejected `source_name_invalid`. Browsers and proxies shorten empty, `.` and `..` parts of an address
    and read a backslash as a slash, so that the page of such a source could not be reached."""
    message = _fault(kind, name)
    if message:
        raise InputRejected(
            "source_name_invalid", f"The name cannot be stored. {message}", (FieldError("id", message),)
        )


def _fault(kind: str, name: str) -> str:
    if len(name) > MAX_NAME or any(unicodedata.category(one) in _INVISIBLE for one in name):
        return f"Use at most {MAX_NAME} printable characters."
    if name != name.strip() or any(part in ("", ".", "..") for part in name.split("/")):
        return "Leave out spaces at its ends, and parts that are empty, '.' or '..'."
    if "\\" in name:
        return "Write '/' for '\\'."
    if "/" in name and kind not in _WITH_SLASHES:
        return f"A {kind} has no '/' in its name; use its last part." if kind in tuple(Kind) else ""
    return ""
