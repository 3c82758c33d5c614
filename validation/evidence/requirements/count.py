"""`top 3`, `two options`, `a list of five`: the response lists as many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from validation.domain.claim import Requirement
from validation.evidence.requirements.draft import Draft
from validation.evidence.requirements.parsed_query import ParsedQuery
from validation.evidence.text.blocks import Block, BlockKind

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_N = r"(?P<n>[2-9]|[1-4]\d|" + "|".join(_NUMBERS) + r")(?![\w.,]*\d)"
_THINGS = (
    r"(?:options|alternatives|examples|suggestions|recommendations|ideas|items|products|choices|models|offers|"
    r"candidates|picks|reasons|ways|tips|facts|shops|stores|restaurants|hotels|books|articles|sources|results)"
)
_COUNTS = (
    re.compile(rf"\b(?P<only>top)[ -]{_N}\b(?![ -]?(?:percent|%))", re.IGNORECASE),
    re.compile(rf"\ba list of (?:exactly |the )?{_N}\b", re.IGNORECASE),
    re.compile(
        r"(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bof )\b(?:(?P<only>exactly|only|just)[ \t]{1,2})?"
        rf"{_N}[ \t]{{1,2}}(?:(?:good|great|best|different|other|cheap|possible|short|main|key|"
        rf"more)[ \t]{{1,2}})?{_THINGS}\b",
        re.IGNORECASE,
    ),
)
_SOURCES = re.compile(r"\b(?:sources?|references?|links|citations)\b", re.IGNORECASE)
_LEAD = re.compile(r"\*\*[^*\n]{1,80}\*\*|\d{1,2}[.)][ \t]|(?:option|alternative|choice|pick)[ \t]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Count:
    text: str
    number: int
    exact: bool


@dataclass(frozen=True, slots=True)
class _Group:
    """Blocks of one list or table, or headings of one kind."""

    start: int
    end: int
    size: int


def count(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Unmet only where the response has a list, table or numbered headings that can be counted."""
    wanted = next((found for text in asked.texts if (found := count_in(text))), None)
    if wanted is None:
        return
    groups = _groups(draft)
    if not groups:
        yield Requirement(wanted.text, "count", True, "The response has no list that could be counted.")
        return
    largest = max(groups, key=lambda group: group.size)
    sizes = {group.size for group in groups} | {sum(group.size for group in groups)}
    met = wanted.number in sizes or (largest.size > wanted.number and not wanted.exact)
    reason = f"The response lists {wanted.number if wanted.number in sizes else largest.size}."
    evidence_missing = not met and largest.size < wanted.number and len(draft.items) < wanted.number
    yield Requirement(wanted.text, "count", met, reason, largest.start, largest.end, evidence_missing)


def count_in(text: str) -> Count | None:
    for pattern in _COUNTS:
        if match := pattern.search(text):
            number = _NUMBERS.get(match["n"].lower()) or int(match["n"])
            return Count(match[0], number, bool(match.groupdict().get("only")))
    return None


def _groups(draft: Draft) -> list[_Group]:
    blocks = [block for block in draft.blocks if not _SOURCES.search(f"{block.heading} {block.lead}")]
    groups = []
    for kind, run in groupby(blocks, key=lambda block: block.kind):
        members = list(run)
        if kind is BlockKind.TABLE_ROW:
            groups.append(_group(members))
        elif kind is BlockKind.LIST_ITEM:
            groups.append(_group(_outermost(draft.text, members)))
    for kinds in ((BlockKind.HEADING,), (BlockKind.PARAGRAPH,)):
        led = [b for b in draft.blocks if b.kind in kinds and _LEAD.match(draft.text, _begin(draft.text, b))]
        if len(led) > 1:
            groups.append(_group(led))
    return groups


def _begin(text: str, block: Block) -> int:
    """Behind the marks of a heading."""
    part = text[block.start : block.end]
    return block.start + len(part) - len(part.lstrip("# \t"))


def _outermost(text: str, members: list[Block]) -> list[Block]:
    depths = [len(line := text[block.line : block.start]) - len(line.lstrip()) for block in members]
    return [block for block, depth in zip(members, depths, strict=True) if depth <= min(depths) + 1]


def _group(members: list[Block]) -> _Group:
    return _Group(members[0].start, members[-1].end, len(members))
