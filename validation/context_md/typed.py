"""Finds headings that the user typed, by comparing them with the submitted query.

The text alone is not enough: a query that contains a section 4 and a query followed by the pipeline's section 4 can be
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from validation.context_md.headings import Heading
from validation.domain.context import EVIDENCE_ROLES

_MOST = 200_000
"""Limit of characters per query, and of headings."""


def typed_headings(text: str, headings: Sequence[Heading], typed: Mapping[str, bool]) -> frozenset[int]:
    """Start offsets of evidence headings that occur in `typed` with the same next line. If the pipeline escaped the
    query and writes the heading itself, the next line differs. `typed` maps each text to whether its position is known;
    if so, a heading at its very end is ignored, as it proves nothing about the pipeline's heading."""
    pairs = {
        pair
        for query, is_placed in typed.items()
        if "#" in query
        for pair in _pairs(query[:_MOST])
        if pair[1] or not is_placed
    }
    if not pairs:
        return frozenset()
    evidence = (one for one in headings if one.role in EVIDENCE_ROLES)
    return frozenset(
        one.start
        for one in islice(evidence, _MOST)
        if not pairs.isdisjoint(
            {(_plain(text[one.start : one.end]), behind) for behind in ("", _behind(text, one.end))}
        )
    )


def _pairs(query: str) -> Iterator[tuple[str, str]]:
    """Each line that could be a heading, with the next non-empty line, or "" at the end."""
    lines = [plain for line in query.split("\n") if (plain := _plain(line))]
    for line, behind in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("#"):
            yield line, behind


def _behind(text: str, at: int) -> str:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if plain := _plain(text[at:end]):
            return plain
        at = end + 1
    return ""


def _plain(line: str) -> str:
    return " ".join(line.split()).casefold()
