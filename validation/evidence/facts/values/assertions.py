"""Whether the evidence states a value at all: what it denies, doubts, asks or still has to check, and what it gives
under a condition, of another thing or of another charge, carries no plain claim."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.sentences import sentence_at

_REFUSED = re.compile(
    r"\b(?:it is|it['’]s|that is) (?:false|untrue|wrong|not true|a myth)\b|\bden(?:y|ies|ied)\b[^.;\n]{0,40}\bthat\b|"
    r"\bclaim(?:s|ed)?\b[^;\n]{0,99}\b(?:is|are|was|were) (?:wrong|false|untrue|not true)\b",
    re.IGNORECASE,
)
_DOUBTED = re.compile(
    r"\b(?:rumou?rs?|allegedly|reportedly|supposedly|unconfirmed|hearsay|might|may (?:cost|be|have|take|last|weigh))\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:rumou?rs?|allegedly|reportedly|supposedly|unconfirmed|might|may|could|can|possibly|perhaps|up to|"
    r"expected)\b",
    re.IGNORECASE,
)
_UNCHECKED = re.compile(
    r"\b(?:todo|fixme|tbc|tbd|check whether|find out whether|to be (?:checked|confirmed|verified))\b", re.IGNORECASE
)
_IF = re.compile(r"\b(?:if|unless|provided|only (?:with|for|if|when|in|on)|with an? [a-z]+ card)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided|only|with|for|when|where|once|as long as|depend\w*|from|over|at least)\b", re.IGNORECASE
)
_UNTIL = re.compile(
    r"\b(?:until|till|before)[ ](?:19|20)\d\d\b|\bfrom[ ](?:19|20)\d\d\b[^.;\n]{0,60}\bwill\b", re.IGNORECASE
)
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:was|were|had|used to|will|former\w*|previous\w*|until|before)\b", re.IGNORECASE
)
_VALUES = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT)
_VERB = re.compile(
    r"\b(?:is|are|was|were|costs?|weighs?|has|have|had|takes?|lasts?|gives?|holds?|needs?|uses?|gets?)\b", re.IGNORECASE
)
_NAMED_BEFORE = re.compile(r"(?P<name>[A-ZÄÖÜ][\w'’-]+(?:[ ][A-ZÄÖÜ\d][\w'’-]*){0,3})(?:[ ][a-z]+)?[ ]\($")
_REACH = 160
_MOST = 24
"""Equal figures that are looked at."""


def is_unasserted(text: str, claim: Statement, figure: Quantity, index: FactIndex) -> bool:
    """Whether every place that has the figure leaves open what the claim states. `text` is the masked response."""
    said, held = text[claim.start : claim.end], equal_facts(figure, index)
    return bool(held) and all(_is_open(said, claim, fact, index.text) for fact in held)


def equal_facts(figure: Quantity, index: FactIndex) -> list[Fact]:
    return list(islice((fact for fact in index.facts(figure) if same(figure, fact.figure)), _MOST))


def _is_open(said: str, claim: Statement, fact: Fact, text: str) -> bool:
    sentence = _sentence_of(text, fact.figure)
    if _UNCHECKED.search(sentence) and not _UNCHECKED.search(said):
        return True
    if fact.statement.is_field:
        return False
    pairs = [(_REFUSED, _REFUSED), (_DOUBTED, _HEDGED), (_UNTIL, _DATED)]
    pairs += [(_IF, _CONDITION)] if fact.figure.kind is Kind.MONEY else []
    if any(there.search(sentence) and not here.search(said) for there, here in pairs):
        return True
    if sentence.rstrip().endswith("?") and "?" not in said:
        return True
    return fact.figure.kind in _VALUES and _is_of_other(claim, fact, text)


def _sentence_of(text: str, figure: Quantity) -> str:
    """The sentence around a figure, without what follows a semicolon behind it."""
    near = max(0, figure.start - _REACH), min(len(text), figure.end + _REACH)
    start, end = sentence_at(text, figure.start, *near)
    behind = text.find("; ", figure.end, end)
    return text[start : end if behind < 0 else behind]


def _is_of_other(claim: Statement, fact: Fact, text: str) -> bool:
    """Whether the figure's own clause has another thing for its subject, and the clause beside it the one of the
    claim."""
    own = fact.statement.segment_at(fact.figure.start)
    names = {term.key for term in claim.terms if term.is_name}
    here = [term for term in fact.statement.terms if term.is_name and term.segment == own]
    beside = {term.key for term in fact.statement.terms if term.is_name and term.segment != own}
    if not names or not beside & names or any(term.key in names for term in here):
        return False
    before = [term.end for term in here if term.end <= fact.figure.start]
    return bool(before) and _VERB.search(text, before[-1], fact.figure.start) is not None


def is_of_unnamed(
    figure: Quantity,
    equal: list[tuple[float, Fact]],
    facts: list[Fact],
    about: dict[str, float],
    said: frozenset[str],
) -> bool:
    """Whether a value is that of things nobody names, and the same is told of what has no name or a named one: of
    `ring size` under `Mum` and under `Aunt Rosa`."""
    if any(not fact.statement.keys or fact.statement.keys & said for _, fact in equal):
        return False
    rivals = (fact for fact in facts if not (fact.statement.keys and fact.statement.keys.isdisjoint(said)))
    shared = {key for _, fact in equal for key in about if key in fact.about} - FRAME
    return bool(shared) and any(shared <= fact.about.keys() and not same(figure, fact.figure) for fact in rivals)


def is_of_another(fact: Fact, said: frozenset[str], text: str) -> bool:
    """Whether a figure in brackets stands behind a name that nobody says: `the Dunmore stone (55.2 kg)`."""
    start = fact.figure.start
    match = _NAMED_BEFORE.search(text, max(fact.statement.start, start - 60), start)
    if match is None or keys_of(match["name"]) & said:
        return False
    figures = fact.statement.figures
    place = bisect_left(figures, start, key=lambda one: one.start)
    return not any(one.end > match.start("name") for one in figures[max(0, place - 2) : place])
