"""Whether words make a statement: a clause with a finite verb and a subject before it.

Headings, lines that introduce a list, source entries and courtesies are mostly noun phrases. The few verbs that nearly
every statement of a state of affairs uses (to be, to have, modals, to cost) are listed for the languages of the
product's users; what has none of them is not taken for a statement.
"""

from __future__ import annotations

import re

from validation.evidence.document.lexicon import SIDES
from validation.evidence.document.terms import concept, read_terms
from validation.evidence.grounding.text.stems import words_of

_VERBS = words_of(
    """
    is are was were isn't aren't wasn't weren't has had hasn't haven't can cannot can't could couldn't won't would
    must may will mustn't might should shouldn't does doesn't do don't did didn't costs needs comes includes
    contains means covers lasts weighs takes requires allows offers says ships opens closes starts ends
    fits works applies
    ist sind wird werden wurde wurden hat haben hatte kann können darf dürfen muss müssen soll sollen kostet
    gilt gelten dauert wiegt enthält braucht
    est sont était étaient n'est c'est ont n'a peut peuvent doit doivent coûte coûtent dure
    está están tiene tienen puede pueden debe deben cuesta cuestan
    è può possono deve devono costa costano
    """
)
"""`Costs`, `needs`, `covers` and the like count only behind a subject and before more words: `Shipping costs`."""
_CAPITAL = frozenset(["Is", "Are", "Was", "Were", "Has", "Can", "Cannot", "Does", "Must", "Costs", "Est", "Sont"])
_NOUNS = words_of("costs needs covers works offers ends starts takes")
_SUBORDINATES = words_of(
    """
    that which who whom whose what where when why how if whether because as before after until while than unless to
    was wer wie wo wann warum welche welcher welches ob wenn falls weil dass zu
    que qui où quand comment pourquoi si dont quel quelle quels quelles
    qué quién cuándo dónde cómo cuál che chi dove come quando
    """
)
"""What follows one of these in its clause describes or asks."""
_ADDRESSED = words_of("you we i they one du sie wir ich man vous nous on")
_ALL = words_of("all both each every everything only always never none any alle beide jede jeder jedes nur tous")
_SIDED = frozenset(name for name, _ in SIDES.values())
_TOPICS = words_of("opening closing manual success loss profit under over above below against for")
"""Words of sides that name what follows oftener than they say something: `Opening hours`, `User manual`."""
_COMPLEMENTS = words_of(
    "on in for with without during from to at every all daily only until bei für am im mit ohne auch"
)
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


def takes_side(text: str) -> bool:
    """Whether words without a verb can be wrong: they deny, take a side, name a price, a share or a time, or say all:
    `Batteries included`, `No change of trains`, `All three to Norway`; `Breakfast and parking` cannot."""
    words = {word.lower() for word in _WORD.findall(text)}
    if not words.isdisjoint(_ALL) or _VALUE.search(text):
        return True
    return any(term.denied or term.key in _SIDED for term in read_terms(text) if term.word not in _TOPICS)


def _is_statement(words: list[str]) -> bool:
    first, second, *_ = (*(word.lower() for word in words), "", "")
    if second in _COMPLEMENTS and first not in _TOPICS and concept(first)[0] in _SIDED:
        return True  # `Open on Mondays`, `Safe for children`
    for place, word in enumerate(words):
        bare = word.lower().replace("’", "'")
        if bare in _SUBORDINATES and not (place and bare == "was"):
            return False
        if 0 < place < len(words) - 1 and bare in _VERBS and (word == bare or word in _CAPITAL):
            if bare in _NOUNS and words[place + 1] in ("and", "of", "for", "by"):
                continue
            return place == 1 or words[place - 1].lower() not in _ADDRESSED  # `all you can eat`, `things we have`
    return False
