"""Figures that no evidence holds word for word and that are right all the same.

Counts of what is listed, sums, differences, multiples and shares of figures the evidence holds, and bounds that echo
the query (`under 140 EUR`). A difference needs a word of comparison beside it, else any figure could be explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

from validation.evidence.context.index import EvidenceMatch
from validation.evidence.quantities.conversions import is_converted
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity

_MOST = 40
"""With more figures of one unit than this, a coincidental difference becomes likely; then none is accepted."""
_FAIR = 0.2
_MOST_HELD = 500
_COMPARES = re.compile(
    r"\b(?:cheaper|dearer|less|more|differ\w*|sav\w+|lighter|heavier|longer|shorter|faster|slower|apart|gap|between|higher|"
    r"lower|larger|smaller|bigger|younger|older|later|earlier|extra|off|increase\w*|decrease\w*|rose|fell|drop\w*|discount"
    r"|reduc\w+|than|cheapest|left|remain\w*|günstiger|leichter|teurer)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:total\w*|sum|together|altogether|combined|both|plus|overall|in all|adds? up|for (?:two|three|four)|zusammen"
    r"|incl\w*|includ\w*|with shipping)\b",
    re.IGNORECASE,
)
_AVERAGES = re.compile(r"\b(?:average|mean|on average|midpoint|durchschnitt\w*)\b", re.IGNORECASE)
_CONVERTS = re.compile(r"[(/≈=]")
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


def derives(around: str) -> bool:
    """Whether a claim compares, adds, averages or gives the same in another unit: only then is it worth a search."""
    return any(pattern.search(around) for pattern in (_COMPARES, _ADDS, _AVERAGES, _CONVERTS))


def follows(said: Quantity, around: str, known: tuple[Quantity, ...]) -> bool:
    """Whether `said` follows from figures that are held: their sum, difference, multiple, average or share, and
    `around`, the claim it stands in, speaks of one."""
    values = _distinct(quantity for quantity in known if comparable(said, quantity))
    if said.kind is Kind.PERCENT:
        return bool(_COMPARES.search(around)) and _is_share(said, known)
    if not said.candidates or len(values) > _MOST:
        return False
    if is_converted(said, known):
        return True
    target, slack = said.candidates[0], max(said.tolerance, 0.0051 if said.kind is Kind.MONEY else 1e-6)
    pairs = list(combinations(values, 2))
    return (
        (bool(_COMPARES.search(around)) and any(abs(abs(one - other) - target) <= slack for one, other in pairs))
        or (bool(_ADDS.search(around)) and _is_total(target, slack, values, pairs))
        or (bool(_AVERAGES.search(around)) and any(abs((one + other) / 2 - target) <= slack for one, other in pairs))
    )


def _distinct(quantities: Iterable[Quantity]) -> list[float]:
    return sorted({quantity.candidates[0] for quantity in quantities if quantity.candidates})


def _is_total(target: float, slack: float, values: list[float], pairs: list[tuple[float, float]]) -> bool:
    return (
        any(abs(one + other - target) <= slack for one, other in pairs)
        or any(abs(value * times - target) <= slack for value in values for times in range(2, 11))
        or (len(values) > 2 and abs(sum(values) - target) <= slack)
    )


def _is_share(said: Quantity, known: tuple[Quantity, ...]) -> bool:
    target = said.candidates[0]
    by_slot: dict[tuple[Kind, str], set[float]] = {}
    for quantity in known:
        if quantity.kind in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) and quantity.candidates and quantity.candidates[0]:
            by_slot.setdefault((quantity.kind, quantity.unit), set()).add(quantity.candidates[0])
    return any(
        abs(round(abs(one - other) / base * 100) - target) <= max(said.tolerance, 0.51)
        for values in by_slot.values()
        if len(values) <= _MOST
        for one, other in combinations(sorted(values), 2)
        for base in (one, other)
    )
