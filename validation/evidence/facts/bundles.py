"""The places of the evidence that may carry a part of a claim: a sentence, a row or an object as a whole."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from validation.evidence.document.statement import Statement
from validation.evidence.facts.values.binding import Binding, BindingState
from validation.evidence.language.lexicon import FRAME, SIDED, concept, concepts_of
from validation.evidence.language.terms import Term
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity
from validation.evidence.text.lookup import grouped

_LIMITS = concepts_of(("above", "near"))
"""Held against the values (values/bounds.py)."""
_MOST = 24
_BRACKET = re.compile(r"\([^()\n]{1,200}\)")


@dataclass(frozen=True, slots=True)
class Bundle:
    """What one sentence says, or one row or object as a whole, in affirmed and in denied concepts."""

    affirmed: frozenset[str]
    denied: frozenset[str]
    context: frozenset[str]
    figures: tuple[Quantity, ...]
    start: int
    record: int
    is_record: bool

    def joined(self, other: Bundle) -> Bundle:
        return replace(
            self,
            affirmed=self.affirmed | other.affirmed,
            denied=self.denied | other.denied,
            context=self.context | other.context,
        )

    def holds(self, figures: Sequence[Quantity]) -> bool:
        """Whether all these figures stand here."""
        return all(any(same(figure, one) for one in self.figures) for figure in figures)

    def _names(self, term: Term) -> bool:
        """Whether a word stands around it, on the side that it is told of: `Died` carries no `alive`."""
        told = term.key not in SIDED or term.denied is (f"-{term.key}" in self.context)
        return told and term.key in self.context

    def carries(self, term: Term, given: frozenset[str], denied: frozenset[str] | None = None) -> bool:
        """`denied` is what the denial reaches that begins at this term, where one does: then something of that must be
        denied here too, for that the query or a row says `cost` carries no `does not cost`."""
        if denied is not None:
            return not self.denied.isdisjoint(denied)
        is_denied = term.key in self.denied and term.key not in self.affirmed
        if is_denied and not term.denied and term.key not in FRAME:
            return False  # that a pool was asked for carries none where there is "no pool"
        if term.key in given or self._names(term) or term.key in (self.denied if term.denied else self.affirmed):
            return True
        if term.key not in _LIMITS and concept(term.word.lower())[1] < 0:
            return False  # `sold out` says something, as `available` mostly does not
        return term.key in FRAME and (term.denied or term.key not in self.denied or term.key not in SIDED)


def denial_heads(terms: Sequence[Term]) -> dict[Term, frozenset[str]]:
    """The word next behind each denial, `cost` of `does not cost 5 EUR`, and all that the denial reaches. Words of one
    side of a scale, `under`, deny nothing by themselves."""
    scopes = grouped((place, term) for term in terms for place in term.denials)
    heads = ((found[0], frozenset(term.key for term in found)) for found in scopes.values())
    return {head: scope for head, scope in heads if head.denied and head.key not in SIDED}


def held_by_segment(claim: Statement, text: str, bindings: Sequence[Binding]) -> dict[int, list[Quantity]]:
    """The figures of each part of a claim that the evidence holds: its words must stand where they do. What a bracket
    says beside a figure, `the tram (2.80 EUR; no receipt)`, is said of that. `text` is the masked response."""
    held = [one.figure for one in bindings if one.state is BindingState.HELD]
    found = grouped((claim.segment_at(figure.start), figure) for figure in held)
    for match in _BRACKET.finditer(text, claim.start, claim.end):
        inside = [figure for figure in held if match.start() < figure.start < match.end()]
        for segment in range(bisect(claim.divides, match.start() + 1), bisect(claim.divides, match.end() - 1) + 1):
            found[segment] = found[segment] or inside
    return found


def bundles_of(known: Sequence[Statement], records: Mapping[int, Sequence[Statement]]) -> list[Bundle]:
    """Of sentences each its own; of cells and fields those of one row or object. `records` are rows as a whole."""
    found = grouped(
        (("record", one.record, one.keys) if one.is_field or one.prop else ("sentence", one.start, one.keys), one)
        for one in known
    )
    return [
        _bundle(
            _of_thing(records.get(group[0].record, group), keys) if kind == "record" else group,
            is_record=kind == "record",
        )
        for (kind, _, keys), group in found.items()
    ]


def _of_thing(row: Sequence[Statement], keys: frozenset[str]) -> list[Statement]:
    """Where the columns are the things, a row holds what several of them are."""
    return [one for one in row if one.keys == keys]


def _bundle(group: Sequence[Statement], *, is_record: bool) -> Bundle:
    return Bundle(
        frozenset(term.key for one in group for term in one.terms if not term.denied),
        frozenset(term.key for one in group for term in one.terms if term.denied),
        frozenset(key for one in group for key in one.context),
        tuple(figure for one in group for figure in one.figures[:_MOST]),
        group[0].start,
        group[0].record,
        is_record,
    )
