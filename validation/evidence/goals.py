"""How far a response covers each goal, with no model: the words and figures of the goal in supported claims.

What only one goal asks for weighs more than what all share, and an attribute (`weight`, `price`) more than the name of
the thing it is asked of: a response on a shoe's weight does not cover the goal to find its price.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from validation.domain.attempt import Goal
from validation.domain.claim import Claim, ClaimState
from validation.domain.text.letters import blank_spans
from validation.evidence.language.stems import FUNCTION_WORDS, is_german, stem
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
"""A goal is missed where nothing is said of the thing that it names, and another such thing is spoken of."""
_DISCOUNT = 0.25
_PREFIX = 5

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_BESIDE = re.compile(
    r"\b(?:in|at|from|for|near|bei|aus|für|im|am)(?: (?:the|an?|my|our|der|die|das|dem|den))?((?: [A-ZÄÖÜ][\w'’]*)+)"
)
"""`A hotel in Berlin`: where it is, or whom it is for, goes without saying."""
_OF_KIND = re.compile(r"\b(?:[Tt]he|[Dd](?:es|er|em|en|ie|as))((?: [A-ZÄÖÜ]\w*)+) ([^\W\d_A-ZÄÖÜ]\w+)")
"""`The Bel kettle`: a name and the kind of thing."""
_NAME = r"[A-ZÄÖÜ][\w'’-]{0,30}(?: [A-ZÄÖÜ][\w'’-]{0,30}){0,3}"
_OWNED = re.compile(
    rf"(?P<front>\b(?:the|an?|some|any|best|top|good|most|\w{{2,20}}est) (?:[^\W\d_]{{1,30}} ){{0,2}})?"
    rf"\b(?P<what>[^\W\d_]{{1,30}}) (?:(?P<of>of|for)|in|at)(?: the)? (?P<name>{_NAME})"
)
"""`The weather in Berlin`, `the phone number of Anna Berg`: what is asked, and of which place or person."""
_OPEN = re.compile(r"\b(?:an?|some|any|best|top|good|most|\w{2,20}est)\b")
_OWNER = re.compile(rf"(?:(?<=\w )|(?={_NAME} [A-ZÄÖÜ]))(?P<name>{_NAME})['’]s(?P<what>(?: [a-zäöü]{{1,30}}){{1,3}})")
"""`Anna Berg's phone number`; one word at the beginning may be no name: `Today's weather`."""
_MARKUP = str.maketrans("", "", "[]*_")
_ALIKE = 3
"""Letters with which two spellings of one name begin."""
_NOT_FOUND = re.compile(
    r"\b(?:not|n['’]t|no) (?:\w{1,12} ){0,2}(?:find|found|available|listed|given|known|information|results?|data)\b",
    re.IGNORECASE,
)
_EMPTY = frozenset(stem(word) for word in words_of("goals.empty"))
_FUNCTION_WORDS = FUNCTION_WORDS | words_of("language.german_function")
_NO_NAMES = words_of("names.generic")
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
    """One claim with what stands above it. `stems` are of these and of the `quotes` that support it, `spoken` of these
    alone; `figures` are the kinds of its quantities, a price without its currency; `counts` is whether a bare number is
    one of them."""

    stems: frozenset[str]
    spoken: frozenset[str]
    quotes: tuple[frozenset[str], ...]
    prefixes: frozenset[str]
    figures: frozenset[tuple[Kind, str]]
    counts: bool
    worth: float

    def holds(self, term: str) -> bool:
        return term in self.stems or (len(term) >= _PREFIX and term[:_PREFIX] in self.prefixes)

    def is_of(self, name: frozenset[str], other: frozenset[str]) -> bool:
        """Whether it tells of the one and not only of the other. Of several quotes one may be of another thing."""
        if _has_one(name, self.spoken):
            return True
        is_of_other = _has_one(other, self.spoken)
        return any(_has_one(name, quote) and (not is_of_other or _has_one(other, quote)) for quote in self.quotes)


@dataclass(frozen=True, slots=True)
class _Owner:
    """`Berlin` of the weather in Berlin. `is_open` where one of several may be named otherwise: `a hotel in Berlin`."""

    what: str
    is_place: bool
    name: tuple[str, ...]
    is_open: bool = False

    def is_replaced_by(self, other: _Owner) -> bool:
        """Whether the same is told of another; an abbreviation or a longer form may be of the same one."""
        if self.is_open or (self.what, self.is_place) != (other.what, other.is_place):
            return False
        begins = {_beginning(word) for word in self.name}
        return not any(word.isupper() or _beginning(word) in begins for word in other.name)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Terms with their weights; `slots` the terms that ask for a figure of some kind, `names` those that name the thing
    that it is asked of, `kinds` those of its kind, `owners` the places and persons that it is asked of."""

    terms: dict[str, float]
    slots: dict[str, frozenset[tuple[Kind, str]]]
    names: frozenset[str]
    kinds: frozenset[str]
    owners: frozenset[_Owner]

    def is_of_another(self, other: _Wanted) -> bool:
        """Whether both ask much the same of two things: the price of the Aro kettle, that of the Bel kettle."""
        rest = self.terms.keys() - self.names
        return bool(rest and other.names - self.names) and 2 * len(rest & other.terms.keys()) >= len(rest)


