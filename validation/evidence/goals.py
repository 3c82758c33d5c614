"""How far a response covers each goal, with no model: the words and figures of the goal in supported claims.

What only one goal asks for weighs more than what all share, and an attribute (`weight`, `price`) more than the name of
the thing it is asked of: a response on a shoe's weight does not cover the goal to find its price.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from validation.domain.attempt import Goal
from validation.domain.claim import Claim, ClaimState
from validation.domain.text.letters import blank_spans
from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.words import words_of

_SUPPORTED, _SAID, _WRONG = 1.0, 0.6, 0.3
"""What a term is worth in a supported claim, in one without support or a heading, and in a contradicted one."""
_ADMITTED = 0.5
"""In a claim that says it was not found."""
_NAME_WEIGHT = 0.5
_NO_FIGURE_CAP = 0.74
"""A goal whose figure is missing is covered in part at best."""
_NO_NAME_CAP = 0.49
"""A goal is missed where nothing is said of the thing that it names, and another goal asks it of another thing."""
_DISCOUNT = 0.25
_PREFIX = 5

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NOT_FOUND = re.compile(
    r"\b(?:not|n['’]t|no) (?:\w{1,12} ){0,2}(?:find|found|available|listed|given|known|information|results?|data)\b",
    re.IGNORECASE,
)
_EMPTY = frozenset(stem(word) for word in words_of("goals.empty"))
_FUNCTION_WORDS = FUNCTION_WORDS | words_of("language.german_function")
_NO_NAMES = frozenset(stem(word) for word in words_of("names.generic"))
_PRICE = frozenset({(Kind.MONEY, "")})
_SLOTS: tuple[tuple[str, frozenset[tuple[Kind, str]]], ...] = (
    ("weight weigh weighs heavy heavier gewicht wiegt schwer", frozenset({(Kind.MEASURE, "g"), (Kind.MEASURE, "oz")})),
    ("price prices cost costs budget preis preise kosten kostet", _PRICE),
    ("capacity volume kapazität volumen fassungsvermögen", frozenset({(Kind.MEASURE, "l")})),
    ("length width height depth länge breite höhe tiefe", frozenset({(Kind.MEASURE, "m"), (Kind.MEASURE, "inch")})),
    ("duration dauer", frozenset({(Kind.MEASURE, "s"), (Kind.MEASURE, "month")})),
    ("date datum", frozenset({(Kind.DATE, "")})),
)
_SLOT_OF = {stem(word): kinds for words, kinds in _SLOTS for word in words.split()}
_SELLERS = frozenset({"shop", "stor", "sell", "seller", "buy", "retailer"})
"""Stems that a claim with a price speaks of without saying the word."""


@dataclass(frozen=True, slots=True)
class _Said:
    """One claim with what stands above it. `stems` are of these and of the quotes that support it; `figures` are the
    kinds of its quantities, a price without its currency; `counts` is whether a bare number is one of them."""

    stems: frozenset[str]
    prefixes: frozenset[str]
    figures: frozenset[tuple[Kind, str]]
    counts: bool
    worth: float

    def holds(self, term: str) -> bool:
        return term in self.stems or (len(term) >= _PREFIX and term[:_PREFIX] in self.prefixes)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Terms with their weights; `slots` the terms that ask for a figure of some kind, `names` those that name the thing
    that it is asked of."""

    terms: dict[str, float]
    slots: dict[str, frozenset[tuple[Kind, str]]]
    names: frozenset[str]

    def is_of_another(self, other: _Wanted) -> bool:
        """Whether both ask much the same of two things: the price of the Aro kettle, that of the Bel kettle."""
        rest = self.terms.keys() - self.names
        return bool(rest and other.names - self.names) and 2 * len(rest & other.terms.keys()) >= len(rest)


def score_goals(goals: Sequence[Goal], spans: Sequence[ClaimSpan], claims: Sequence[Claim]) -> dict[str, float]:
    """A score of 0.0-1.0 a goal id. `spans` and `claims` are the same claims, split and judged, in one order."""
    said = [_said(span, claim) for span, claim in zip(spans, claims, strict=True)]
    spread = Counter(term for goal in goals for term in set(_terms(goal.description)))
    wanted = [_wanted(goal.description, spread) for goal in goals]
    scores = {}
    for goal, one in zip(goals, wanted, strict=True):
        names_other = any(one.is_of_another(other) for other in wanted)
        is_missed = bool(one.names) and names_other and not _is_said(one.names, said)
        score = _score(one, said)
        scores[goal.id] = round(min(score, _NO_NAME_CAP) if is_missed else score, 4)
    return scores


