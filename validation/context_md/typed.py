"""Which headings of a context the user typed, told by the query as the user typed it.

In the text alone nothing tells them from the pipeline's own: a query with a section 4 in it and a query with the
pipeline's section 4 behind it can be the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from validation.context_md.headings import Heading
from validation.domain.context import EVIDENCE_ROLES

_MOST = 200_000
"""Characters of one query, and headings that are looked at."""


def typed_headings(text: str, headings: Sequence[Heading], typed: Mapping[str, bool]) -> frozenset[int]:
    """Where those headings of evidence begin that stand in `typed` with the same line behind them. A pipeline that
    escaped what was typed and writes the heading itself has another line behind it. `typed` maps what the user typed
    to whether its place in the text is known: then a heading at its very end says nothing of the pipeline's own."""
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
    """Each line that could be a heading, and the next line with something on it; "" where nothing follows."""
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
