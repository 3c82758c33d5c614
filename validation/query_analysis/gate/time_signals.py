"""Detects explicitly time-sensitive queries, and analyses that ask for live data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from validation.domain.text.letters import compose_accents
from validation.query_analysis.gate.words import TABLES, phrases

_QUOTED = re.compile(r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|„[^“”\n]{0,300}[“”]|«[^»\n]{0,300}»|`[^`\n]{0,300}`")
_COMPOSING = re.compile(
    r"\s{0,20}(?:please |bitte )?(?:write|compose|translate|rewrite|proofread|summari[sz]e|übersetze?|schreibe?"
    r"|verfasse|formuliere|traduis|traduisez|écris|écrivez|rédige|traduce|escribe|redacta|traduci|scrivi|traduza|escreva|vertaal"
    r"|schrijf|przetłumacz|napisz|přelož|napiš|översätt|skriv|переведи|напиши|翻译|翻訳)\b",
    re.I,
)
_ABOUT_WORDS = re.compile(
    r"\bhow (?:do|would|can|should) (?:you|i|we|one) (?:say|spell|pronounce)\b|\bwhat does .{1,40} mean\b"
    r"|\bmeaning of\b|\bwas (?:bedeutet|heißt|heisst)\b|\bwie sagt man\b|\bque (?:veut dire|signifie)\b"
    r"|\bcomment dit-on\b|\bqu[eé] significa\b|\bc[oó]mo se dice\b|\b(?:cosa|che) (?:significa|vuol dire)\b"
    r"|\bcome si dice\b|\bcomo se diz\b|\bwat betekent\b|\bhoe zeg je\b|\bco (?:to )?znaczy\b"
    r"|\bчто (?:значит|означает)\b",
    re.I,
)
_LIVE_NAME = re.compile(r"(?:^|[^a-z])(?:live|current|fresh|real[^a-z]?time)")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=\w)-(?=\w)|_")
_LIVE = r"(?:live|current|fresh|real ?time)"
_DENIED = (
    r"(?:no|none|false|off|null|never|n/a|0|disabled|unneeded|unnecessary|no need"
    r"|(?:not|none) (?:needed|required|necessary|applicable))"
)
_NO_VALUE = re.compile(
    r"(?!(?:0\s?[.,:–—-]|no\.)\s?\d)"
    rf"(?:{_DENIED}(?:\s?[.,;:!(–—-].*)?|(?:no need|none needed|not (?:needed|required|necessary)) .*|no {_LIVE}\b.*)?",
    re.S,
)
"""A text that denies a need, with or without a reason; "no older than an hour" and "0.5 hours" do not."""
_NOT_LIVE = re.compile(
    rf"(?:^|\s)(?<!with )(?:no|not)(?: need (?:for|of))? (?:any )?{_LIVE}\b"
    rf"|^without (?:any )?{_LIVE}(?: \w{{1,20}})?[.!]?$"
    rf"|{_LIVE}(?: \w{{1,20}}){{0,2}}(?:\s?[:=]| is| are)? ?\b{_DENIED}[.!]?$"
)
_NEEDED = ("needed", "required", "necessary", "enabled")
"""Keys of an object that say whether what it describes is needed."""
_LONGEST = 20_000
_DEEPEST = 4


def time_word(text: str) -> str | None:
    """The first time-sensitive words of the text, in any of many languages. None for a text to write or translate, and
    for a question about a word."""
    plain = compose_accents(text[:_LONGEST]).replace("’", "'")
    if is_about_wording(plain):
        return None
    plain = _LOOKALIKE.sub(" ", _QUOTED.sub(" ", plain))
    found = _NOW.search(plain) or _near_day(plain)
    return found[0].strip() if found else None


def without_title(text: str, name: str) -> str:
    """`text` without the time-sensitive words that belong to a title in `name`: "USA Today", not "Today's weather"."""
    word = time_word(name)
    if word is None or not word[0].isupper():
        return text
    following = name.split()[1:2]
    begins = name.startswith(word) and following and not following[0][0].isupper()
    return text if begins else text.replace("’", "'").replace(word, " ")


def is_about_wording(text: str) -> bool:
    """Whether it orders a text to write or translate, or asks about a word."""
    text = text[:_LONGEST]
    return bool(_COMPOSING.match(text) or _ABOUT_WORDS.search(text))


def _near_day(text: str) -> re.Match[str] | None:
    """A weekday together with a topic that changes daily: "rain on Saturday". With a year it is history."""
    found = None if _YEAR.search(text) else _NEAR_DAY.search(_HABITUAL.sub(" ", text))
    return found if found and _LIVE_TOPIC.search(text) else None


def asks_for_live_data(requirements: dict[str, Any] | list[Any]) -> bool:
    """True if a set flag or a listed need has live, current, fresh or realtime in its name."""
    return any(_names_live(name) for name in _wanted(requirements, _DEEPEST))


def _pattern(spaced: str, unspaced: str = "", *more: str) -> re.Pattern[str]:
    words = "|".join(re.escape(phrase).replace(r"\*", r"\w{0,4}").replace(r"\ ", r"\s") for phrase in phrases(spaced))
    return re.compile("|".join([rf"\b(?:{words})\b", *map(re.escape, phrases(unspaced)), *more]), re.I)


_TIME: dict[str, str] = TABLES["time"]
# Within a German sentence "Morgen" means the morning and "morgen" means tomorrow.
_MORGEN = r"(?-i:\bmorgen\b)|\A\s*morgen\b"
_SOMETHING_NOW = r"\b(?:prices?|weather|temperature|score|rates?|traffic|time)(?: \w{1,20}){0,4} now\b"
_NOW = _pattern(_TIME["spaced"], _TIME["unspaced"], _MORGEN, _SOMETHING_NOW)
_LOOKALIKE = _pattern(_TIME["lookalikes"], _TIME["lookalikes_unspaced"])
_NEAR_DAY = _pattern(_TIME["near_days"])
_LIVE_TOPIC = _pattern(_TIME["live_topics"])
_HABITUAL = _pattern(_TIME["habitual"])
_YEAR = re.compile(r"\b1[0-9]{3}\b|\b20[01][0-9]\b")


def _wanted(value: Any, depth: int) -> Iterator[str]:
    if depth == 0:
        return
    if isinstance(value, dict):
        for key, requirement in value.items():
            if _is_set(requirement):
                yield str(key)
                yield from _wanted(requirement, depth - 1)
    elif isinstance(value, list):
        for item in value:
            if _is_set(item):
                yield from _wanted(item, depth - 1)
    elif isinstance(value, str):
        yield value


def _is_set(value: Any) -> bool:
    if isinstance(value, dict):
        flags = [stated for key, stated in value.items() if _plain(str(key)).removeprefix("is ") in _NEEDED]
        return any(map(_is_set_flag, flags or value.values()))
    return _is_set_flag(value)


def _is_set_flag(value: Any) -> bool:
    return not _NO_VALUE.fullmatch(_plain(value)) if isinstance(value, str) else bool(value)


def _names_live(name: str) -> bool:
    plain = _plain(name)
    return bool(_LIVE_NAME.search(plain)) and not _NOT_LIVE.search(plain)


def _plain(name: str) -> str:
    """The words of a name or text: `live data` for liveData, live_data and Live-Data."""
    return _JOINED.sub(" ", name[:200]).strip().lower()
