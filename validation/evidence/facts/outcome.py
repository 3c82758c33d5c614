"""What the facts say of each claim: supported with its quotes, contradicted with the right value, or unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from validation.evidence.document.statement import Statement
from validation.evidence.facts.bundles import Bundle, bundles_of, denial_heads, held_by_segment
from validation.evidence.facts.claim_statements import ClaimStatement, QueryConcepts, read_claims
from validation.evidence.facts.columns import unknown_column
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.statements.quantifiers import unsupported_quantifiers
from validation.evidence.facts.statements.rankings import RankedClaim, rankings
from validation.evidence.facts.values.binding import Binding, BindingState, bind
from validation.evidence.facts.values.derivations import Derivations
from validation.evidence.facts.values.figures import Conflict, FigureCheck
from validation.evidence.language.lexicon import FRAME, LABELS, concepts_of
from validation.evidence.language.masking import mask
from validation.evidence.language.terms import by_segment
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import shorten


class SupportState(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class DerivedFacts:
    """What follows from the evidence of what a claim states: `figures` that the evidence does not hold, and what its
    ranking words are true of, `cheapest: "Lumo H4"`."""

    figures: tuple[Quantity, ...] = ()
    rankings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """`quotes` are the statements that carry or dispute the claim, best first. `uncovered` are its words that none of
    them says, `loose` figures that the evidence holds, though not clearly of this, `missing` those it does not hold;
    `derived` are the places of figures that follow from it, `columns` the names of those that it does not know."""

    known: SupportState
    quotes: tuple[Statement, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    uncovered: tuple[str, ...] = ()
    loose: tuple[Quantity, ...] = ()
    missing: tuple[Binding, ...] = ()
    derived: frozenset[tuple[int, int]] = field(default=frozenset())
    derived_facts: DerivedFacts = field(default=DerivedFacts())
    columns: tuple[str, ...] = ()


UNKNOWN = Outcome(SupportState.UNKNOWN)
_CODED = re.compile(r"(?=.*\d).*[^\d.].*|\d+\.\d+")
_DIRECTION = concepts_of(("rise",))
_CANDIDATES = 16
_OWN = 24
_QUOTES = 4
_LONGEST_NAME = 60
"""Characters of the name of a thing: product names are shorter."""


def check_facts(
    response_md: str, claims: Sequence[ClaimSpan], index: FactIndex, asked: QueryConcepts
) -> dict[str, Outcome]:
    """The outcome of every claim and label by its id."""
    said = read_claims(response_md, claims, index, asked)
    checker = _Checker(response_md, index, asked)
    names = [claim.id for claim in claims if claim.factual or claim.is_label]
    found = {name: checker.check(said.get(name, ())) for name in names}
    missing = [name for name in names if found[name].missing]
    return found | {name: checker.check(said.get(name, ())) for name in missing}  # may follow from what came behind


class _Checker:
    def __init__(self, response_md: str, index: FactIndex, asked: QueryConcepts) -> None:
        self.masked, self.index, self.asked = mask(response_md), index, asked
        self.figures = FigureCheck(self.masked, index, asked, Derivations(index, response_md, asked.figures))

    def check(self, parts: Sequence[ClaimStatement]) -> Outcome:
        found = [self._part(said) for said in parts]
        known = SupportState.UNKNOWN
        if any(one.known is SupportState.CONTRADICTED for one in found):
            known = SupportState.CONTRADICTED
        elif found and all(one.known is SupportState.SUPPORTED for one in found):
            known = SupportState.SUPPORTED
        quotes = {(quote.quote_start, quote.quote_end): quote for one in found for quote in one.quotes}
        return Outcome(
            known,
            tuple(quotes.values())[:_QUOTES],
            tuple(conflict for one in found for conflict in one.conflicts),
            tuple(word for one in found for word in one.uncovered),
            tuple(figure for one in found for figure in one.loose),
            tuple(binding for one in found for binding in one.missing),
            frozenset(place for one in found for place in one.derived),
            DerivedFacts(
                tuple(figure for one in found for figure in one.derived_facts.figures),
                tuple(dict.fromkeys(rank for one in found for rank in one.derived_facts.rankings)),
            ),
            tuple(column for one in found for column in one.columns),
        )

    def _part(self, said: ClaimStatement) -> Outcome:
        claim = said.statement
        candidates = self._candidates(said)
        named = frozenset(key for keys in said.things for key in keys)
        told = [figure for figure in claim.figures if not (figure.kind is Kind.NUMBER and figure.text.lower() in named)]
        bindings = [bind(claim, figure, self.index, said.things) for figure in told]
        carrying = [one.fact.statement for one in bindings if one.state is BindingState.HELD and one.fact]
        known = (*carrying, *candidates)
        figures = self.figures.check(said, bindings, known)
        known = (*known, *figures.grounds)
        ranked = tuple(rankings(claim, self.masked, said.mentioned, self.index, self.asked.concepts))
        conflicts = (*figures.conflicts, *self._misranked(ranked))
        uncovered = (
            *self._uncovered(said, known, ranked, bindings),
            *unsupported_quantifiers(claim, self.masked, candidates, self.index),
        )
        state = SupportState.CONTRADICTED if conflicts else SupportState.UNKNOWN
        if not (conflicts or uncovered or figures.loose or figures.missing) and known and said.is_whole:
            state = SupportState.SUPPORTED
        return Outcome(
            state,
            (*(conflict.statement for conflict in conflicts), *known),
            conflicts,
            uncovered,
            tuple(figures.loose),
            tuple(figures.missing),
            frozenset(figures.derived),
            DerivedFacts(tuple(figures.worked_out), tuple(self._ranks(ranked))),
            tuple(filter(None, [unknown_column(said, bindings, self.index)])),
        )

    def _ranks(self, ranked: Sequence[RankedClaim]) -> Iterator[str]:
        for one in ranked:
            if one.winner:
                yield f'{self.masked[one.start : one.end].lower()}: "{shorten(one.winner, _LONGEST_NAME)}"'

    def _misranked(self, ranked: Sequence[RankedClaim]) -> Iterator[Conflict]:
        for one in ranked:
            if one.holds is False and one.fact and (one.fact.statement.is_field or not self.index.is_long):
                yield Conflict(one.start, one.end, one.fact.statement, one.said, one.winner)

    def _with_before(self, bundle: Bundle) -> Bundle:
        """With the sentence before it in its paragraph, to which `that` and `it` point."""
        before = self.index.before(bundle.start)
        if before is None or bundle.is_record:
            return bundle
        return bundle.joined(next(iter(bundles_of([before], self.index.rows))))

    def _codes(self, claim: Statement) -> frozenset[str]:
        """Words with a digit that the evidence writes alike: `HX1`, an id that no value repeats."""
        coded = (term for term in claim.terms if _CODED.fullmatch(term.word))
        return frozenset(term.key for term in coded if self.index.writes(self.masked[term.start : term.end]))

    def _candidates(self, said: ClaimStatement) -> tuple[Statement, ...]:
        """The statements that may carry the claim: of the things it is about, or of none."""
        several = len(self.index.entities) > 1
        ranked = [self.index.statements[place] for place, _ in self.index.search(said.statement.concepts, _CANDIDATES)]
        if several and said.things:
            ranked = [one for one in ranked if not one.keys or one.keys in said.things]
            ranked += [one for thing in sorted(said.things, key=sorted) for one in self.index.of_entity(thing)[:_OWN]]
        return tuple({(one.start, one.end): one for one in ranked}.values())

    def _uncovered(
        self,
        said: ClaimStatement,
        known: Sequence[Statement],
        ranked: Sequence[RankedClaim],
        bindings: Sequence[Binding],
    ) -> tuple[str, ...]:
        """The words of the claim that nothing carries: neither one place of what it rests on, nor what was searched
        for. Every part of a sentence is carried by itself."""
        asked = self.asked.given.union(self._codes(said.statement), *said.things)
        held = frozenset(key for key in asked if key not in self.index.postings)
        held = held.union(*said.entities if len(said.entities) > 1 else ())  # a difference rests on several rows
        held -= self.index.distinguished(said.statement.terms)
        decided = [one.start for one in ranked if one.holds]
        bundles = bundles_of(known, self.index.rows)
        unheard = [
            key for key in said.statement.keys - held - LABELS if key not in self.index.postings and not key.isdigit()
        ]
        whole = unheard and 2 * len(unheard) > len(said.statement.keys)
        found: list[str] = [said.statement.entity] if whole else []
        figures = held_by_segment(said.statement, self.masked, bindings)
        heads = denial_heads(said.statement.terms)
        for terms in by_segment(said.statement.terms):
            part = [term for term in terms if not any(start <= term.start < start + 20 for start in decided)]
            told = figures[terms[0].segment]
            if len(told) > 1 and _in_order(told, bindings):  # which way a figure went stands in neither of the two
                part = [term for term in part if term.key not in _DIRECTION]
            near = [self._with_before(one) if told else one for one in bundles if one.holds(told)] or bundles
            lacking = [
                [term for term in part if not one.carries(term, held | asked & around, heads.get(term))]
                for one, around in ((one, self.index.around[one.record]) for one in near)
            ]
            fewest = min(lacking, key=len, default=[term for term in part if term.key not in FRAME])
            found += [term.word for term in fewest]
        return tuple(found)


def _in_order(told: Sequence[Quantity], bindings: Sequence[Binding]) -> bool:
    """Whether the evidence tells figures in the order of the claim: `rose from 71% to 97%` follows from no log in which
    97% comes first."""
    held = {one.figure.start: one.fact.figure.start for one in bindings if one.fact is not None}
    if any(one.kind is Kind.DATE or is_year(one) for one in told):
        return True  # the dates say which was first
    places = [held[one.start] for one in told if one.start in held]
    return places == sorted(places)