def score_goals(goals: Sequence[Goal], spans: Sequence[ClaimSpan], claims: Sequence[Claim]) -> dict[str, float]:
    """A score of 0.0-1.0 a goal id. `spans` and `claims` are the same claims, split and judged, in one order."""
    said = [_said(span, claim) for span, claim in zip(spans, claims, strict=True)]
    spread = Counter(term for goal in goals for term in set(_terms(goal.description)))
    wanted = [_wanted(goal.description, spread) for goal in goals]
    named = {kind for span in spans for _, kind in _of_kind(span.text)}
    owners = {owner for span in spans for owner in _owners(span.text)}
    scores = {}
    for goal, one in zip(goals, wanted, strict=True):
        score, is_said = _score(one, said), _is_said(one.names, said)
        names_other = any(one.is_of_another(other) for other in wanted) or bool(one.kinds & named)
        is_missed = bool(one.names) and not is_said and names_other
        is_missed = is_missed or any(_is_replaced(owner, owners, goal.description, said) for owner in one.owners)
        scores[goal.id] = round(min(score, _NO_NAME_CAP) if is_missed else score, 4)
    return scores


def _is_said(names: Iterable[str], said: Sequence[_Said]) -> bool:
    return any(claim.holds(name) for claim in said for name in names)


def _is_replaced(owner: _Owner, owners: Iterable[_Owner], description: str, said: Sequence[_Said]) -> bool:
    """Whether the response tells of another place or person what is asked of this one, and nothing of this one."""
    others = [other for other in owners if not any(word in description for word in other.name)]
    names = [_stems(other.name) for other in others if owner.is_replaced_by(other)]
    return any(not any(one.is_of(_stems(owner.name), name) for one in said) for name in names)


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
    beside = [word for match in _BESIDE.finditer(description) for word in _WORD.findall(match[1])]
    plain = {stem(word.lower()) for word in (*capitals, *beside) if word in beside or word.lower() in _NO_NAMES}
    is_title = names >= set(terms)  # `Find Ticket Price`
    told = frozenset() if is_title else frozenset(names - plain - slots.keys())
    kinds = frozenset(kind for name, kind in _of_kind(description) if told & name)
    return _Wanted(weights, slots, told, kinds, frozenset(_owners(description)))


def _of_kind(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The names of things with what they are: `the Bel kettle`."""
    for match in _OF_KIND.finditer(text):
        yield frozenset(stem(word.lower()) for word in match[1].split()), stem(match[2])


def _owners(text: str) -> Iterator[_Owner]:
    """None of German, where any noun has a capital."""
    text = text.translate(_MARKUP)
    if is_german(_WORD.findall(text)):
        return
    for match in _OWNED.finditer(text):
        if name := _name(match["name"]):
            is_place, front = not match["of"], match["front"] or ""
            is_any = is_place and match["what"].endswith("s") and not front
            yield _Owner(stem(match["what"].lower()), is_place, name, is_open=is_any or bool(_OPEN.search(front)))
    for match in _OWNER.finditer(text):
        if name := _name(match["name"]):
            yield from (_Owner(stem(word), is_place=False, name=name) for word in match["what"].split())


def _name(written: str) -> tuple[str, ...]:
    words = written.split()
    is_generic = any(word.lower() in _NO_NAMES or stem(word.lower()) in _EMPTY for word in words)
    return () if is_generic else tuple(words)


def _has_one(names: Iterable[str], stems: frozenset[str]) -> bool:
    begins = tuple(name[:_PREFIX] for name in names if len(name) >= _PREFIX)
    return any(name in stems for name in names) or any(one.startswith(begins) for one in stems)


def _beginning(word: str) -> str:
    """`mun` of `München` and `Muenchen` too."""
    letters = "".join(filter(str.isalpha, normalize("NFKD", word.lower())))
    return letters.replace("ue", "u").replace("oe", "o").replace("ae", "a")[:_ALIKE]


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word.lower()) for word in words)


def _terms(description: str) -> tuple[str, ...]:
    """Stems that carry meaning, without figures: those are slots."""
    figures = ((one.start, one.end) for one in find_quantities(description) if one.kind is not Kind.NUMBER)
    words = (match[0].lower() for match in _WORD.finditer(blank_spans(description, figures)))
    stems = (stem(word) for word in words if word not in _FUNCTION_WORDS and not word.isdigit())
    return tuple(dict.fromkeys(one for one in stems if one not in _EMPTY and len(one) > 1))


def _said(span: ClaimSpan, claim: Claim) -> _Said:
    spoken = _stems(_WORD.findall(f"{span.context} {claim.text}"))
    links = claim.evidence if claim.state is ClaimState.SUPPORTED else ()
    quotes = tuple(_stems(_WORD.findall(link.quote)) for link in links)
    stems = spoken.union(*quotes)
    found = find_quantities(claim.text)
    figures = frozenset((one.kind, "" if one.kind is Kind.MONEY else one.unit) for one in found)
    counts = any(one.kind is Kind.NUMBER and not one.in_words for one in found)
    prefixes = frozenset(one[:_PREFIX] for one in stems if len(one) >= _PREFIX)
    return _Said(stems, spoken, quotes, prefixes, figures, counts, _worth(claim))


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
