"""`top 3`, `two options`, `a list of five`: the response lists as many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from validation.domain.claim import Requirement
from validation.evidence.requirements.draft import Draft
from validation.evidence.requirements.parsed_query import ParsedQuery
from validation.evidence.text.blocks import Block, BlockKind

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_N = r"(?P<n>[2-9]|[1-4]\d|" + "|".join(_NUMBERS) + r")(?![\w.,]*\d)"
_COUNT = re.compile(
    rf"\b(?P<top>top)[ -]{_N}\b(?![ -]?(?:percent|%))|\ba list of (?:exactly |the )?{_N.replace('n>', 'listed>')}\b"
    r"|(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bof )\b(?P<only>(?:exactly|only|just)[ \t]{1,2})?"
    rf"{_N.replace('n>', 'things>')}[ \t]{{1,2}}(?:(?:good|best|different|other|cheap|short|main|more)[ \t]{{1,2}})?"
    r"(?:options|alternatives|examples|suggestions|recommendations|ideas|items|products|choices|models|offers|"
    r"candidates|picks|reasons|ways|tips|facts|shops|stores|restaurants|hotels|books|articles|sources|results)\b",
    re.IGNORECASE,
)
_SOURCES = re.compile(r"\b(?:sources?|references?|links|citations)\b", re.IGNORECASE)


class Count(NamedTuple):
    text: str
    number: int
    exact: bool


def count(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Unmet only where the response has a list or table that can be counted."""
    wanted = next((found for text in asked.texts if (found := count_in(text))), None)
    if wanted is None:
        return
    sizes = list(_sizes(draft))
    if not sizes:
        yield Requirement(wanted.text, "count", True, "The response has no list that could be counted.")
        return
    met = wanted.number in (*sizes, sum(sizes)) or (max(sizes) > wanted.number and not wanted.exact)
    evidence_missing = not met and max(len(draft.items), *sizes) < wanted.number
    reason = f"The response lists {wanted.number if wanted.number in sizes else max(sizes)}."
    yield Requirement(wanted.text, "count", met, reason, evidence_missing=evidence_missing)


def count_in(text: str) -> Count | None:
    match = _COUNT.search(text)
    if match is None:
        return None
    said = (match["n"] or match["listed"] or match["things"]).lower()
    return Count(match[0], _NUMBERS.get(said) or int(said), bool(match["top"] or match["only"]))


def _sizes(draft: Draft) -> Iterator[int]:
    """Of every table and list, but for those of sources."""
    blocks = [block for block in draft.blocks if not _SOURCES.search(f"{block.heading} {block.lead}")]
    for kind, run in groupby(blocks, key=lambda block: block.kind):
        if kind is BlockKind.TABLE_ROW:
            yield len(list(run))
        elif kind is BlockKind.LIST_ITEM:
            depths = [_depth(draft.text, block) for block in run]
            yield sum(depth <= min(depths) + 1 for depth in depths)


def _depth(text: str, block: Block) -> int:
    line = text[block.line : block.start]
    return len(line) - len(line.lstrip())
