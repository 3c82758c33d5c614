"""Things that a query calls by name: `Brant Ridge 2`, `iPhone 15`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from validation.domain.claim import Requirement
from validation.evidence.language.lexicon import concept
from validation.evidence.language.names import keys_of, leading_name
from validation.evidence.language.stems import is_german
from validation.evidence.quantities.units import UNITS
from validation.evidence.requirements.draft import Draft
from validation.evidence.words import words_of

_NAME = re.compile(
    r"(?<![\w'’])(?:[A-ZÄÖÜ][\w'’-]{1,30}|[a-z]{1,3}[A-Z][\w-]{1,30})"
    r"(?:[ ](?:[A-ZÄÖÜ][\w'’-]{0,30}|\d{1,4}[A-Za-z]{0,3})(?![\w.,]*\d)){0,4}"
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_BEHIND_PLACE = re.compile(r"\b(?:in|near|at|from|around|to|on|for)[ \t]$", re.IGNORECASE)
_SEPARATORS = re.compile(r"[/._-]")
_COMPARES = re.compile(r"\b(?:compare|comparison|difference between|versus|vs\.?)(?!\w)", re.IGNORECASE)
_NO_NAMES = words_of("subject.no_names")
_SHOUTED = 0.6
"""Above this share of capitalised words a query is in title case, and capitals say nothing."""

_MOST = 8
"""Names that are looked for; each walks the whole response."""


def name_spoken(name: str, draft: Draft, *, compared: bool = False) -> Requirement:
    """That the response speaks of it; `start` is set only where the response itself says the name. A thing that is
    `compared` must be said, even if the evidence is about nothing else."""
    pattern = _pattern(name)
    if place := draft.find(pattern):
        return Requirement(name, "entity", True, "The response speaks of it.", *place)
    if pattern.search(draft.linked_text) or _means(name, draft.spoken):
        return Requirement(name, "entity", True, "The response speaks of it in other words.")
    if any(pattern.search(_SEPARATORS.sub(" ", item.url)) for item in draft.items if item.url):
        return Requirement(name, "entity", True, "The address of the evidence names it.")
    is_known = any(pattern.search(f"{item.heading} {item.text}") for item in draft.items)
    others = [leading_name(item.text, 0, len(item.text), listed=True) for item in draft.items]
    alone = not any(others) and not (compared and is_known)
    if alone or (is_known and not compared and not _has_rival(pattern, others, draft.spoken.lower())):
        return Requirement(name, "entity", True, "The evidence is about nothing else.")
    reason = "The response does not speak of it." + ("" if is_known else " Nor does the evidence.")
    return Requirement(name, "entity", False, reason, evidence_missing=not is_known)


def _means(name: str, said: str) -> bool:
    """`RAM` is spoken of where memory is; of a name that is no common word only the name itself is."""
    key, _ = concept(name.lower())
    return name.isupper() and key != name.lower() and key in keys_of(said)


def _has_rival(pattern: re.Pattern[str], others: Iterable[str], spoken: str) -> bool:
    """Whether the response names something else of the evidence: an answer about the only thing it can be about need
    not repeat its name."""
    return any(other and not pattern.search(other) and other.lower() in spoken for other in others)


def _pattern(name: str) -> re.Pattern[str]:
    """Any telling word of the name; where it ends in a number, the word before with that number or with none."""
    *words, last = name.split()
    if words and last[0].isdigit():
        body = rf"\b{re.escape(words[-1])}\b(?:[ -]?{re.escape(last)}\b|(?![ -]?\d))"
        return re.compile(body, re.IGNORECASE)
    telling = [word for word in (*words, last) if len(word) > 2] or [last]
    return re.compile(r"\b(?:" + "|".join(map(re.escape, telling)) + r")", re.IGNORECASE)


def names_in(text: str) -> tuple[str, ...]:
    """The names a query is about; places are scope, and a capital at the start of a sentence is no name by itself."""
    words = _WORD.findall(text)
    if len(words) > 3 and sum(word[0].isupper() for word in words) / len(words) > _SHOUTED:
        return ()
    german = is_german(words)
    found: dict[str, str] = {}
    for match in _NAME.finditer(text):
        name = _trimmed(match[0])
        begins = match.start() + match[0].find(name) if name else 0
        if german and " " in name and _begins_sentence(text, begins):
            name = name.split(" ", 1)[1]  # `Welche Bilder`, `Dürfen Hunde`: a verb or question word
        if german and (_is_noun(name) or name.isdigit()):
            continue
        if name and not _opens(text, begins, name) and not _BEHIND_PLACE.search(text[:begins][-8:]):
            found.setdefault(name.lower(), name)
    return tuple(found.values())[:_MOST]


def compares(text: str) -> bool:
    return bool(_COMPARES.search(text))


def _trimmed(said: str) -> str:
    words = said.split()
    while words and words[0].lower() in _NO_NAMES:
        words.pop(0)
    while words and words[-1].lower() in _NO_NAMES:
        words.pop()
    while words and words[0].lower() in UNITS:
        words.pop(0)  # `16 GB RAM`
    if all(word.isdigit() for word in words):
        return ""  # what is left of `Feb 2014`
    return " ".join(words).removesuffix("'s").removesuffix("’s")


def _is_noun(name: str) -> bool:
    """One plain word: every German noun has a capital, and only several words, digits or further capitals make a
    name."""
    return " " not in name and name[1:].islower()


def _opens(text: str, start: int, name: str) -> bool:
    """Whether one plain capitalised word opens a sentence."""
    return _is_noun(name) and _begins_sentence(text, start)


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?:\n\"'¿¡" or "\n" in text[len(before) : start]
