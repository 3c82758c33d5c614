"""Which of several things leads whose figures one item of the evidence holds: `Aro (240 km), Bel (330 km)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.text.lookup import grouped

Name = frozenset[str]

_NAME = re.compile(
    r"^\W*(?:(?:and|but|while) )?[Tt]he (?P<plain>[a-z]\w*(?: [a-z]\w+)?)\b"
    r"|(?<![\w.])[A-ZÄÖÜ][\w'’-]*(?: [A-ZÄÖÜ\d][\w'’-]*)*"
)
"""A name, or what a part of the sentence begins with: `the red tent costs`."""
_IS_BEHIND = re.compile(r"[ ]?\(|[ ](?:for|with|at|by|in|from)[ ]", re.IGNORECASE)
"""`40 EUR with Aro, 32 EUR with Bel`."""
_LOW = re.compile(
    r"(?:cheap|light|low|slow|short|small|cold|dri|young|clos|near|quiet)est|least (?!affordable)[a-z]+|most affordable"
)
_HIGH = re.compile(
    r"(?:dear|heavi|high|fast|quick|long|larg|bigg|tall|deep|wid|warm|hott|wett|old|loud)est|"
    r"most [a-z]+|least affordable"
)
_OF_SPEED = re.compile(r"(?:fast|quick|slow)est")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NamedValues:
    """Values of one kind and unit, each with the words that only its thing is named by."""

    kind: Kind
    unit: str
    values: tuple[tuple[float, Name], ...]


def named_values(text: str, figures: Sequence[Quantity]) -> Iterator[NamedValues]:
    """Where every figure of a unit has the name of its thing and the things are several. The offsets of `figures` are
    into `text`."""
    measured = [one for one in figures if one.unit and one.candidates]
    if len(measured) < 2:
        return
    for (kind, unit), group in grouped(((one[0].kind, one[0].unit), one) for one in _named(text, measured)).items():
        names = {name for _, name in group}
        times = Counter(word for name in names for word in name)
        own = tuple((one.candidates[0], frozenset(word for word in name if times[word] == 1)) for one, name in group)
        if len(names) > 1 and all(name for _, name in own):
            yield NamedValues(kind, unit, own)


def is_leading(text: str, place: re.Match[str], word: str, compared: Iterable[NamedValues]) -> bool:
    """Whether the thing that a text calls `word`, a superlative at `place`, has the highest or lowest value."""
    said = {(one.kind, one.unit) for one in find_quantities(text) if one.unit}
    fit = [one for one in compared if not said or (one.kind, one.unit) in said]
    return any(_subject(text, place, one) in _leaders(word, one) for one in fit)


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
    names = (frozenset(words) - FUNCTION_WORDS for words in found)
    return [name for name in names if name]


def _leaders(word: str, compared: NamedValues) -> set[Name]:
    """Those at the end that the superlative means, or at either where it tells none: `the best`."""
    values = [value for value, _ in compared.values]
    is_low, is_high = bool(_LOW.fullmatch(word)), bool(_HIGH.fullmatch(word))
    if compared.unit == "s" and _OF_SPEED.fullmatch(word):
        is_low, is_high = is_high, is_low
    ends = {end for end, is_other in ((min(values), is_high), (max(values), is_low)) if not is_other}
    return {name for value, name in compared.values if value in ends}


def _subject(text: str, place: re.Match[str], compared: NamedValues) -> Name | None:
    """The thing that is named last in front of the superlative, or first behind it."""
    owners = {word: name for _, name in compared.values for word in name}
    front = [word for word in _WORD.findall(text[: place.start()].lower()) if word in owners]
    behind = [word for word in _WORD.findall(text[place.end() :].lower()) if word in owners]
    nearest = front[-1:] or behind[:1]
    return owners[nearest[0]] if nearest else None
