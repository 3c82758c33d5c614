"""`cheapest` needs a price comparison, `best` a reason for the ranking (spec 1, section 4.3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from validation.domain.claim import Requirement
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.requirements.draft import Draft
from validation.evidence.requirements.parsed_query import ParsedQuery
from validation.evidence.requirements.prices import Price, comparable, evidence_prices, prices_of
from validation.evidence.text.blocks import BlockKind

_NOT = r"(?<!\bnot )(?<!\bnot the )(?<!n't be the )(?<!\bnot be the )"
_CHEAPEST = re.compile(
    _NOT + r"\b(?:cheapest|least expensive|lowest[- ]price[ds]?|best prices?|most affordable|günstigste\w{0,2}|"
    r"billigste\w{0,2})\b",
    re.IGNORECASE,
)
_BEST = re.compile(
    _NOT + r"(?<!\bat )(?<!\bdo my )(?<!\btry your )(?<!\bmy )(?<!\byour )\b(?:best|top[- ]rated|highest[- ]rated)\b"
    r"(?![ -](?:prices?|regards|wishes|before|practices?|way|ways|time|case|man|buy\b|of luck|friends?|guess|known|"
    r"sellers?|selling|answer|describes?|matches|deals?\b))",
    re.IGNORECASE,
)
_CENTS = re.compile(r"\d[.,]\d\d$")
_REASON = re.compile(
    r"\b(?:because|since|due to|thanks to|as it|rated|ratings?|scored?|scores|stars?|reviews?|reviewers?|tests?|tested|"
    r"compared|than|most|highest|lowest|longest|lightest|fastest|strongest|wins|won|winner|reasons?|why|advantages?|"
    r"pros|"
    r"out of|ranks?|ranked|ranking|criteria|beats|overall|based on|against|offers|combines|stands out|ideal|suits|"
    r"recommended (?:for|by)|weil|denn|bewertung\w{0,3}|besser)\b|\d[\d.,]{0,4} ?/ ?(?:5|10|100)\b|★",
    re.IGNORECASE,
)


def cheapest(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Two prices, or the lowest of those found, or the only one."""
    match = _CHEAPEST.search(asked.text)
    if match is None:
        return
    shown = prices_of(draft.spoken, draft.blocks) or _without_currency(find_quantities(draft.spoken))
    found = tuple(evidence_prices(draft)) or _without_currency(chain.from_iterable(draft.figures))
    held = {price.amounts for price in found}
    is_lowest = bool(shown and held) and (_is_lowest(shown[0], found) or len(held) == 1)
    start, end = (shown[0].start, shown[-1].end) if shown else (None, None)
    if len(shown) > 1 or is_lowest:
        told = "The response names the lowest price found." if is_lowest else "The response compares prices."
        yield Requirement(match[0], "cheapest", True, told, start, end)
    else:
        told = "The response shows no price comparison." if held else "Neither response nor evidence holds prices."
        yield Requirement(match[0], "cheapest", False, told, start, end, evidence_missing=not held)


def _without_currency(figures: Iterable[Quantity]) -> tuple[Price, ...]:
    """`6.90` of a menu: where nothing has a currency, bare numbers with cents are the prices."""
    cents = (one for one in figures if one.kind is Kind.NUMBER and _CENTS.search(one.text))
    return tuple(Price(one.start, one.end, one.candidates, "") for one in cents)


def _is_lowest(price: Price, held: Iterable[Price]) -> bool:
    amounts = [min(other.amounts) for other in held if comparable(other.unit, price.unit)]
    return bool(amounts) and min(price.amounts) <= min(amounts)


def best(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """A reason in words, a comparison in figures, or a table that sets the candidates side by side."""
    match = _BEST.search(asked.text)
    if match is None:
        return
    place = draft.find(_REASON) or _compared(draft)
    if place:
        yield Requirement(match[0], "best", True, "The response gives a reason for the ranking.", *place)
    else:
        yield Requirement(match[0], "best", False, "The response gives no reason for the ranking.")


def _compared(draft: Draft) -> tuple[int, int] | None:
    """Two rows, or two figures of one kind."""
    figures = find_quantities(draft.spoken)
    alike = Counter((one.kind, one.unit) for one in figures)
    found = [block for block in draft.blocks if block.kind is BlockKind.TABLE_ROW]
    places = found if len(found) > 1 else [one for one in figures if alike[one.kind, one.unit] > 1]
    return (places[0].start, places[-1].end) if places else None
