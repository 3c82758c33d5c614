"""The evidence as it is searched: items by word, and figures by value. Built once a response."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from validation.domain.context import ContextSection
from validation.evidence.addresses.browser import normal
from validation.evidence.context.items import Evidence, EvidenceItem
from validation.evidence.context.minor_units import in_minor_units
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, moved
from validation.evidence.quantities.scale import find_evidence_quantities
from validation.evidence.quantities.units import may_be_one_currency
from validation.evidence.text.delimited import with_semicolons
from validation.evidence.text.lookup import grouped
from validation.evidence.text.postings import ENOUGH, Postings
from validation.evidence.text.words import content_words

_COMMON = 200
"""More equal figures than this are not looked at one by one."""
_ANY = "*"
_DAY_MINUTES = 24 * 60
_FEW_FIGURES = 12


@dataclass(frozen=True, slots=True)
class EvidenceMatch:
    """A figure of the evidence and the place of its item in `EvidenceIndex.items`."""

    item: int
    quantity: Quantity


class EvidenceIndex:
    """Finds items by words and figures by value. `words[i]` are the content words of item i, its heading's included,
    `figures[i]` its figures, their offsets into the context."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.items: tuple[EvidenceItem, ...] = evidence.items
        self.words = tuple(frozenset(content_words(f"{item.heading}\n{item.text}")) for item in self.items)
        self.vocabulary = frozenset(content_words(evidence.register)).union(*self.words)
        rows = Counter((item.section_number, item.heading) for item in self.items)  # of each table or list
        self.counts = evidence.counts | {*rows.values(), len(self.items)}
        self._postings = Postings(self.words)
        body = evidence.document.body
        self.section_figures = {one: _figures(body(one)) for one in evidence.sections}
        self.figures = _by_item(evidence, self.section_figures)
        self._held = _by_slot(self.figures)
        self._values = {slot: sorted(_values(slot, held)) for slot, held in self._held.items()}
        self._moments = {kind: _moments(self._held.get(kind.value, [])) for kind in (Kind.DATE, Kind.TIME)}
        self._by_url = grouped((normal(item.url), place) for place, item in enumerate(self.items) if item.url)
        self._starts = sorted((item.start, place) for place, item in enumerate(self.items))
        self._matches: dict[tuple[object, ...], list[EvidenceMatch]] = {}

    @property
    def is_small(self) -> bool:
        """Whether all figures together are few enough to work another out of them."""
        return sum(map(len, self.figures)) <= _FEW_FIGURES

    def item_at(self, offset: int) -> int | None:
        """The place of the item that holds this offset of the context."""
        at = bisect_right(self._starts, (offset, len(self.items))) - 1
        place = self._starts[at][1] if at >= 0 else None
        return place if place is not None and offset < self.items[place].end else None

    def weight(self, word: str) -> float:
        return self._postings.weight(word)

    def search(self, words: Iterable[str], urls: Iterable[str] = (), limit: int = 5) -> list[tuple[int, float]]:
        """The items that share most with `words`, best first; an address tells as much as the rarest word."""
        named = Counter(place for url in urls for place in self._by_url.get(normal(url), ())[:ENOUGH])
        rarest = math.log(1 + len(self.items))
        return self._postings.search(words, limit, {place: times * rarest for place, times in named.items()})

    def matches(self, said: Quantity) -> list[EvidenceMatch]:
        """Every figure of the evidence that says the same; looked up once for a figure that is said again and again."""
        key = (said.kind, said.unit, said.candidates, said.raw, said.dates, said.tolerance, said.zone)
        if key not in self._matches:
            near = self._at(said.kind, said) if said.kind in (Kind.DATE, Kind.TIME) else self._near(said)
            near += self._within(Kind.NUMBER.value, said, said.raw) if said.kind is Kind.TIME else []
            self._matches[key] = [held for held in near if same(said, held.quantity)]
        return self._matches[key]

    def of_slot(self, said: Quantity) -> list[EvidenceMatch]:
        """Every figure of the evidence of the same kind and unit."""
        return self._held.get(_slot(said), [])

    def _at(self, kind: Kind, said: Quantity) -> list[EvidenceMatch]:
        """Dates or clock times that may be what `said` says, in their order."""
        table = self._moments[kind]
        found = {place for key in _keys_wanted(said) for place in table.get(key, ())[:_COMMON]}
        return [self._held[kind.value][place] for place in sorted(found)]

    def _near(self, said: Quantity) -> list[EvidenceMatch]:
        if said.kind is Kind.NUMBER:
            return self._within(_ANY, said, said.raw) + self._at(Kind.DATE, said)
        slots = self._slots_of(said)
        found = [match for slot in slots for match in self._within(slot, said, said.candidates)]
        return found + self._within(Kind.NUMBER.value, said, said.raw)

    def _slots_of(self, said: Quantity) -> list[str]:
        """Its own; of money those of every currency that may be the same."""
        if said.kind is not Kind.MONEY:
            return [_slot(said)]
        front = f"{Kind.MONEY.value}:"
        money = (slot for slot in self._values if slot.startswith(front))
        return [slot for slot in money if may_be_one_currency(said.unit, slot.removeprefix(front))]

    def _within(self, slot: str, said: Quantity, values: tuple[float, ...]) -> list[EvidenceMatch]:
        found: dict[int, None] = {}
        table = self._values.get(slot, [])
        for value in values:
            slack = said.reach(value) + abs(value) * 1e-6
            first = bisect_left(table, (value - slack, -1))
            last = bisect_right(table, (value + slack, len(table) * 4))
            found.update((place, None) for _, place in table[first : min(last, first + _COMMON)])
        return [self._held[slot][place] for place in found]


