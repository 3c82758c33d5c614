"""Looks every figure of a response up in the evidence: held, derived or echoed, missing, or only in an old note."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from validation.evidence.context.index import EvidenceIndex, EvidenceMatch
from validation.evidence.document.values import join_measures
from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.language.masking import mask
from validation.evidence.quantities.derivation import announces, follows
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.numbers import precedes_number
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.signs import is_deduction, minus_before, names_deduction
from validation.evidence.quantities.time_spans import contradicts_times
from validation.evidence.text.blocks import Block, counts_of
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.lookup import holding
from validation.evidence.text.words import content_words
from validation.evidence.words import any_of

_FAIR = 0.2
_MOST_HELD = 500
_BOUND_BEFORE = any_of(
    "figures.bound_before", front="", behind=r"[ \t]+(?:(?:the|your|a|of|an|his|her)[ \t]+){0,2}[*_]{0,2}$"
)
_BOUND_AFTER = re.compile(
    r"[*_]{0,2}[ \t-]{0,2}(?:budget|limit|cap|ceiling|maximum|max|mark|threshold|or less)\b", re.IGNORECASE
)
_CIRCUMSTANCE = re.compile(
    r"(?:(?:\A|[.,;:!?\n][ \t]*|\b(?:so|but|and)[ \t])[*_]{0,2}(?:with|at|on|for)[ \t](?:(?:your|the)[ \t])?"
    r"|%[ \t]of[ \t])[*_]{0,2}\Z",
    re.IGNORECASE,
)
"""`With your 75 EUR shipping is free`: what begins so tells no price and no time of the thing."""
_LENGTH = re.compile(r"[ \t-](?:words?|sentences?|characters?|bullet points?|bullets|lines?|paragraphs?)\b")
_OUT_OF = re.compile(r"(?:/|\bout of|\bof)[ \t]?$", re.IGNORECASE)


class FigureState(StrEnum):
    HELD = "held"
    EXEMPT = "exempt"
    MISSING = "missing"
    NEGATED = "negated"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the response, and where the evidence holds it."""

    quantity: Quantity
    claim: ClaimSpan
    state: FigureState
    matches: tuple[EvidenceMatch, ...] = ()


_MOST_MATCHES = 40
_NEARBY = 600
_AROUND = 300
_LONGEST_HEADERS = 2_000
_NEAREST_ITEMS = 4
_DEGREES = ("°c", "°f")


@dataclass(frozen=True, slots=True)
class _Said:
    """A figure as it is found, before it is judged; `whole` is the duration that it is a part of: `1 h 30 min`."""

    quantity: Quantity
    claim: ClaimSpan
    matches: list[EvidenceMatch]
    whole: Quantity

    @property
    def around(self) -> str:
        """The claim; of a very long one a stretch near the figure that its neighbours share."""
        at = (self.quantity.start - self.claim.start) // _AROUND * _AROUND
        return self.claim.text[max(0, at - _AROUND) : at + 2 * _AROUND]


class _Checker:
    """What is the same for every figure of one response."""

    def __init__(
        self, response_md: str, blocks: tuple[Block, ...], claims: tuple[ClaimSpan, ...], index: EvidenceIndex
    ) -> None:
        self.response_md = response_md
        self.index = index
        self.asked = find_quantities(index.evidence.query)
        self.counts = counts_of(blocks) | index.counts
        self.said = tuple(_said(response_md, claims, index))
        self.starts = [said.quantity.start for said in self.said]
        self.near: dict[str, tuple[int, ...]] = {}

    def judge(self, said: _Said) -> Figure:
        matches = tuple(said.matches[:_MOST_MATCHES])
        if not matches:
            state = FigureState.EXEMPT if self._is_exempt(said) else FigureState.MISSING
        elif self._is_negated(said):
            state = FigureState.NEGATED
        else:
            state = FigureState.HELD
        return Figure(said.quantity, said.claim, state, matches)

    def _is_negated(self, said: _Said) -> bool:
        """A negative figure that the evidence has as a positive one only, or the other way round. With money a sign is
        how an account writes what was paid."""
        held = [(self.index.items[match.item], match.quantity) for match in said.matches]
        text = self.index.evidence.document.text
        if minus_before(self.response_md, said.quantity) is None:
            may_fall = said.quantity.kind is Kind.PERCENT or said.quantity.unit in _DEGREES
            negative = may_fall and all(minus_before(text, one) is not None for _, one in held)
            return negative and not is_deduction(self.response_md, said.quantity)
        return not any(is_deduction(text, one) or names_deduction((item.heading, *item.header)) for item, one in held)

    def _is_exempt(self, said: _Said) -> bool:
        text, quantity, claim = self.response_md, said.quantity, said.claim
        if is_count(text, quantity, self.counts) or repeats_query(text, quantity, self.asked):
            return True
        if quantity.kind is Kind.PERCENT and quantity.in_words and not self.index.of_slot(quantity):
            return True  # `half of the shops` counts what is listed
        if quantity.kind is not Kind.TIME and has_bound(text, quantity):  # `until 17:20` is no rounding of 18:00
            bound, evidence = bound_of(text, quantity), self.index.evidence.document.text
            if not claim.factual or is_bounded_by(quantity, bound, self.index.of_slot(quantity), evidence):
                return True
        if self._stands(quantity) or any(same(quantity, one) for one in self._of_headers):
            return True
        others = [one.quantity for one in self._beside(quantity) if one.claim is claim and one is not said]
        if contradicts_times(quantity, others):
            return False
        words = f"{claim.context[:_AROUND]} {said.around}"
        return announces(quantity, words) and follows(said.whole, self._known_beside(said), words, self.asked)

    @cached_property
    def _of_headers(self) -> tuple[Quantity, ...]:
        """The figures that name the columns of tables: times of a timetable."""
        headers = dict.fromkeys(cell for item in self.index.items[:_MOST_HELD] for cell in item.header)
        return find_quantities(" | ".join(headers)[:_LONGEST_HEADERS])

    def _stands(self, quantity: Quantity) -> bool:
        """Whether it stands in the evidence as it is written, unit and all, where nothing is read of it: `30s`."""
        register = self.index.evidence.register
        whole = rf"(?<![\w.,:-])(?<!\d\s){re.escape(quantity.text)}(?![.,:-]?\w)"
        is_named = any(map(str.isalpha, quantity.text)) and quantity.text in register
        return is_named and re.search(whole, register) is not None

    def _known_beside(self, said: _Said) -> tuple[Quantity, ...]:
        """Figures a derivation may start from: those held nearby in the response, those of the nearest items."""
        beside = [other.quantity for other in self._beside(said.quantity) if other.matches]
        text, items = self.index.evidence.document.text, self._near(said.claim)
        near = (join_measures(text, self.index.figures[place]) for place in items)
        return (*beside, *(quantity for figures in near for quantity in figures))

    def _beside(self, figure: Quantity) -> tuple[_Said, ...]:
        first = bisect_left(self.starts, figure.start - _NEARBY)
        return self.said[first : bisect_right(self.starts, figure.start + _NEARBY)]

    def _near(self, claim: ClaimSpan) -> tuple[int, ...]:
        """The items that share most with a claim; of few figures all where none shares anything."""
        if claim.id not in self.near:
            words = content_words(f"{claim.context} {claim.text}")
            near = tuple(place for place, _ in self.index.search(words, limit=_NEAREST_ITEMS))
            every = range(len(self.index.items)) if self.index.is_small else ()
            self.near[claim.id] = near or tuple(every)
        return self.near[claim.id]


