"""Whether words make a statement: a clause with a finite verb and a subject before it.

Headings, lines that introduce a list and courtesies are mostly noun phrases. The few verbs that nearly
every statement of a state of affairs uses (to be, to have, modals, to cost) are listed for the languages of the
product's users; what has none of them is not taken for a statement.
"""

from __future__ import annotations

import re

from validation.evidence.language.lexicon import SIDED, concept
from validation.evidence.language.terms import read_terms
from validation.evidence.words import words_of

_VERBS = words_of("stating.verbs")
_CAPITAL = frozenset(["Is", "Are", "Was", "Were", "Has", "Can", "Cannot", "Does", "Must", "Costs", "Est", "Sont"])
_SUBORDINATES = words_of("stating.subordinates")
_ADDRESSED = words_of("stating.addressed")
_ALL = words_of("stating.all")
_TOPICS = words_of("stating.topics")
_COMPLEMENTS = words_of("stating.complements")
_VALUE = re.compile(r"\d[ ]?(?:[€$£%]|EUR\b|USD\b|GBP\b|CHF\b)|[€$£][ ]?\d|\d:\d\d")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CLAUSE = re.compile(r"[,;:.!?…|()\[\]\n“”\"]|(?:^|\s)[-–—](?=\s)")


def states(text: str) -> bool:
    """Whether a clause of `text` says something of something. `text` is without markdown."""
    return any(_is_statement(_WORD.findall(clause)) for clause in _CLAUSE.split(text))


def asks(text: str) -> bool:
    """Whether `text` begins as a question or an instruction does: `What you get`, `How to clean it`, `If it rains`."""
    first = _WORD.search(text)
    return first is not None and first[0].lower() in _SUBORDINATES


def can_be_wrong(text: str) -> bool:
    """Whether words without a verb can be wrong: they deny, take a side, name a price, a share or a time, or say all:
    `Batteries included`, `No change of trains`, `All three to Norway`; `Breakfast and parking` cannot."""
    words = {word.lower() for word in _WORD.findall(text)}
    if not words.isdisjoint(_ALL) or _VALUE.search(text):
        return True
    return any(term.denied or term.key in SIDED for term in read_terms(text) if term.word not in _TOPICS)


def _is_statement(words: list[str]) -> bool:
    first, second, *_ = (*(word.lower() for word in words), "", "")
    if second in _COMPLEMENTS and first not in _TOPICS and concept(first)[0] in SIDED:
        return True  # `Open on Mondays`, `Safe for children`
    for place, word in enumerate(words):
        bare = word.lower().replace("’", "'")
        if bare in _SUBORDINATES and not (place and bare == "was"):
            return False
        if 0 < place < len(words) - 1 and bare in _VERBS and (word == bare or word in _CAPITAL):
            return place == 1 or words[place - 1].lower() not in _ADDRESSED  # `all you can eat`, `things we have`
    return False
