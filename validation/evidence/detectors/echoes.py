"""Figures that need no evidence: counts of what is listed, and bounds that echo the query (`under 140 EUR`)."""

from __future__ import annotations

import re

from validation.evidence.context.index import EvidenceMatch
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_FAIR = 0.2
_MOST_HELD = 500
_BOUND_BEFORE = re.compile(
    r"(?:under|below|less than|up to|at most|within|max(?:imum)?(?: of)?|no more than|over|above|more than|at least|"
    r"budget(?: of| is|:)?|limit(?: of| is|:)?|exceeds?|beyond|unter|bis|höchstens|maximal|than|<|>|≤|≥|before|after|"
    r"by|until|around|about|your)[ \t]+(?:(?:the|your|a|of|an|his|her)[ \t]+){0,2}[*_]{0,2}$",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(
    r"[*_]{0,2}[ \t-]{0,2}(?:budget|limit|cap|ceiling|maximum|max|mark|threshold|or less)\b", re.IGNORECASE
)
_LENGTH = re.compile(r"[ \t-](?:words?|sentences?|characters?|bullet points?|bullets|lines?|paragraphs?)\b")
_OUT_OF = re.compile(r"(?:/|\bout of|\bof)[ \t]?$", re.IGNORECASE)


def is_echo(response_md: str, said: Quantity, asked: tuple[Quantity, ...]) -> bool:
    """Whether a figure only repeats what the query set: its bound, its size. A price or a time counts only where it is
    worded as a bound, since `it costs 140 EUR` is a claim even when the query says `under 140 EUR`."""
    if not any(same(said, held) for held in asked):
        return False
    if said.kind not in (Kind.MONEY, Kind.TIME):
        return True
    return has_bound(response_md, said)


def has_bound(response_md: str, said: Quantity) -> bool:
    """Whether a figure is worded as a limit: `under 120 EUR`, `a 120 EUR budget`."""
    before = response_md[max(0, said.start - 40) : said.start]
    return bool(_BOUND_BEFORE.search(before) or _BOUND_AFTER.match(response_md, said.end))


def is_bounded_by(said: Quantity, held: list[EvidenceMatch]) -> bool:
    """Whether a limit is a fair rounding of a figure that is held: `over 500` of 512."""
    return any(
        abs(limit - value) <= _FAIR * abs(limit)
        for entry in held[:_MOST_HELD]
        for value in entry.quantity.candidates
        for limit in said.candidates
    )


def is_count(response_md: str, said: Quantity, counts: frozenset[int]) -> bool:
    """Whether a bare number counts what is listed, tells the response's own length (`in 94 words`), or is the
    scale of a rating (`4.5 out of 5`)."""
    if said.kind is not Kind.NUMBER or not said.candidates:
        return False
    if said.in_words and said.candidates[0] <= 12:
        return True
    if said.candidates[0] in (5.0, 10.0, 100.0) and _OUT_OF.search(response_md[max(0, said.start - 8) : said.start]):
        return True
    return said.candidates[0] in counts or bool(_LENGTH.match(response_md, said.end))
