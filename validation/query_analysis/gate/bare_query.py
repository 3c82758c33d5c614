"""Queries that name nothing: "get me that one", "the cheapest", "book that".

Only a query made up of closed word classes altogether is called ambiguous; one word outside them counts as content,
and then the gate passes. So it asks too rarely rather than too often (spec 2, section 5.3: over-clarification is worse
than proceeding).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from validation.query_analysis.gate.words import (
    ATTRIBUTES,
    DETERMINERS,
    FUNCTION,
    MONEY,
    NEEDS_OBJECT,
    ORDINALS,
    QUESTION_WORDS,
    RANKING,
    READINGS,
    REFERENCES,
    SAYINGS,
    VERBS,
)

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_CODE = re.compile(r"[{}=;]|\w\(")
_LONGEST = 200
_CLOSED = (REFERENCES, ORDINALS, RANKING, ATTRIBUTES, VERBS, FUNCTION, QUESTION_WORDS)
_BEFORE_A_NOUN = (DETERMINERS, RANKING, ORDINALS)


_CONTRACTED = {"it's": "it", "that's": "that"}


class Lack(StrEnum):
    """In which way a query names nothing."""

    READINGS = "incompatible_readings"
    REFERENCE = "reference_unresolved"
    ENTITY = "core_entity_missing"


@dataclass(frozen=True, slots=True)
class BareQuery:
    """`word` is the word of the query that shows it: the reference, the superlative or the verb."""

    lack: Lack
    word: str
    question: str


def read_bare_query(query: str) -> BareQuery | None:
    """What the query lacks; None when it names something or cannot be told to name nothing."""
    if len(query) > _LONGEST or any(mark in query for mark in '"“”`/\\@') or _CODE.search(query):
        return None
    said = query.lower().replace("’", "'")
    words = _WORD.findall(said)
    if not words or " ".join(words) in SAYINGS or _names_something(words):
        return None
    return _readings(words) or _reference(words) or _entity(words, said)


def _names_something(words: list[str]) -> bool:
    before = ["", *words]
    as_noun = (
        word in VERBS and any(last in group for group in _BEFORE_A_NOUN)
        for last, word in zip(before, words, strict=False)
    )
    ranked = any(word in RANKING for word in words)
    return any(as_noun) or not all(_is_closed(word) or (ranked and word in MONEY) for word in words)


def _is_closed(word: str) -> bool:
    return word.isdecimal() or any(word in group for group in _CLOSED)


def _readings(words: list[str]) -> BareQuery | None:
    """Of an order, which has its object after its verb: "print this", not "why does this print 1"."""
    verb = _leading_verb(words)
    if verb not in READINGS or not _referring(words[words.index(verb) :]):
        return None
    one, other = READINGS[verb]
    return BareQuery(Lack.READINGS, verb, f"By “{verb}”, do you mean {one} or {other}, and what is it about?")


def _reference(words: list[str]) -> BareQuery | None:
    word = _referring(words)
    if word is None:
        return None
    return BareQuery(Lack.REFERENCE, word, f"What does “{word}” refer to? Please name it.")


def _entity(words: list[str], said: str) -> BareQuery | None:
    ranking = next((word for word in words if word in RANKING or word in ATTRIBUTES), None)
    if ranking:
        return BareQuery(Lack.ENTITY, ranking, f"What should “{ranking}” apply to? Please name the product or subject.")
    verb = _leading_verb(words)
    if verb in NEEDS_OBJECT and not set(words) & QUESTION_WORDS:
        return BareQuery(Lack.ENTITY, verb, f"What would you like me to {verb}?")
    if len(words) == 1 and words[0] in QUESTION_WORDS and said.strip().endswith("?"):
        return BareQuery(
            Lack.ENTITY, words[0], f"“{words[0].capitalize()}” about what? Please say what you are asking about."
        )
    if words == ["how", "much"] or words == ["how", "many"]:
        return BareQuery(Lack.ENTITY, " ".join(words), f"“{' '.join(words).capitalize()}” of what?")
    return None


def _referring(words: list[str]) -> str | None:
    plain = [_CONTRACTED.get(word, word) for word in words]
    return next((word for word in plain if word in REFERENCES or word in ORDINALS), None)


def _leading_verb(words: list[str]) -> str:
    return next((word for word in words if word in VERBS and word not in FUNCTION), "")
