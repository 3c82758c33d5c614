"""Detects queries that name nothing: "get me that one", "the cheapest", "book that".

A query counts as ambiguous only if all its words are of closed classes; any other word counts as content, and the gate
passes. So it asks too rarely rather than too often, since over-clarification is worse than proceeding (spec 2, section
5.3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.query_analysis.gate.foreign_bare import LANGUAGES
from validation.query_analysis.gate.result import RuleCode
from validation.query_analysis.gate.words import (
    AFTER_ONE,
    ATTRIBUTES,
    DETERMINERS,
    EXPLETIVE,
    FUNCTION,
    MEASURED,
    MODIFIERS,
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
_ONE = ("one", "ones")
_POINTING_AT_ONE = frozenset(("the", "that", "this", "those", "these", "other", "another"))
_BEFORE_SUBJECT = frozenset(
    ("no", "yes", "yeah", "hmm", "well", "ok", "okay", "actually", "thanks", "hey", "but", "so")
)
_ADVERB = r"(?:really|still|also|actually|already|even|too|very) "
_SUBJECT = r"(?:it|they|he|she)"
_AUXILIARY = r"(?:is|was|are|were|does|do|did|will|would|can|could|has|have|had|should|isn't|aren't|doesn't|don't)"
_EMBEDDED = re.compile(
    rf"(?:how(?: \S+)?|what(?: \S+)?|when|where|why) {_SUBJECT} (?:is|are|was|were|does|did|costs?|comes?|means|works?)"
)
_TO = r"(?: (?:in|with|of|for|at|to|from|on|like))?"
_HAVING = frozenset(("have", "has", "need", "support", "include", "come", "fit", "available"))
_ABOUT_SUBJECT = re.compile(
    rf"(?:(?:what|which)(?: (?P<measured>\S+))? |(?:how(?: \S+)?|when|where|why) )?"
    rf"{_AUXILIARY} {_SUBJECT} (?:{_ADVERB})?(?P<said>\S+(?: \S+){{0,3}}?){_TO}"
)
"""A complete question about "it", "they", "he" or "she" that does not say who or what that is."""


_READINGS, _REFERENCE = RuleCode.INCOMPATIBLE_READINGS, RuleCode.REFERENCE_UNRESOLVED
_ENTITY = RuleCode.CORE_ENTITY_MISSING


@dataclass(frozen=True, slots=True)
class BareQuery:
    """`lack` is the kind of gap, `word` the word that shows it (reference, superlative or verb), `question` asks the
    user for it."""

    lack: RuleCode
    word: str
    question: str


def read_bare_query(query: str) -> BareQuery | None:
    """What the query lacks; None if it names something, or if that is uncertain."""
    if len(query) > _LONGEST or any(mark in query for mark in '"“”`/\\@') or _CODE.search(query):
        return None
    written = query.replace("’", "'")
    lowered = written.lower()
    every = [word.lower() for word in _WORD.findall(written)]
    if not every or " ".join(every) in SAYINGS:
        return None
    words = _without_modifiers(every, _WORD.findall(written))
    if _names_something(words):
        return _subject(every, words) or _foreign(every)
    return _readings(words) or _reference(words) or _entity(words, lowered)


def _without_modifiers(words: list[str], written: list[str]) -> list[str]:
    """Shortens "the small black one" to "the one"; a capital, as in "Xbox One", is part of a name."""
    kept: list[str] = []
    for word, as_written in zip(words, written, strict=True):
        if word in _ONE and not as_written[0].isupper():
            before = list(kept)
            while before and before[-1] in MODIFIERS:
                before.pop()
            if before and before[-1] in _POINTING_AT_ONE:
                kept = before + [modifier for modifier in kept[len(before) :] if _is_closed(modifier)]
        kept.append(word)
    return kept if kept[0] not in _BEFORE_SUBJECT or len(kept) == 1 else kept[1:]


def _subject(every: list[str], words: list[str]) -> BareQuery | None:
    """A query that is about "that one" or "it" without saying what that is, whatever else it says."""
    for place, word in enumerate(words[1:], 1):
        before = words[place - 1]
        if word in _ONE and before in _POINTING_AT_ONE and all(map(_is_closed, words[: place - 1])):
            rest = words[place + 1 :]
            if not rest or rest[0] in AFTER_ONE or (rest[0] == "in" and all(each in MODIFIERS for each in rest[1:])):
                return _asked_about(f"{before} {word}")
            return None
    return _about_pronoun(every, words)


def _about_pronoun(every: list[str], words: list[str]) -> BareQuery | None:
    asking = next((place for place, word in enumerate(words) if word in QUESTION_WORDS), 0)
    if all(map(_is_closed, words[:asking])) and _EMBEDDED.fullmatch(" ".join(words[asking:])):
        return None if set(every) & EXPLETIVE else _asked_about(words[-2])
    match = _ABOUT_SUBJECT.fullmatch(" ".join(words if words[0] not in ("and", "or") else words[1:]))
    if match is None or match["measured"] in MEASURED or set(every) & EXPLETIVE:
        return None
    pronoun = next(word for word in words if word in ("it", "they", "he", "she"))
    return _asked_about(pronoun) if len(match["said"].split()) == 1 or match["said"].split()[0] in _HAVING else None


def _foreign(words: list[str]) -> BareQuery | None:
    for language in LANGUAGES:
        if (word := language.lack(words)) is not None:
            lack = _ENTITY if language.ranks(word) else _REFERENCE
            return BareQuery(lack, word, language.question.format(word))
    return None


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
    """A verb with two meanings, in an order, where the reference follows the verb: "print this", but not "why does this
    print 1"."""
    verb = _leading_verb(words)
    if verb not in READINGS or not _referring(words[words.index(verb) :]):
        return None
    one, other = READINGS[verb]
    return BareQuery(_READINGS, verb, f"By “{verb}”, do you mean {one} or {other}, and what is it about?")


def _reference(words: list[str]) -> BareQuery | None:
    word = _referring(words)
    return None if word is None else _asked_about(word)


def _asked_about(word: str) -> BareQuery:
    return BareQuery(_REFERENCE, word, f"What does “{word}” refer to? Please name it.")


def _entity(words: list[str], lowered: str) -> BareQuery | None:
    ranking = next((word for word in words if word in RANKING or word in ATTRIBUTES), None)
    if ranking:
        return BareQuery(
            _ENTITY,
            ranking,
            f"What should “{ranking}” apply to? Please name the product or subject.",
        )
    verb = _leading_verb(words)
    if verb in NEEDS_OBJECT and not set(words) & QUESTION_WORDS:
        return BareQuery(_ENTITY, verb, f"What would you like me to {verb}?")
    if len(words) == 1 and words[0] in QUESTION_WORDS and lowered.strip().endswith("?"):
        return BareQuery(
            _ENTITY,
            words[0],
            f"“{words[0].capitalize()}” about what? Please say what you are asking about.",
        )
    if words == ["how", "much"] or words == ["how", "many"]:
        return BareQuery(_ENTITY, " ".join(words), f"“{' '.join(words).capitalize()}” of what?")
    return None


def _referring(words: list[str]) -> str | None:
    plain = [_CONTRACTED.get(word, word) for word in words]
    return next((word for word in plain if word in REFERENCES or word in ORDINALS), None)


def _leading_verb(words: list[str]) -> str:
    return next((word for word in words if word in VERBS and word not in FUNCTION), "")
