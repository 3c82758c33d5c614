"""The evidence of one call, cut into units (sentences, rows, record fields) and indexed by stem once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from validation.evidence.grounding.text.attributes import Attribute, attribute
from validation.evidence.grounding.text.structured import Pair, records
from validation.evidence.grounding.text.words import blank_references, meanings, tokens
from validation.evidence.text.blocks import scan
from validation.evidence.text.lookup import grouped
from validation.evidence.text.sentences import sentence_spans

LONGEST_UNIT = 60
"""Tokens. Text without full stops is cut here, so that one huge unit does not cover everything."""
_PROSE_VALUE = 80
_PREFIX = 5


@dataclass(frozen=True, slots=True)
class Evidence:
    """`units[i]` holds the stems and figures of unit i, `texts[i]` what was written; `postings` leads from a stem to
    the units that hold it. `pairs` are neighbouring stems, `prefixes` the first letters of stems. `text` is all of it
    in lower case, for links."""

    units: tuple[frozenset[str], ...]
    texts: tuple[str, ...]
    postings: dict[str, list[int]]
    pairs: frozenset[tuple[str, str]]
    threes: frozenset[tuple[str, str, str]]
    prefixes: frozenset[str]
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


_Unit = tuple[str, list[str | None]]
"""What is written, and what each token of it means."""


def index(passages: Sequence[str]) -> Evidence:
    """Linear in the total length of the passages."""
    units: list[_Unit] = []
    attributes: list[Attribute] = []
    for passage in map(blank_references, passages):
        held = records(passage)
        attributes += (attribute(pair) for record in held for pair in record.pairs if not _is_prose(pair))
        ends = [0, *(place for record in held for place in (record.start, record.end)), len(passage)]
        prose = (text for at in range(0, len(ends), 2) for text in _sentences(passage[ends[at] : ends[at + 1]]))
        values = (text for record in held for pair in record.pairs for text in _of_pair(pair))
        units += (unit for text in (*prose, *values) for unit in _cut(text))
    return _indexed(units, tuple(attributes), "\n".join(passages).lower())


def _sentences(text: str) -> Iterator[str]:
    for block in scan(text):
        yield from (text[start:end] for start, end in sentence_spans(text, block.start, block.end))


def _is_prose(pair: Pair) -> bool:
    return isinstance(pair.value, str) and len(pair.value) > _PROSE_VALUE


def _of_pair(pair: Pair) -> Iterator[str]:
    if _is_prose(pair):
        text = str(pair.value)
        yield from (text[start:end] for start, end in sentence_spans(text))
    else:
        yield f"{pair.path}: {pair.value}"


def _cut(text: str) -> Iterator[_Unit]:
    said = meanings(text)
    if len(said) <= LONGEST_UNIT:
        if said:
            yield text, said
        return
    begin = [0, *(token.at for token in tokens(text)[LONGEST_UNIT::LONGEST_UNIT]), len(text)]
    for at, (start, end) in enumerate(pairwise(begin)):
        yield text[start:end], said[at * LONGEST_UNIT : (at + 1) * LONGEST_UNIT]


def _indexed(found: list[_Unit], attributes: tuple[Attribute, ...], text: str) -> Evidence:
    units: list[frozenset[str]] = []
    pairs: set[tuple[str, str]] = set()
    threes: set[tuple[str, str, str]] = set()
    for _, said in found:
        stems = [one for one in said if one is not None]
        units.append(frozenset(stems))
        pairs.update(pairwise(stems))
        pairs.update(zip(stems, stems[2:], strict=False))
        threes.update(zip(stems, stems[1:], stems[2:], strict=False))
    postings = grouped((one, number) for number, unit in enumerate(units) for one in unit)
    return Evidence(
        units=tuple(units),
        texts=tuple(text for text, _ in found),
        postings=postings,
        pairs=frozenset(pairs),
        threes=frozenset(threes),
        prefixes=frozenset(one[:_PREFIX] for one in postings if len(one) >= _PREFIX),
        attributes=attributes,
        text=text,
    )
