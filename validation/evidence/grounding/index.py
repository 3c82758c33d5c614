"""The evidence of one call, cut into units (sentences, rows, record fields) and indexed by stem once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from validation.evidence.blocks import scan
from validation.evidence.grounding.attributes import Attribute, attribute
from validation.evidence.grounding.structured import Pair, records
from validation.evidence.grounding.words import Form, forms
from validation.evidence.sentences import sentence_spans

LONGEST_UNIT = 60
"""Tokens. Text without full stops is cut here, so that one huge unit does not cover everything."""
_PROSE_VALUE = 80
_PREFIX = 5
_SOURCE_REF = re.compile(r"\(?\bsource_ref:[ \t]?[^\s()|,\"']{1,200}\)?")


@dataclass(frozen=True, slots=True)
class Evidence:
    """`units[i]` holds the stems and figures of unit i, `plain[i]` its lower-case words, `owner[i]` the passage it is
    from; `postings` leads from a stem to the units that hold it. `pairs` are neighbouring stems, `prefixes` the first
    letters of stems. `text` is all of it in lower case, for quotations and links."""

    units: tuple[frozenset[str], ...]
    plain: tuple[frozenset[str], ...]
    owner: tuple[int, ...]
    postings: dict[str, list[int]]
    pairs: frozenset[tuple[str, str]]
    threes: frozenset[tuple[str, str, str]]
    prefixes: frozenset[str]
    words: frozenset[str]
    attributes: tuple[Attribute, ...]
    text: str

    @property
    def structured(self) -> bool:
        return bool(self.attributes)

    def holds(self, stem: str) -> bool:
        return stem in self.postings

    def near(self, first: int, width: int) -> frozenset[str]:
        """Stems of the window of `width` units from `first` on."""
        return frozenset().union(*self.units[first : first + width])

    def near_words(self, first: int, width: int) -> frozenset[str]:
        return frozenset().union(*self.plain[first : first + width])


def index(passages: Sequence[str]) -> Evidence:
    """Linear in the total length of the passages."""
    owner: list[int] = []
    found: list[list[Form]] = []
    attributes: list[Attribute] = []
    for number, passage in enumerate(map(_unreferenced, passages)):
        held = records(passage)
        attributes += (attribute(pair) for record in held for pair in record.pairs if not _is_prose(pair))
        for text in _units(passage, held_spans=[(record.start, record.end) for record in held]):
            _cut(forms(text), number, found, owner)
        for record in held:
            for pair in record.pairs:
                for text in _of_pair(pair):
                    _cut(forms(text), number, found, owner)
    return _indexed(found, owner, tuple(attributes), "\n".join(passages).lower())


def _unreferenced(passage: str) -> str:
    """Without its source references: they name a place and state nothing."""
    return _SOURCE_REF.sub(" ", passage)


def _units(passage: str, held_spans: list[tuple[int, int]]) -> Iterator[str]:
    at = 0
    for start, end in (*held_spans, (len(passage), len(passage))):
        yield from _prose(passage[at:start])
        at = end


def _prose(text: str) -> Iterator[str]:
    for block in scan(text):
        for start, end in sentence_spans(text, block.start, block.end):
            yield text[start:end]


def _is_prose(pair: Pair) -> bool:
    return isinstance(pair.value, str) and len(pair.value) > _PROSE_VALUE


def _of_pair(pair: Pair) -> Iterator[str]:
    if _is_prose(pair):
        text = str(pair.value)
        yield from (text[start:end] for start, end in sentence_spans(text))
    else:
        yield f"{pair.path}: {pair.value}"


def _cut(unit: list[Form], number: int, found: list[list[Form]], owner: list[int]) -> None:
    for at in range(0, len(unit), LONGEST_UNIT):
        found.append(unit[at : at + LONGEST_UNIT])
        owner.append(number)


def _indexed(found: list[list[Form]], owner: list[int], attributes: tuple[Attribute, ...], text: str) -> Evidence:
    units: list[frozenset[str]] = []
    pairs: set[tuple[str, str]] = set()
    threes: set[tuple[str, str, str]] = set()
    postings: dict[str, list[int]] = {}
    for number, unit in enumerate(found):
        stems = [one.stem for one in unit if one.stem is not None]
        units.append(frozenset(stems))
        pairs.update(pairwise(stems))
        pairs.update(zip(stems, stems[2:], strict=False))
        threes.update(zip(stems, stems[1:], stems[2:], strict=False))
        for one in units[-1]:
            postings.setdefault(one, []).append(number)
    plain = tuple(frozenset(one.norm for one in unit) for unit in found)
    return Evidence(
        units=tuple(units),
        plain=plain,
        owner=tuple(owner),
        postings=postings,
        pairs=frozenset(pairs),
        threes=frozenset(threes),
        prefixes=frozenset(one[:_PREFIX] for one in postings if len(one) >= _PREFIX),
        words=frozenset().union(*plain),
        attributes=attributes,
        text=text,
    )