def check_figures(
    response_md: str, blocks: tuple[Block, ...], claims: tuple[ClaimSpan, ...], index: EvidenceIndex
) -> tuple[Figure, ...]:
    """Every figure of the response in order, with its state."""
    checker = _Checker(response_md, blocks, claims, index)
    return tuple(checker.judge(said) for said in checker.said)


def _said(response_md: str, claims: tuple[ClaimSpan, ...], index: EvidenceIndex) -> Iterator[_Said]:
    content = mask(response_md, keeps_struck=True)  # `~~59.90 EUR~~ 39.90 EUR` tells a former price
    found = find_quantities(response_md)
    wholes = join_measures(response_md, found)
    within = [one.start for one in wholes]
    for quantity in found:
        whole = wholes[bisect_right(within, quantity.start) - 1]
        claim = holding(claims, quantity.start)
        is_content = not content[quantity.start : quantity.end].isspace()
        if claim is not None and not quantity.ambiguous and is_content:
            matches = index.matches(quantity) or (
                index.matches(whole) if whole.start < quantity.end < whole.end + 1 else []
            )
            yield _Said(quantity, claim, matches, whole)


def repeats_query(response_md: str, said: Quantity, asked: tuple[Quantity, ...]) -> bool:
    """Whether a figure only repeats what the query set: its bound, its size. A price or a time counts only where it is
    worded as a bound, since `it costs 140 EUR` is a claim even when the query says `under 140 EUR`."""
    if not any(same(said, held) for held in asked):
        return False
    if said.kind not in (Kind.MONEY, Kind.TIME):
        return True
    return (
        has_bound(response_md, said)
        or _CIRCUMSTANCE.search(response_md[max(0, said.start - 40) : said.start]) is not None
    )


def has_bound(response_md: str, said: Quantity) -> bool:
    """Whether a figure is worded as a limit: `under 120 EUR`, `a 120 EUR budget`."""
    before = response_md[max(0, said.start - 40) : said.start]
    return bool(_BOUND_BEFORE.search(before) or _BOUND_AFTER.match(response_md, said.end))


def is_bounded_by(said: Quantity, bound: int, held: list[EvidenceMatch], evidence: str) -> bool:
    """Whether a limit is a fair rounding of a figure that is held: `over 500` of 512, and `at least 21` of no
    `at least 23`. `bound` is 1 for a lower limit, -1 for an upper one, 0 for what only looks like one."""
    return any(
        abs(limit - value) <= _FAIR * abs(limit)
        and bound * (value - limit) >= 0
        and not (bound and bound_of(evidence, entry.quantity) == bound)
        for entry in held[:_MOST_HELD]
        for value in entry.quantity.candidates
        for limit in said.candidates
    )


def is_count(response_md: str, said: Quantity, counts: frozenset[int]) -> bool:
    """Whether a bare number counts what is listed, tells the response's own length (`in 94 words`), or is the
    scale of a rating (`4.5 out of 5`)."""
    if said.kind is not Kind.NUMBER or not said.candidates:
        return False
    if precedes_number(response_md, said.start, said.end):  # `1 49.90 EUR`
        return False
    if said.in_words and said.candidates[0] <= 12:
        return True
    if said.candidates[0] in (5.0, 10.0, 100.0) and _OUT_OF.search(response_md[max(0, said.start - 8) : said.start]):
        return True
    return said.candidates[0] in counts or bool(_LENGTH.match(response_md, said.end))
