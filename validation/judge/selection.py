"""Ranks passages by relevance: first the evidence of each claim, then those most similar to the response.

Used only if the evidence exceeds the token budget. Every claim gets one passage before any gets a second, so that no
claim is judged unsupported only for lack of space.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from validation.domain.claim import Claim, ClaimState
from validation.domain.context import EVIDENCE_ROLES, LONGEST_REF, ContextDocument, ContextSection
from validation.domain.text.titles import LONGEST_TITLE
from validation.evidence.text.blocks import Block, BlockKind, plain, scan
from validation.evidence.text.hidden import without_hidden

_REF = re.compile(rf" \(source_ref: [^)\n]{{1,{LONGEST_REF}}}\)$")
_UNDERLINED = 7
_WORD = re.compile(r"\w+")
_MOST_CLAIMS = 200
_MOST_WORDS = 400
_NEAREST = 2
LONGEST = 600
"""Most characters of a passage; a longer block is split at white space."""


def ranked(passages: Sequence[Passage], claims: Sequence[Claim], topic: str) -> list[int]:
    """Indices of all passages, the most relevant first. `topic` is query and response in one text."""
    index = _Index(passages)
    factual = [claim for claim in claims if claim.state is not ClaimState.NOT_FACTUAL][:_MOST_CLAIMS]
    wanted = [list(_wanted(claim, passages, index)) for claim in factual]
    turns = (found for turn in zip_longest(*wanted) for found in turn if found is not None)
    rest = index.nearest(topic)
    return list(dict.fromkeys([*turns, *rest, *range(len(passages))]))


def _wanted(claim: Claim, passages: Sequence[Passage], index: _Index) -> Iterator[int]:
    for link in claim.evidence:
        yield from _overlapping(passages, link.start, link.end)
    yield from index.nearest(claim.text)[:_NEAREST]


def _overlapping(passages: Sequence[Passage], start: int, end: int) -> Iterator[int]:
    at = bisect_left(passages, start, key=lambda passage: passage.end - 1)
    while at < len(passages) and passages[at].start < end:
        yield at
        at += 1


class _Index:
    """Passages by word; rare words weigh more, words in over half of the passages nothing."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._holders: dict[str, list[int]] = {}
        self._sections = [passage.section for passage in passages]
        for number, passage in enumerate(passages):
            for word in set(_words(f"{passage.heading} {passage.text}")):
                self._holders.setdefault(word, []).append(number)

    def nearest(self, text: str) -> list[int]:
        """Passages that share a word with the text, most similar first; ties prefer fresh results over remembered."""
        scores: Counter[int] = Counter()
        for word in list(dict.fromkeys(_words(text)))[:_MOST_WORDS]:
            for number, weight in self._weighed(word):
                scores[number] += weight
        return sorted(scores, key=lambda number: (-scores[number], -self._sections[number], number))

    def _weighed(self, word: str) -> Iterable[tuple[int, int]]:
        holders = self._holders.get(word, ())
        if len(self._sections) > 10 and len(holders) * 2 > len(self._sections):
            return ()
        weight = round(1000 * math.log(1 + len(self._sections) / max(1, len(holders))))
        return ((number, weight) for number in holders)


def _words(text: str) -> Iterator[str]:
    return (found[0].lower() for found in _WORD.finditer(text))


@dataclass(frozen=True, slots=True)
class Passage:
    """`start` and `end` are code points into context.md. `heading` is what it stands under, outermost first. `header`
    is the header row if the passage begins in the middle of a table, else empty."""

    section: int
    heading: str
    start: int
    end: int
    text: str
    header: str = ""


def passages_of(document: ContextDocument) -> tuple[Passage, ...]:
    """In order of the document: adjacent blocks under one heading combined up to 600 characters, without hidden
    text."""
    document, _ = without_hidden(document)
    sections = [section for section in document.sections if section.role in EVIDENCE_ROLES]
    return tuple(passage for section in sections for passage in _of_section(document, section))


def _of_section(document: ContextDocument, section: ContextSection) -> Iterator[Passage]:
    body, offset = document.body(section), section.body_start
    for titles, group in _groups(body, scan(body)):
        first = group[0]
        header = " | ".join(first.header) if first.kind is BlockKind.TABLE_ROW else ""
        heading = ", ".join((*titles, first.lead) if first.kind is BlockKind.LIST_ITEM and first.lead else titles)
        for start, end in _cut(body, first.line, max(block.end for block in group)):
            yield Passage(section.evidence_number, heading, offset + start, offset + end, body[start:end], header)


def _groups(body: str, blocks: tuple[Block, ...]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """Adjacent blocks with the headings they stand under, outermost first. A heading with nothing below it is a group
    of its own, so that nothing of the evidence is withheld."""
    above: list[tuple[int, str]] = []
    group: list[Block] = []
    bare: Block | None = None
    for block in blocks:
        if block.kind is not BlockKind.HEADING:
            if group and block.end - group[0].line > LONGEST:
                yield _titles(above), group
                group = []
            group, bare = [*group, block], None
            continue
        if group:
            yield _titles(above), group
        level = _level(body[block.line : block.start])
        if bare is not None and level <= above[-1][0]:
            yield _titles(above[:-1]), [bare]
        above = [
            *(one for one in above if one[0] < level),
            (level, plain(body[block.start : block.end].rstrip("# \t"))),
        ]
        group, bare = [], block
    if group or bare is not None:
        yield (_titles(above), group) if bare is None else (_titles(above[:-1]), [bare])


def _titles(above: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Headings of an embedded document all repeat its reference; the last one's is enough. Outer ones are cut, because
    every passage below repeats them."""
    outer = [_REF.sub("", title)[:LONGEST_TITLE] for _, title in above[:-1]]
    return tuple(title for title in (*outer, *(title for _, title in above[-1:])) if title)


def _level(mark: str) -> int:
    """By the number of `#`; an underlined heading has none and stands below all that do, since items begin with `###`
    and the texts in them are not written by the pipeline."""
    return mark.count("#") or _UNDERLINED


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        blank = max(text.rfind(" ", start, start + LONGEST), text.rfind("\n", start, start + LONGEST))
        middle = blank + 1 if blank > start else start + LONGEST
        yield start, middle
        start = middle
    if text[start:end].strip():
        yield start, end
