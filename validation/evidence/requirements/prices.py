"""The prices of a text, and what is asked of them: `cheapest` needs a price comparison, `best` a reason for the ranking
(spec 1, section 4.3)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median_low

from validation.domain.claim import Requirement
from validation.evidence.context.items import EvidenceItem
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities, moved
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.text.blocks import Block, BlockKind, Cell, cells, scan
from validation.evidence.text.delimited import with_delimited, with_semicolons
from validation.evidence.text.lookup import holding
from validation.evidence.words import any_of

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "HKD", "SGD"})
_PRICE_HEADER = re.compile(r"(?<![a-z])(?:prices?|costs?|preise?|eur|usd|gbp)(?![a-z])|[$€£]", re.IGNORECASE)
UPPER_BEFORE = re.compile(
    r"(?:\b(?:under|below|less than|lower than|up to|at most|max(?:imum)?\.?(?: price| budget)?(?: of| is|:)?|"
    r"no more than|not more than|cheaper than|within|not over|not exceed(?:ing)?|unter|bis(?: zu)?|höchstens|maximal|"
    r"spend|(?:budget|price limit|limit)(?: is| of|:| was)?)|<=?|≤)"
    r"[ \t]{0,3}(?:(?:a|an|my|the|our|your|that|this|of)[ \t]{1,3}){0,2}"
    r"(?:(?:budget|limit|price|total) of[ \t]{1,3})?$",
    re.IGNORECASE,
)
"""To be searched in the characters before a price: it is a limit, not an offer."""
UPPER_AFTER = any_of("prices.upper_after", front=r"[ \t,-]{0,3}", behind="")
_EXTRA = re.compile(r"\b(?:shipping|delivery|postage|handling|deposit|fee|versand\w{0,8})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Price:
    """`amounts` are the values the spelling allows, `unit` a currency code or empty."""

    start: int
    end: int
    amounts: tuple[float, ...]
    unit: str

    def amount(self, near: float | None = None) -> float:
        """`1,149` is a thousand and more, unless what it is compared with, `near`, says otherwise."""
        if not near or near <= 0:
            return max(self.amounts)
        return min(self.amounts, key=lambda amount: abs(math.log(amount / near)) if amount > 0 else math.inf)


def prices_of(text: str, blocks: Sequence[Block]) -> tuple[Price, ...]:
    """Offers only: limits (`under 140 EUR`) and delivery costs are left out. A bare number in a table column that is
    headed as a price counts."""
    priced = [cell for block in blocks for cell in _priced_cells(text, block.start, block.end, block.header)]
    found = (one for one in find_quantities(text) if _is_offer(text, one, priced))
    return tuple(Price(one.start, one.end, one.candidates, one.unit) for one in found)


def evidence_prices(draft: Draft) -> Iterator[Price]:
    """Every price the evidence holds, at the place of its item."""
    for item, figures in zip(draft.items, draft.figures, strict=True):
        priced = _priced_cells(item.text, 0, len(item.text), item.header)
        for figure in figures:
            if _is_offer(item.text, moved(figure, -item.start), priced):
                yield Price(item.start, item.end, figure.candidates, figure.unit)


def _priced_cells(text: str, start: int, end: int, header: Sequence[str]) -> list[Cell]:
    """The cells of a row whose head names a price."""
    columns = zip(header, cells(text, start, end), strict=False) if header else ()
    return [cell for head, cell in columns if _PRICE_HEADER.search(head)]


def comparable(one: str, other: str) -> bool:
    """Whether two currencies may be set against each other; `$` stands for any dollar, no unit for any currency."""
    return one == other or not one or not other or {one, other} <= _DOLLARS


def _is_offer(text: str, quantity: Quantity, priced: Sequence[Cell]) -> bool:
    in_column = quantity.kind is Kind.NUMBER and holding(priced, quantity.start) is not None
    if quantity.kind is not Kind.MONEY and not in_column:
        return False
    before, after = text[max(0, quantity.start - 40) : quantity.start], text[quantity.end : quantity.end + 24]
    if UPPER_BEFORE.search(before) or UPPER_AFTER.match(after):
        return False
    return not _EXTRA.search(before[-14:]) and not _EXTRA.search(after[:14])


_NOT = r"(?<!\bnot )(?<!\bnot the )(?<!n't be the )(?<!\bnot be the )"
_CHEAPEST = re.compile(
    _NOT + r"\b(?:cheapest|least expensive|lowest[- ]price[ds]?|best prices?|most affordable|günstigste\w{0,2}|"
    r"billigste\w{0,2})\b",
    re.IGNORECASE,
)
_NARROWS, _NARROWS_BEHIND = any_of("prices.narrows"), re.compile(r"\b(?:that|which)\b", re.IGNORECASE)
"""More is asked for than the price, so the lowest of all need not be it; `which` asks in front of `cheapest`."""
_ORDINAL = re.compile(r"\b(?P<rank>second|2nd|third|3rd|next)[ -]$", re.IGNORECASE)
_RANKS = {"third": 2, "3rd": 2}
_BEST = re.compile(
    _NOT + r"(?<!\bat )(?<!\bdo my )(?<!\btry your )(?<!\bmy )(?<!\byour )\b(?:best|top[- ]rated|highest[- ]rated)\b"
    r"(?![ -](?:prices?|regards|wishes|before|practices?|way|ways|time|case|man|buy\b|of luck|friends?|guess|known|"
    r"sellers?|selling|answer|describes?|matches|deals?\b))",
    re.IGNORECASE,
)
_CENTS = re.compile(r"\d[.,]\d\d$")
_KEY = re.compile(r"(?:^|[\n{,])[ \t]{0,20}[\"']?(?P<key>[A-Za-z][\w .-]{0,40}?)[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?$")
_KEY_PARTS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_KEY_OF_PRICE = any_of("prices.key", front="", behind="")
_LONGEST_KEY = 70
_REASON = any_of("prices.reason", behind=r"\b|\d[\d.,]{0,4} ?/ ?(?:5|10|100)\b|★")


def cheapest(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """The lowest price of those found, or the only one; two prices, where more than the price is asked for."""
    match = _CHEAPEST.search(asked.text)
    if match is None:
        return
    ordinal = _ORDINAL.search(asked.text, max(0, match.start() - 12), match.start())
    rank = _RANKS.get(ordinal["rank"].lower(), 1) if ordinal else 0
    narrowed = _NARROWS.search(asked.text) or _NARROWS_BEHIND.search(asked.text, match.end())
    found = tuple(evidence_prices(draft)) or _bare(draft) or _without_currency(chain.from_iterable(draft.figures))
    shown = prices_of(draft.spoken, draft.blocks) or _without_a_unit(draft.spoken, found)
    held = {price.amounts for price in found}
    is_lowest = bool(shown and held) and (_is_ranked(shown[0], found, rank) or len(held) == 1)
    if narrowed and not is_lowest and len(shown) == 1:
        is_lowest = _is_ranked(shown[0], _alike(shown[0], asked, draft), rank)
    start, end = (shown[0].start, shown[-1].end) if shown else (None, None)
    passes_over = not narrowed and not is_lowest and _passes_over(shown, found, rank, asked, draft)
    if is_lowest or (len(shown) > 1 and not passes_over):
        told = "The response names the lowest price found." if is_lowest else "The response compares prices."
        yield Requirement(match[0], "cheapest", True, told, start, end)
    else:
        told = "The response shows no price comparison." if held else "Neither response nor evidence holds prices."
        if len(shown) > 1:
            told = "The evidence has a lower price than those compared."
        yield Requirement(match[0], "cheapest", False, told, start, end, evidence_missing=not held)


def _passes_over(shown: Sequence[Price], found: Sequence[Price], rank: int, asked: ParsedQuery, draft: Draft) -> bool:
    """Whether every price shown is surely too high. An item that lacks a word of the query which the lowest one shown
    has may be of something else, and of several prices of one item only the highest is surely that of the thing."""
    lowest = min(shown, key=Price.amount, default=None)
    held = (_alike(lowest, asked, draft) if lowest else []) or found
    ordered = sorted(held, key=Price.amount)
    main = {(price.start, price.unit): price for price in ordered}.values()
    return not any(_is_ranked(price, main, rank) for price in shown)


def _bare(draft: Draft) -> tuple[Price, ...]:
    """Prices of records that name no currency: `"price": 132` of JSON, `price: 132` of YAML, a column of CSV."""
    pairs = [(item, one) for item, figures in zip(draft.items, draft.figures, strict=True) for one in figures]
    keyed = [Price(item.start, item.end, one.candidates, "") for item, one in pairs if _is_keyed(item, one)]
    text = "\n".join(item.text for item in draft.items)
    return (*keyed, *prices_of(with_semicolons(text), tuple(with_delimited(text, scan(text)))))


def _is_keyed(item: EvidenceItem, figure: Quantity) -> bool:
    """Whether a number has a key that names a price and nothing else: no `price_level`, no `shipping_cost`."""
    at = figure.start - item.start
    key = _KEY.search(item.text[max(0, at - _LONGEST_KEY) : at]) if figure.kind is Kind.NUMBER else None
    return key is not None and _KEY_OF_PRICE.fullmatch(_KEY_PARTS.sub(" ", key["key"]).lower()) is not None


def _without_a_unit(text: str, found: Iterable[Price]) -> tuple[Price, ...]:
    """`132` of a response too, where that is a price of the evidence which has no currency either."""
    figures, held = find_quantities(text), {price.amounts for price in found if not price.unit}
    return _without_currency(figures) or tuple(
        Price(one.start, one.end, one.candidates, "")
        for one in figures
        if one.kind is Kind.NUMBER and one.candidates in held
    )


def _without_currency(figures: Iterable[Quantity]) -> tuple[Price, ...]:
    """`6.90` of a menu: where nothing has a currency, bare numbers with cents are the prices."""
    cents = (one for one in figures if one.kind is Kind.NUMBER and _CENTS.search(one.text))
    return tuple(Price(one.start, one.end, one.candidates, "") for one in cents)


def _is_ranked(price: Price, held: Iterable[Price], rank: int) -> bool:
    """Whether so many lower amounts are held: none below the lowest, one below the second lowest."""
    others = [other for other in held if comparable(other.unit, price.unit)]
    near = median_low([other.amounts[0] for other in others if len(other.amounts) == 1] or [0.0])
    lower = {other.amount(near) for other in others if other.amount(near) < price.amount(near)}
    return bool(others) and len(lower) == rank


def _alike(price: Price, asked: ParsedQuery, draft: Draft) -> list[Price]:
    """The prices beside every word of the query that stands beside this one: `kettle` and `Herd`."""
    wanted = keys_of(asked.text)
    words = {item.start: wanted & keys_of(f"{item.heading} {item.text}") for item in draft.items}
    found = tuple(evidence_prices(draft))
    own = [words[one.start] for one in found if set(one.amounts) & set(price.amounts)]
    return [one for one in found if any(beside <= words[one.start] for beside in own)]


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