def _figures(body: str) -> tuple[Quantity, ...]:
    return in_minor_units(body, find_evidence_quantities(with_semicolons(body)))


def _slot(quantity: Quantity) -> str:
    if quantity.kind in (Kind.DATE, Kind.TIME, Kind.NUMBER):
        return quantity.kind.value
    return f"{quantity.kind.value}:{quantity.unit}"


def _by_item(
    evidence: Evidence, figures: Mapping[ContextSection, tuple[Quantity, ...]]
) -> tuple[tuple[Quantity, ...], ...]:
    """The figures of every item, taken from those of its section; offsets are into the context."""
    found = [moved(quantity, section.body_start) for section, held in figures.items() for quantity in held]
    found.sort(key=lambda quantity: quantity.start)
    starts = [quantity.start for quantity in found]
    return tuple(
        tuple(found[bisect_left(starts, item.start) : bisect_left(starts, item.end)]) for item in evidence.items
    )


def _by_slot(figures: tuple[tuple[Quantity, ...], ...]) -> dict[str, list[EvidenceMatch]]:
    found = (EvidenceMatch(place, quantity) for place, quantities in enumerate(figures) for quantity in quantities)
    return grouped(
        (slot, one) for one in found for slot in (_slot(one.quantity), *((_ANY,) if one.quantity.raw else ()))
    )


def _values(slot: str, held: list[EvidenceMatch]) -> list[tuple[float, int]]:
    bare = slot in (_ANY, Kind.NUMBER.value)
    return [
        (value, place)
        for place, entry in enumerate(held)
        for value in (entry.quantity.raw if bare else entry.quantity.candidates)
    ]


_Key = tuple[object, ...]


def _moments(held: list[EvidenceMatch]) -> dict[_Key, list[int]]:
    """Places of dates and clock times under every key they may be asked by, see `_keys_wanted`."""
    return grouped((key, place) for place, entry in enumerate(held) for key in _keys_held(entry.quantity))


def _keys_held(moment: Quantity) -> set[_Key]:
    keys = _minute_keys(moment)
    for year, month, day in moment.dates:
        keys |= {("day of month", month, day), ("month of year", month, year), ("year", year), ("day", day)}
    return keys


def _minute_keys(time: Quantity) -> set[_Key]:
    """As it is written, and in UTC where it names its zone."""
    keys: set[_Key] = {("minute", minute) for minute in time.candidates}
    if time.zone is not None:
        keys |= {("minute of UTC", (minute - time.zone) % _DAY_MINUTES) for minute in time.candidates}
    return keys


def _keys_wanted(said: Quantity) -> set[_Key]:
    """What a figure of the evidence that says the same must lie under: a clock time its minute, a date its day and
    month or, without a day, its month in that year or in none; a bare number may be a year or a day."""
    if said.kind is Kind.TIME:
        return _minute_keys(said)
    if said.kind is Kind.NUMBER:
        return {key for value in said.candidates for key in (("year", value), ("day", value))}
    wanted: set[_Key] = set()
    for year, month, day in said.dates:
        wanted |= {("day of month", month, day)} if day is not None else set()
        wanted |= {("month of year", month, year), ("month of year", month, None)} if day is None else set()
    return wanted
