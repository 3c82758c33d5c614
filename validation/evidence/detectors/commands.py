"""Commands stand in the evidence as they are written: `pip install tool==2.1.3` where it has `tool==2.3.1` is found,
with what stands there. Of a program that the evidence never runs nothing is said."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import EvidenceItem
from validation.evidence.text.blocks import Block, BlockKind
from validation.evidence.text.lookup import holding
from validation.evidence.text.sentences import Span
from validation.evidence.text.words import shorten
from validation.evidence.words import words_of

_SHELLS = words_of("commands.shells")
_SPAN = re.compile(r"(?<!`)`([\w./~-][^`\n]{1,200})`(?!`)")
_LINE = re.compile(r"^[ \t]*(?:[$>%][ \t]+)?([\w./~-](?:(?![ \t]#)[^\n]){1,200})", re.MULTILINE)
_PROMPT = re.compile(r"^[ \t]*\$[ \t]", re.MULTILINE)
_TOKEN = re.compile(r"[^\s=`\"',;()\[\]]+|=+")
_TO_FILL_IN = re.compile(r"<|\{|\$\w|\.{2}|…|[A-Z][A-Z0-9_]{3,}$|(?:your|my)[-_]|x{3,}$")
_SAME = 0.5
"""More of its tokens than this share follow the same first one in the evidence."""
_MOST, _MOST_PLACES = 40, 200
_QUOTED = 120


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Place(NamedTuple):
    """Where the evidence names a program."""

    item: EvidenceItem
    tokens: Sequence[_Token]
    at: int


def check_commands(response_md: str, blocks: tuple[Block, ...], index: EvidenceIndex) -> Iterator[Finding]:
    """One for each command that the evidence has otherwise, of the first ones."""
    commands = list(islice(_commands(response_md, blocks), _MOST))
    places = _places(index.items, {said[0].text for _, said in commands}) if commands else {}
    for (start, end), said in commands:
        near = _nearest(said, places.get(said[0].text, [])[:_MOST_PLACES])
        if near is not None:
            held = near.tokens[near.at : near.at + len(said)]
            yield FindingCode.VALUE_CONTRADICTED.at(
                start,
                end,
                value=f"`{response_md[start:end].rstrip()}`",
                right=f"`{near.item.text[held[0].start : held[-1].end]}`",
                section=near.item.section_number,
                quote=shorten(near.item.text, _QUOTED),
            )


def _commands(response_md: str, blocks: tuple[Block, ...]) -> Iterator[tuple[Span, list[_Token]]]:
    """Lines of a shell, and what stands in code within a sentence, of two words or more."""
    fences = [block for block in blocks if block.kind is BlockKind.FENCE]
    shells = [block for block in fences if _is_shell(response_md, block)]
    found = [match.span(1) for block in shells for match in _LINE.finditer(response_md, block.start, block.end)]
    found += [match.span(1) for match in _SPAN.finditer(response_md) if holding(fences, match.start()) is None]
    for start, end in sorted(found):
        tokens = _tokens(response_md[start:end])
        if len(tokens) > 1:
            yield (start, end), tokens


def _is_shell(text: str, block: Block) -> bool:
    info = block.info.split(maxsplit=1)[0].lower() if block.info.strip() else ""
    return info in _SHELLS or (not info and _PROMPT.search(text, block.start, block.end) is not None)


def _tokens(text: str) -> list[_Token]:
    found = ((match[0].rstrip(".:"), match.start()) for match in _TOKEN.finditer(text))
    return [_Token(said, start, start + len(said)) for said, start in found if said]


def _places(items: Sequence[EvidenceItem], programs: set[str]) -> dict[str, list[_Place]]:
    found = defaultdict(list)
    for item in items:
        tokens = _tokens(item.text)
        for at, token in enumerate(tokens):
            if token.text in programs:
                found[token.text].append(_Place(item, tokens, at))
    return found


def _nearest(said: Sequence[_Token], places: Sequence[_Place]) -> _Place | None:
    """The place that holds most of a command, if none holds all of it."""
    best, most = None, _SAME
    for place in places:
        held = place.tokens[place.at : place.at + len(said)]
        share = sum(map(_is_same, said, held)) / len(said)
        if share == 1:
            return None
        if share > most:
            best, most = place, share
    return best


def _is_same(one: _Token, other: _Token) -> bool:
    return one.text == other.text or bool(_TO_FILL_IN.match(one.text) or _TO_FILL_IN.match(other.text))
