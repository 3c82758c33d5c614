"""Whether a query is explicitly time-sensitive, and whether the analysis asks for live data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_NOW = re.compile(
    r"\b(?:right now|today(?:'s)?|tonight|tomorrow|at the moment|currently|as of now|up[- ]to[- ]date"
    r"|breaking news|in stock|this (?:morning|afternoon|evening|week|weekend)|latest|real[- ]time"
    r"|live (?:scores?|prices?|results?|updates?|traffic|standings|coverage)"
    r"|current (?:prices?|weather|temperature|time|score|standings|status|rates?|exchange rate|stock price|news|events"
    r"|population|availability|version|value|traffic))\b",
    re.I,
)
_QUOTED = re.compile(r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|`[^`\n]{0,300}`")
_COMPOSING = re.compile(r"\s{0,20}(?:please )?(?:write|compose|translate|rewrite|proofread|summari[sz]e)\b", re.I)
_LIVE_NAME = re.compile(r"(?:^|[^a-z])(?:live|current|fresh|real[^a-z]?time)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SAYING_NO = frozenset({"", "no", "none", "false", "not needed", "not_needed", "0"})
_LONGEST = 20_000
_DEEPEST = 4


def time_word(text: str) -> str | None:
    """The words that say so, as they stand in the text; None for a text to be written or translated."""
    told = text[:_LONGEST].replace("’", "'")
    if _COMPOSING.match(told):
        return None
    found = _NOW.search(_QUOTED.sub(" ", told))
    return found[0] if found else None


def asks_for_live_data(requirements: dict[str, Any] | list[Any]) -> bool:
    """A true flag, or a listed need, whose name holds live, current, fresh or realtime."""
    return any(_names_live(name) for name in _wanted(requirements, _DEEPEST))


def _wanted(value: Any, depth: int) -> Iterator[str]:
    if depth == 0:
        return
    if isinstance(value, dict):
        for key, told in value.items():
            if _says_yes(told):
                yield str(key)
                yield from _wanted(told, depth - 1)
    elif isinstance(value, list):
        for item in value:
            yield from _wanted(item, depth - 1)
    elif isinstance(value, str):
        yield value


def _says_yes(told: Any) -> bool:
    return told.strip().lower() not in _SAYING_NO if isinstance(told, str) else bool(told)


def _names_live(name: str) -> bool:
    return bool(_LIVE_NAME.search(_CAMEL.sub("_", name[:200]).lower()))
