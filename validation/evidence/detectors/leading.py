"""Which of several things leads whose figures one item of the evidence holds: `Aro (240 km), Bel (330 km)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.text.lookup import grouped

Name = frozenset[str]

_NAME = re.compile(
    r"^(?:\W*(?:(?:and|but|while) )?[Tt]he|(?:[,;:] (?:(?:and|but|while) )?| (?:and|but|while) )?[Aa]n?) "
    r"(?P<plain>[a-z]\w*(?: [a-z]\w+)?)\b"
    r"|(?<![\w.])[A-ZÄÖÜ][\w'’-]*(?: [A-ZÄÖÜ\d][\w'’-]*)*"
)
"""A name, or what a part of the sentence begins with: `the red tent costs`, `, a suite`; no `5 EUR a day`."""
_VERBS = frozenset(("cost", "costs", "weighs", "lasts", "takes", "has", "comes", "goes"))
_IS_BEHIND = re.compile(r"[ ]?\(|[ ](?:for|with|at|by|in|from)[ ]", re.IGNORECASE)
"""`40 EUR with Aro, 32 EUR with Bel`."""
_LOW = re.compile(
    r"(?:cheap|light|low|slow|short|small|cold|dri|young|clos|near|quiet)est|least (?!affordable)[a-z]+|most affordable"
)
_HIGH = re.compile(
    r"(?:dear|heavi|high|fast|quick|long|larg|bigg|tall|deep|wid|warm|hott|wett|old|loud)est|"
    r"most [a-z]+|least affordable"
)
_FEWEST_PRICES = 3
"""Two may be a price and what is added to it."""
_OF_SPEED = re.compile(r"(?:fast|quick|slow)est")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NamedValues:
    """Values of one kind and unit, each with the words that only its thing is named by. One name may lie in others,
    `Basic` in `Basic Plus`: its words are `shared`. Prices of things that have no names have none either."""

    kind: Kind
    unit: str
    values: tuple[tuple[float, Name], ...]
    shared: Name = frozenset()


def named_values(text: str, figures: Sequence[Quantity]) -> Iterator[NamedValues]:
    """Where every figure of a unit has the name of its thing and the things are several, or prices have none: `singles
    for 60 EUR, doubles for 90 EUR and suites for 150 EUR`. The offsets of `figures` are into `text`."""
    measured = [one for one in figures if one.unit and one.candidates]
    if len(measured) < 2:
        return
    for (kind, unit), group in grouped(((one[0].kind, one[0].unit), one) for one in _named(text, measured)).items():
        names = {name for _, name in group}
        times = Counter(word for name in names for word in name)
        own = {name: frozenset(word for word in name if times[word] == 1) for name in names}
        shared = [name for name, words in own.items() if not words]
        if len(names) > 1 and all(names) and len(shared) <= 1:
            values = tuple((one.candidates[0], own[name] or name) for one, name in group)
            yield NamedValues(kind, unit, values, frozenset().union(*shared))
        elif kind is Kind.MONEY and len(names) == 1 and len(group) >= _FEWEST_PRICES:
            yield NamedValues(kind, unit, tuple((one.candidates[0], frozenset()) for one, _ in group))


def is_leading(text: str, place: re.Match[str], word: str, compared: Iterable[NamedValues]) -> bool:
    """Whether the thing that a text calls `word`, a superlative at `place`, has the highest or lowest value."""
    said = grouped(((one.kind, one.unit), one.candidates) for one in find_quantities(text) if one.unit)
    fit = [one for one in compared if not said or (one.kind, one.unit) in said]
    for one in fit:
        leading = _leading(word, one)
        if any(name for _, name in one.values):
            if _subject(text, place, one) in {name for value, name in one.values if value in leading}:
                return True
        elif said and all(leading.intersection(values) for values in said[one.kind, one.unit]):
            return True
    return False


def _named(text: str, figures: Sequence[Quantity]) -> Iterator[tuple[Quantity, Name]]:
    """Each figure with the name behind it where all have one there, or the last one in front of it."""
    ends = [*(one.start for one in figures[1:]), len(text)]
    if all(_IS_BEHIND.match(text, one.end) for one in figures):
        behind = [_names(text[one.end : end]) for one, end in zip(figures, ends, strict=True)]
        if all(behind):
            yield from ((one, names[0]) for one, names in zip(figures, behind, strict=True))
            return
    start, name = 0, frozenset[str]()
    for one in figures:
        name = next(reversed(_names(text[start : one.start])), name)
        yield one, name
        start = one.end


def _names(text: str) -> list[Name]:
    found = (_WORD.findall((match["plain"] or match[0]).lower()) for match in _NAME.finditer(text))
    names = (frozenset(words) - FUNCTION_WORDS - _VERBS for words in found)
    return [name for name in names if name]


def _leading(word: str, compared: NamedValues) -> set[float]:
    """The value at the end that the superlative means, or at either where it tells none: `the best`."""
    values = [value for value, _ in compared.values]
    is_low, is_high = bool(_LOW.fullmatch(word)), bool(_HIGH.fullmatch(word))
    if compared.unit == "s" and _OF_SPEED.fullmatch(word):
        is_low, is_high = is_high, is_low
    return {end for end, is_other in ((min(values), is_high), (max(values), is_low)) if not is_other}


def _subject(text: str, place: re.Match[str], compared: NamedValues) -> Name | None:
    """The thing that is named last in front of the superlative, or first behind it."""
    owners = {word: name for _, name in compared.values for word in name}
    front, behind = _WORD.findall(text[: place.start()].lower()), _WORD.findall(text[place.end() :].lower())
    for words in (front[::-1], behind):
        run = list(takewhile(owners.__contains__, dropwhile(lambda word: word not in owners, words)))
        if run:
            longer = [word for word in run if word not in compared.shared]
            return owners[longer[0] if run[0] in compared.shared and longer else run[0]]
    return None
