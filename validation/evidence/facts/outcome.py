"""What the facts say of each claim: supported with its quotes, contradicted with the right value, or unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from validation.domain.context import REMEMBERED
from validation.evidence.document.statement import Statement
from validation.evidence.facts.bundles import (
    Bundle,
    Resting,
    bundles_of,
    denial_heads,
    held_by_segment,
    resting,
    scattered,
)
from validation.evidence.facts.index import STATUS, FactIndex
from validation.evidence.facts.lookups import cell_keys, misfiled
from validation.evidence.facts.said import QueryConcepts, Said, read_claims
from validation.evidence.facts.statements.framing import Framing, told_as_done
from validation.evidence.facts.statements.order import misordered
from validation.evidence.facts.statements.polarity import Opposition, opposition
from validation.evidence.facts.statements.quantifiers import unsaid_quantifiers
from validation.evidence.facts.statements.rankings import Ranked, rankings, undecided
from validation.evidence.facts.statements.roles import RoleIndex
from validation.evidence.facts.statements.turned import Parallels, crossed_parts, exchanged, turned
from validation.evidence.facts.values.binding import Binding, Bound, bind
from validation.evidence.facts.values.derivations import Derivations
from validation.evidence.facts.values.figures import Conflict, FigureCheck
from validation.evidence.facts.values.outdated import told_backwards
from validation.evidence.grounding.text.polarity import speaks_of_sources
from validation.evidence.language.lexicon import FRAME, LABELS, concepts_of
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import by_segment
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.claims import ClaimSpan


class Known(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`quotes` are the statements that carry or dispute the claim, best first. `uncovered` are its words that none of
    them says, `loose` figures that the evidence holds, though not clearly of this, `missing` those it does not hold;
    `derived` are the places of figures that follow from it. `is_open` is true where the evidence has a figure of it of
    another thing only, does not say it of itself, or says it of another."""

    known: Known
    quotes: tuple[Statement, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    uncovered: tuple[str, ...] = ()
    loose: tuple[Quantity, ...] = ()
    missing: tuple[Binding, ...] = ()
    derived: frozenset[tuple[int, int]] = field(default=frozenset())
    is_open: bool = False


UNKNOWN = Outcome(Known.UNKNOWN)
_CODED = re.compile(r"(?=.*\d).*[^\d.].*|\d+\.\d+")
_COUNTS = re.compile(r"\d{1,3}|[12]\d{3}")
_DIRECTION = concepts_of(("rise",))
_CANDIDATES = 16
_OWN = 24
_OF_THE_USER = re.compile(r"\b(?:you|your|yours|I|my|we|our|du|dein|sie|ihr\w*)\b", re.IGNORECASE)
_QUOTES = 4


def check_facts(
    response_md: str, claims: Sequence[ClaimSpan], index: FactIndex, asked: QueryConcepts
) -> dict[str, Outcome]:
    """The outcome of every claim and label by its id."""
    said = read_claims(response_md, claims, index, asked)
    checker = _Checker(response_md, index, asked, crossed_parts(said, index))
    return {claim.id: checker.check(said.get(claim.id, ())) for claim in claims if claim.factual or claim.is_label}


class _Checker:
    def __init__(
        self, response_md: str, index: FactIndex, asked: QueryConcepts, crossing: frozenset[tuple[int, int]]
    ) -> None:
        self.masked, self.index, self.asked, self.crossing = mask(response_md), index, asked, crossing
        self.roles, self.framing, self.parallels = RoleIndex(index), Framing(index), Parallels(index)
        self.figures = FigureCheck(self.masked, index, asked, Derivations(index, response_md, asked.figures))

    def check(self, parts: Sequence[Said]) -> Outcome:
        found = [self._part(said) for said in parts]
        known = Known.UNKNOWN
        if any(one.known is Known.CONTRADICTED for one in found):
            known = Known.CONTRADICTED
        elif found and all(one.known is Known.SUPPORTED for one in found):
            known = Known.SUPPORTED
        quotes = {(quote.quote_start, quote.quote_end): quote for one in found for quote in one.quotes}
        return Outcome(
            known,
            tuple(quotes.values())[:_QUOTES],
            tuple(conflict for one in found for conflict in one.conflicts),
            tuple(word for one in found for word in one.uncovered),
            tuple(figure for one in found for figure in one.loose),
            tuple(binding for one in found for binding in one.missing),
            frozenset(place for one in found for place in one.derived),
            any(one.is_open for one in found),
        )

    def _part(self, said: Said) -> Outcome:
        claim = said.statement
        candidates = self._candidates(said)
        named = frozenset(key for keys in said.things for key in keys)
        told = [figure for figure in claim.figures if not (figure.kind is Kind.NUMBER and figure.text.lower() in named)]
        bindings = [bind(claim, figure, self.index, said.things, self.asked.concepts) for figure in told]
        carrying = [one.fact.statement for one in bindings if one.state is Bound.HELD and one.fact]
        known = (*carrying, *candidates)
        figures = self.figures.check(said, bindings, known)
        known = (*known, *figures.grounds)
        ranked = tuple(rankings(claim, self.masked, said.mentioned, self.index, self.asked.concepts))
        unnumbered = replace(claim, figures=tuple(told))
        against, agreed = opposition(unnumbered, self._disputable(claim, candidates), self.index)
        conflicts = (
            *figures.conflicts,
            *self._conflicts(claim, bindings, ranked, against),
            *self._of_others(said),
        )
        is_short = not self.index.is_long  # long prose tells one event in several tenses
        if is_short and not conflicts and (planned := told_as_done(claim, self.masked, known, self.index)):
            conflicts = (Conflict(claim.start, claim.end, planned),)
        places = (claim, self.masked, known, self.index.text)
        turned_round = (*turned(*places), *misordered(*places))
        uncovered = (
            *self._uncovered(said, known, ranked, agreed, bindings),
            *(term.word for term in self.roles.misplaced(claim, self.masked)),
            *(term.word for term in claim.terms if (claim.start, term.segment) in self.crossing),
            *(term.word for term in turned_round),
            *unsaid_quantifiers(claim, self.masked, candidates, self.index),
            *undecided(claim, self.masked, ranked, known, self.index),
        )
        is_other = (
            bool(turned_round) or exchanged(claim, known, self.index.postings) or self.parallels.is_swapped(claim)
        )
        is_open = figures.is_open or bool(is_other) or self.framing.is_framed(claim, self.masked, known)
        state = Known.CONTRADICTED if conflicts else Known.UNKNOWN
        if not (is_open or conflicts or uncovered or figures.loose or figures.missing) and known and said.is_whole:
            state = Known.SUPPORTED
        return Outcome(
            state,
            (*(conflict.statement for conflict in conflicts), *known),
            conflicts,
            uncovered,
            tuple(figures.loose),
            tuple(figures.missing),
            frozenset(figures.derived),
            is_open,
        )

    def _conflicts(
        self, claim: Statement, bindings: Sequence[Binding], ranked: Sequence[Ranked], against: Opposition | None
    ) -> Iterator[Conflict]:
        """What is told backwards, ranked otherwise, or denied."""
        if backwards := told_backwards(self.masked, bindings, self.index):
            yield Conflict(claim.start, claim.end, backwards.statement)
        for one in ranked:
            if one.holds is False and one.fact and (one.fact.statement.is_field or not self.index.is_long):
                yield Conflict(one.start, one.end, one.fact.statement, one.said, one.winner)
        if against is not None:
            yield Conflict(claim.start, claim.end, against.statement, against.said, against.instead)

    def _of_others(self, said: Said) -> Iterator[Conflict]:
        """A state told of the one thing named that only others have: `delivered` of what is in transit."""
        claim = said.statement
        if len(said.entities) != 1 or claim.is_conditional:
            return
        (thing,) = said.entities
        if all(_COUNTS.fullmatch(key) for key in thing):
            return  # `11` may name a row and count anything, `2012` be a year of it
        told = {term.key: term for term in claim.terms if not term.denied}
        for key, own in self.index.others_values(thing, frozenset(told)).items():
            term = told[key]
            if key in FRAME and not STATUS.fullmatch(own.prop):
                continue  # `good` may rate a thing in a table, and tie any answer together
            if key in keys_of(own.prop) or cell_keys(own) <= told.keys():
                continue  # `Shop hours` under `Hours`; and who says its own value too speaks of several
            yield Conflict(term.start, term.end, own, term.word, self.index.text[own.start : own.end])

    def _disputable(self, claim: Statement, candidates: Sequence[Statement]) -> Sequence[Statement]:
        """What a user said of themselves disputes only what is said of the user, and none what is said of sources."""
        if speaks_of_sources(self.masked[claim.start : claim.end]):
            return ()
        if _OF_THE_USER.search(self.masked, claim.start, claim.end):
            return candidates
        return [one for one in candidates if one.section != REMEMBERED]

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

    def _candidates(self, said: Said) -> tuple[Statement, ...]:
        """The statements that may carry the claim: of the things it is about, or of none."""
        several = len(self.index.entities) > 1
        ranked = [self.index.statements[place] for place, _ in self.index.search(said.statement.concepts, _CANDIDATES)]
        if several and said.things:
            ranked = [one for one in ranked if not one.keys or one.keys in said.things]
            ranked += [one for thing in sorted(said.things, key=sorted) for one in self.index.of_entity(thing)[:_OWN]]
        return tuple({(one.start, one.end): one for one in ranked}.values())

    def _uncovered(
        self,
        said: Said,
        known: Sequence[Statement],
        ranked: Sequence[Ranked],
        agreed: frozenset[str],
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
        rests: list[Resting] = []
        for terms in by_segment(said.statement.terms):
            part = [term for term in terms if not any(start <= term.start < start + 20 for start in decided)]
            told = figures[terms[0].segment]
            if len(told) > 1:  # which way a figure went from one to the other is held against both (`told_backwards`)
                part = [term for term in part if term.key not in _DIRECTION]
            near = [self._with_before(one) if told else one for one in bundles if one.holds(told)] or bundles
            lacking = [
                [
                    *(term for term in part if not one.carries(term, held | asked & around, agreed, heads.get(term))),
                    *(misfiled(part, told, self.index.fields(one.record)) if one.is_record else ()),
                ]
                for one, around in ((one, self.index.around[one.record]) for one in near)
            ]
            fewest = min(lacking, key=len, default=[term for term in part if term.key not in FRAME])
            found += [term.word for term in fewest]
            carrying = [one for one, lack in zip(near, lacking, strict=True) if not lack]
            rests += resting(terms, told, carrying, self.index)
        if len(said.entities) < 2:  # else each part may have its own
            found += [term.word for term in scattered(rests, self.index)]
        return tuple(found)
