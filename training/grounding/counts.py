"""The vocabulary of the model: document frequencies of stems, and how often a stem that is new to the evidence stood
inside a marked hallucination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log

from evals.datasets_io import GroundingItem
from evals.held_back import source_number
from validation.evidence.grounding.index import Evidence, index
from validation.evidence.grounding.text.words import Kind, tokens
from validation.evidence.language.stems import Vocabulary, stem
from validation.evidence.text.claims import split_claims

BLOCKS = 20
"""Risks are counted per block of sources, so that no row sees risks that its own labels helped to count."""
_FEWEST_UNITS = 2
_FEWEST_SOURCES = 4
_SMOOTHING = 8.0


def block_of(item: GroundingItem) -> int:
    return source_number(item.passages) // 64 % BLOCKS


@dataclass(slots=True)
class Counts:
    """`invented[block][stem]` and `faithful[block][stem]` count sources, so that six responses to one article count
    once."""

    units: int = 0
    holding: Counter[str] = field(default_factory=Counter)
    invented: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(BLOCKS)])
    faithful: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(BLOCKS)])
    keys: Counter[str] = field(default_factory=Counter)


def by_source(items: Iterable[GroundingItem]) -> list[tuple[Evidence, list[GroundingItem]]]:
    """Items that share their evidence, with its index, in order of first appearance."""
    groups: dict[tuple[str, ...], list[GroundingItem]] = {}
    for item in items:
        groups.setdefault(item.passages, []).append(item)
    return [(index(passages), group) for passages, group in groups.items()]


def count(sources: list[tuple[Evidence, list[GroundingItem]]]) -> Counts:
    counts = Counts()
    for evidence, group in sources:
        counts.units += len(evidence.units)
        for unit in evidence.units:
            counts.holding.update(sorted(unit))
        counts.keys.update({word for one in evidence.attributes for word in one.key})
        invented, faithful = Counter[str](), Counter[str]()
        for item in group:
            _count_new(item, evidence, invented, faithful)
        block = block_of(group[0])
        counts.invented[block].update(invented.keys())
        counts.faithful[block].update(faithful.keys())
    return counts


def _count_new(item: GroundingItem, evidence: Evidence, invented: Counter[str], faithful: Counter[str]) -> None:
    if item.spans is None:
        return
    for claim in split_claims(item.response):
        for token in tokens(claim.text) if claim.factual else ():
            one = stem(token.norm)
            if token.kind is not Kind.WORD or evidence.holds(one):
                continue
            at = claim.start + token.at
            inside = any(start <= at < end for start, end in item.spans)
            (invented if inside else faithful)[one] += 1


def vocabulary(counts: Counts, *, without: int | None = None) -> Vocabulary:
    """`without` leaves out the labels of one block."""
    invented, faithful = Counter[str](), Counter[str]()
    for block in range(BLOCKS):
        if block != without:
            invented.update(counts.invented[block])
            faithful.update(counts.faithful[block])
    return Vocabulary(
        idf={
            one: round(log(counts.units / held), 2)
            for one, held in sorted(counts.holding.items())
            if held >= _FEWEST_UNITS and not one[0].isdigit()
        },
        hallucination_log_odds=_risks(invented, faithful),
        keys=frozenset(key for key, held in counts.keys.items() if held >= _FEWEST_SOURCES),
        rarest=round(log(counts.units), 2),
    )


def _risks(invented: Counter[str], faithful: Counter[str]) -> dict[str, float]:
    average = invented.total() / (invented.total() + faithful.total())
    base = log(average / (1 - average))
    found = {}
    for one in sorted(invented.keys() | faithful.keys()):
        bad, good = invented[one], faithful[one]
        if bad + good >= _FEWEST_SOURCES:
            odds = (bad + _SMOOTHING * average) / (good + _SMOOTHING * (1 - average))
            found[one] = round(log(odds) - base, 2)
    return found
