"""Whose figure is it? Tells a price put on the wrong item's row from a right one (spec 1, section 4.1).

For a figure of a claim, the items that hold the same value and the items that hold another value of the same kind
compete for the claim's words: first those nearest to the figure, then wider. When an item with another value has all
the words that the best holder has and a telling one more, the claim has put one item's figure on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from validation.domain.context import SectionRole
from validation.evidence.addresses.browser import normal
from validation.evidence.aspects import UNKNOWN, aspect_of, clause_around, share_a_word
from validation.evidence.blocks import BlockKind, cells
from validation.evidence.claims import ClaimSpan
from validation.evidence.equality import same
from validation.evidence.index import EvidenceIndex, Held
from validation.evidence.quantities import Kind, Quantity
from validation.evidence.urls import find_urls
from validation.evidence.words import content_words

_MOST_HOLDERS = 40
_CANDIDATES = 40
_MOST_RIVALS = 24
_CLEARLY = 3
_GOOD_PART = 0.4
_FAR = 600
_DIVIDES = re.compile(
    r"[,;:](?=\s)|[()–—]|\b(?:against|versus|vs|while|whereas|but|and|than|compared (?:to|with)|or|gegen|und|aber)\b",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"\b[A-ZÄÖÜ]\w+")
_CHECKED = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT)

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a claim is about, worked out once a claim. `links` are its urls as `url:...`; `telling` the words that name
    something: capitalised ones, first cells, links; `near` the items that share most with it, best first."""

    claim: ClaimSpan
    words: Words
    wide: Words
    links: Words
    telling: Words
    near: tuple[int, ...]


def subject_of(claim: ClaimSpan, index: EvidenceIndex) -> Subject:
    """Searches the evidence once for all figures of the claim."""
    urls = [address.url for address in find_urls(claim.text)]
    links = frozenset("url:" + normal(url) for url in urls)
    words = frozenset(content_words(claim.text))
    wide = words | frozenset(content_words(claim.context))
    first = cells(claim.text, 0, len(claim.text))[0].text if claim.kind is BlockKind.TABLE_ROW else ""
    names = " ".join(_CAPITAL.findall(f"{claim.text} {claim.heading}"))
    telling = frozenset(content_words(f"{names} {first}")) | links
    near = tuple(place for place, _ in index.search(wide, urls, limit=_CANDIDATES))
    return Subject(claim, words, wide, links, telling, near)


def rival_of(subject: Subject, said: Quantity, holders: list[Held], index: EvidenceIndex) -> Held | None:
    """The figure the evidence gives for the subject of `said` when the holders are about another one; None when the
    holders fit, or when nothing tells. `said` has offsets into the response."""
    if said.kind not in _CHECKED or not holders or len(holders) > _MOST_HOLDERS:
        return None
    rivals = _rivals(subject, said, holders, index)
    if not rivals:
        return None
    for words in _scopes(subject, said):
        ours = max((_shared(words, held, index) for held in holders), key=lambda shared: _weigh(shared, index))
        theirs, rival = max(
            ((_shared(words, held, index), held) for held in rivals), key=lambda pair: _weigh(pair[0], index)
        )
        if ours < theirs and (theirs - ours) & subject.telling:
            return rival if _speaks_of(subject, rival, index) else None
        if ours - theirs or ours == theirs != frozenset():
            return None
    return None


def _speaks_of(subject: Subject, rival: Held, index: EvidenceIndex) -> bool:
    """In prose a shared name is not enough: the rival item must hold a good part of what the claim says."""
    if subject.claim.kind is BlockKind.TABLE_ROW:
        return True
    return _weigh(subject.words & index.words[rival.item], index) >= _GOOD_PART * _weigh(subject.words, index)


def outranked_by(subject: Subject, said: Quantity, holders: list[Held], index: EvidenceIndex) -> Held | None:
    """A figure of section 4 about the same subject when only section 2 holds what the claim says."""
    if said.kind not in _CHECKED or any(_role(held, index) is SectionRole.EXECUTION for held in holders):
        return None
    ours = max((_shared(subject.wide, held, index) for held in holders), key=lambda shared: _weigh(shared, index))
    fresh = [held for held in _rivals(subject, said, holders, index) if _role(held, index) is SectionRole.EXECUTION]
    covering = (held for held in fresh if ours <= _shared(subject.wide, held, index) | _figures_of(said.text))
    return next(covering, None) if ours else None