def _is_said(names: Iterable[str], said: Sequence[_Said]) -> bool:
    return any(claim.holds(name) for claim in said for name in names)


def _wanted(description: str, spread: Counter[str]) -> _Wanted:
    terms = _terms(description)
    capitals = [word for word in _WORD.findall(description)[1:] if word[0].isupper() and not word.isupper()]
    names = {stem(word.lower()) for word in capitals} & set(terms)
    weights = {term: (_NAME_WEIGHT / len(names) if term in names else 1.0) / spread[term] ** 2 for term in terms}
    slots = {term: _SLOT_OF[term] for term in terms if term in _SLOT_OF}
    for quantity in find_quantities(description):
        if quantity.kind is Kind.MONEY:
            weights[quantity.text] = 1.0
            slots[quantity.text] = _PRICE
    if names >= set(terms):  # `Find Ticket Price`
        names = set()
    told = names - slots.keys() - _NO_NAMES
    return _Wanted(weights, slots, frozenset(told))


def _terms(description: str) -> tuple[str, ...]:
    """Stems that carry meaning, without figures: those are slots."""
    figures = ((one.start, one.end) for one in find_quantities(description) if one.kind is not Kind.NUMBER)
    words = (match[0].lower() for match in _WORD.finditer(blank_spans(description, figures)))
    stems = (stem(word) for word in words if word not in _FUNCTION_WORDS and not word.isdigit())
    return tuple(dict.fromkeys(one for one in stems if one not in _EMPTY and len(one) > 1))


def _said(span: ClaimSpan, claim: Claim) -> _Said:
    quotes = [link.quote for link in claim.evidence] if claim.state is ClaimState.SUPPORTED else []
    words = _WORD.findall(" ".join((span.context, claim.text, *quotes)))
    stems = frozenset(stem(word.lower()) for word in words)
    found = find_quantities(claim.text)
    figures = frozenset((one.kind, "" if one.kind is Kind.MONEY else one.unit) for one in found)
    counts = any(one.kind is Kind.NUMBER and not one.in_words for one in found)
    prefixes = frozenset(one[:_PREFIX] for one in stems if len(one) >= _PREFIX)
    return _Said(stems, prefixes, figures, counts, _worth(claim))


def _worth(claim: Claim) -> float:
    if claim.state is ClaimState.CONTRADICTED:
        return _WRONG
    if _NOT_FOUND.search(claim.text):
        return _ADMITTED
    return _SUPPORTED if claim.state is ClaimState.SUPPORTED else _SAID


def _score(wanted: _Wanted, said: Sequence[_Said]) -> float:
    if not wanted.terms:
        return max((one.worth for one in said), default=0.0)
    worth = {term: _term(term, wanted, said) for term in wanted.terms}
    total = sum(wanted.terms.values())
    score = sum(worth[term] * weight for term, weight in wanted.terms.items()) / total
    score *= 1 - _DISCOUNT * _unsupported(wanted, said)
    missing = any(worth[slot] < _SUPPORTED for slot in wanted.slots)
    return min(score, _NO_FIGURE_CAP) if missing else score


def _term(term: str, wanted: _Wanted, said: Sequence[_Said]) -> float:
    """The best worth of a claim that holds it; a term that asks for a figure is only spoken of without one."""
    kinds = wanted.slots.get(term)
    best = 0.0
    for one in said:
        if (kinds is not None and kinds & one.figures) or (term in _SELLERS and _PRICE & one.figures):
            best = max(best, one.worth)
        elif one.holds(term):
            best = max(best, min(one.worth, _SAID) if kinds is not None and not one.counts else one.worth)
    return best


def _unsupported(wanted: _Wanted, said: Sequence[_Said]) -> float:
    """The share without support among the claims that hold at least half of the terms; where none has support, the
    worth of the terms says so already."""
    near = [one for one in said if 2 * sum(one.holds(term) for term in wanted.terms) >= len(wanted.terms)]
    weak = sum(one.worth < _SUPPORTED and bool(one.figures) for one in near)
    return weak / len(near) if any(one.worth == _SUPPORTED for one in near) else 0.0
