"""Whose figure is it? Tells a price put on the wrong item's row from a right one (spec 1, section 4.1).

For a figure of a claim, the items that hold the same value and the items that hold another value of the same kind
compete for the claim's words: first those nearest to the figure, then wider. When an item with another value has all
the words that the best holder has and a telling one more, the claim has put one item's figure on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.context import SectionRole
from validation.evidence.blocks import BlockKind, cells
from validation.evidence.claims import ClaimSpan
from validation.evidence.equality import comparable, same
from validation.evidence.index import EvidenceIndex, Held
from validation.evidence.quantities import Kind, Quantity
from validation.evidence.urls import find_urls, normal
from validation.evidence.words import content_words

_MOST_HOLDERS = 40
_CANDIDATES = 40
_DIVIDES = re.compile(
    r"[,;:](?=\s)|[()–—]|\b(?:against|versus|vs|while|whereas|but|and|than|compared (?:to|with)|or|gegen|und|aber)\b",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"\b[A-ZÄÖÜ]\w+")
_CHECKED = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT)

Words = frozenset[str]


def rival_of(claim: ClaimSpan, said: Quantity, holders: list[Held], index: EvidenceIndex) -> Held | None:
    """The figure the evidence gives for the subject of `said` when the holders are about another one; None when the
    holders fit, or when nothing tells. `said` has offsets into the response."""
    if said.kind not in _CHECKED or not holders or len(holders) > _MOST_HOLDERS:
        return None
    rivals = _rivals(claim, said, holders, index)
    telling = _telling(claim)
    for words in _scopes(claim, said):
        ours = max((_shared(words, held, index) for held in holders), key=lambda shared: _weigh(shared, index))
        theirs = max(
            ((_shared(words, held, index), held) for held in rivals),
            key=lambda pair: _weigh(pair[0], index),
            default=None,
        )
        if theirs is None or ours >= theirs[0]:
            return None
        if ours < theirs[0] and (theirs[0] - ours) & telling:
            return theirs[1]
        if ours - theirs[0]:
            return None
    return None


def outranked_by(claim: ClaimSpan, said: Quantity, holders: list[Held], index: EvidenceIndex) -> Held | None:
    """A figure of section 4 about the same subject when only section 2 holds what the claim says."""
    if said.kind not in _CHECKED or any(_role(held, index) is SectionRole.EXECUTION for held in holders):
        return None
    words = frozenset(content_words(claim.text)) | frozenset(content_words(claim.context))
    ours = max((_shared(words, held, index) for held in holders), key=lambda shared: _weigh(shared, index))
    fresh = [held for held in _rivals(claim, said, holders, index) if _role(held, index) is SectionRole.EXECUTION]
    return next((held for held in fresh if ours and ours <= _shared(words, held, index) | _figures_of(said)), None)


def nearest(claim: ClaimSpan, said: Quantity, index: EvidenceIndex) -> tuple[Held, bool] | None:
    """The figure of the same kind that the evidence gives for what the claim is about, and whether they clearly share
    their subject."""
    rivals = _rivals(claim, said, [], index)
    if not rivals or said.kind is Kind.NUMBER:
        return None
    scopes = tuple(_scopes(claim, said))
    best = max(rivals, key=lambda held: _likeness(scopes, held, index))
    shared = _shared(scopes[-1], best, index)
    return (best, bool(shared & _telling(claim)) or len(shared) >= 3) if shared else None


def _likeness(scopes: tuple[Words, ...], held: Held, index: EvidenceIndex) -> tuple[float, ...]:
    """How much an item says of the same subject, the nearest scope counting first, and how much right beside the
    figure when one item has several."""
    item = index.items[held.item]
    start, end = _segment(item.text, held.quantity.start - item.start)
    beside = scopes[0] & frozenset(content_words(item.text[start:end])) - _figures_of(held.quantity)
    return (*(_weigh(_shared(words, held, index), index) for words in scopes), _weigh(beside, index))


def _rivals(claim: ClaimSpan, said: Quantity, holders: list[Held], index: EvidenceIndex) -> list[Held]:
    taken = {held.item for held in holders}
    words = content_words(f"{claim.text}\n{claim.context}")
    urls = [address.url for address in find_urls(claim.text)]
    return [
        Held(place, quantity)
        for place, _ in index.search(words, urls, limit=_CANDIDATES)
        if place not in taken
        for quantity in index.figures(place)
        if comparable(said, quantity) and not same(said, quantity)
    ]


def _scopes(claim: ClaimSpan, said: Quantity) -> Iterator[Words]:
    """The words around a figure, from near to far."""
    links = frozenset("url:" + normal(address.url) for address in find_urls(claim.text))
    if claim.kind is BlockKind.TABLE_ROW:
        yield frozenset(content_words(_row_subject(claim, said)))
    else:
        start, end = _segment(claim.text, said.start - claim.start)
        yield frozenset(content_words(claim.text[start:end]))
        yield frozenset(content_words(claim.text[:end]))
    yield frozenset(content_words(claim.text)) | links
    yield frozenset(content_words(f"{claim.text}\n{claim.context}")) | links


def _segment(text: str, at: int) -> tuple[int, int]:
    start, end = 0, len(text)
    for match in _DIVIDES.finditer(text):
        if match.end() <= at:
            start = match.end()
        elif match.start() > at:
            end = match.start()
            break
    return start, end


def _row_subject(claim: ClaimSpan, said: Quantity) -> str:
    """First cell and the header of the figure's own column: `Laufwerk price`."""
    row = cells(claim.text, 0, len(claim.text))
    at = said.start - claim.start
    column = next((place for place, cell in enumerate(row) if cell.start <= at < max(cell.end, cell.start + 1)), 0)
    header = claim.header[column] if column < len(claim.header) else ""
    return f"{row[0].text if row and column else ''} {header}"


def _telling(claim: ClaimSpan) -> Words:
    """Words that name something: capitalised ones, first cells, links."""
    names = " ".join(_CAPITAL.findall(f"{claim.text} {claim.heading}"))
    first = cells(claim.text, 0, len(claim.text))[0].text if claim.kind is BlockKind.TABLE_ROW else ""
    links = frozenset("url:" + normal(address.url) for address in find_urls(claim.text))
    return frozenset(content_words(f"{names} {first}")) | links


def _shared(words: Words, held: Held, index: EvidenceIndex) -> Words:
    return words & index.subject(held.item) - _figures_of(held.quantity)


def _figures_of(quantity: Quantity) -> Words:
    return frozenset(content_words(quantity.text))


def _weigh(words: Words, index: EvidenceIndex) -> float:
    return sum(index.weight(word) or 1.0 for word in words)


def _role(held: Held, index: EvidenceIndex) -> SectionRole:
    return index.items[held.item].role