@dataclass(frozen=True, slots=True)
class Nearest:
    """The figure of the evidence closest to one that stands nowhere in it. `shared` says that both clearly have the
    same subject, `alike` that both answer the same question about it: a price and a price, an opening and an opening
    time."""

    held: Held
    shared: bool
    alike: bool


def nearest(subject: Subject, said: Quantity, index: EvidenceIndex) -> Nearest | None:
    """None when the evidence holds nothing comparable on what the claim is about."""
    if said.kind is Kind.NUMBER:
        return None
    rivals = _rivals(subject, said, [], index)
    if not rivals:
        return None
    scopes = tuple(_scopes(subject, said))
    best = max(rivals, key=lambda held: _likeness(scopes, held, index))
    shared = _shared(scopes[-1], best, index)
    if not shared:
        return None
    clearly = bool(shared & subject.telling) or len(shared) >= _CLEARLY
    return Nearest(best, clearly, _alike(subject, said, best, index))


def _alike(subject: Subject, said: Quantity, held: Held, index: EvidenceIndex) -> bool:
    text, at = subject.claim.text, said.start - subject.claim.start
    one, other = aspect_of(said, text, at), _aspect_of(held, index)
    if one or other:
        return one == other
    item = index.items[held.item]
    start = held.quantity.start - item.start
    return share_a_word(
        clause_around(text, at, at + len(said.text)),
        clause_around(item.text, start, start + len(held.quantity.text)),
        names=subject.telling,
    )


def _aspect_of(held: Held, index: EvidenceIndex) -> str:
    """Looked up: near items meet many claims."""
    place = held.item, held.quantity.start
    if place not in index.aspects:
        item = index.items[held.item]
        index.aspects[place] = aspect_of(held.quantity, item.text, held.quantity.start - item.start)
    return index.aspects[place]


def _likeness(scopes: tuple[Words, ...], held: Held, index: EvidenceIndex) -> tuple[float, ...]:
    """How much an item says of the same subject, the nearest scope counting first, and how much right beside the
    figure when one item has several."""
    alike = tuple(_weigh(_shared(words, held, index), index) for words in scopes)
    if len(index.figures_like(held.item, held.quantity)) == 1:
        return (*alike, 0.0)
    item = index.items[held.item]
    start, end = _segment(item.text, held.quantity.start - item.start)
    beside = scopes[0] & frozenset(content_words(item.text[start:end])) - _figures_of(held.quantity.text)
    return (*alike, _weigh(beside, index))


def _rivals(subject: Subject, said: Quantity, holders: list[Held], index: EvidenceIndex) -> list[Held]:
    """Other values of the same unit in the items nearest to the claim, but for those that say another thing of it."""
    taken = {held.item for held in holders}
    aspect = aspect_of(said, subject.claim.text, said.start - subject.claim.start)
    found = (
        held
        for place in subject.near
        if place not in taken
        for quantity in index.figures_like(place, said)
        if not same(said, quantity)
        if not _conflict(aspect, _aspect_of(held := Held(place, quantity), index))
    )
    return list(islice(found, _MOST_RIVALS))


def _conflict(one: str, other: str) -> bool:
    return one != other and UNKNOWN not in (one, other)


def _scopes(subject: Subject, said: Quantity) -> Iterator[Words]:
    """The words around a figure, from near to far."""
    claim = subject.claim
    if claim.kind is BlockKind.TABLE_ROW:
        yield frozenset(content_words(_row_subject(claim, said)))
    else:
        start, end = _segment(claim.text, said.start - claim.start)
        yield frozenset(content_words(claim.text[start:end]))
        yield frozenset(content_words(claim.text[max(0, start - _FAR) : end]))
    yield subject.words | subject.links
    yield subject.wide | subject.links


def _segment(text: str, at: int) -> tuple[int, int]:
    """The part of a sentence, between commas, colons and words like `against`, in which `at` lies."""
    low = max(0, at - _FAR)
    start, end = low, min(len(text), at + _FAR)
    for match in _DIVIDES.finditer(text, low, end):
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


def _shared(words: Words, held: Held, index: EvidenceIndex) -> Words:
    return words & index.subject(held.item) - _figures_of(held.quantity.text)


@lru_cache(maxsize=4_096)
def _figures_of(text: str) -> Words:
    return frozenset(content_words(text))


def _weigh(words: Words, index: EvidenceIndex) -> float:
    return sum(index.weight(word) or 1.0 for word in words)


def _role(held: Held, index: EvidenceIndex) -> SectionRole:
    return index.items[held.item].role
