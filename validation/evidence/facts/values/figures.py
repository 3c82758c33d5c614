"""What becomes of each figure of a claim: held, derived, or contradicted by the right value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from validation.evidence.document.statement import Statement
from validation.evidence.facts.claim_statements import ClaimStatement, QueryConcepts
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.binding import Binding, BindingState, counts_alike
from validation.evidence.facts.values.bounds import (
    contradicts_its_verb,
    direction,
    is_no_value,
    is_reversed_limit,
    meets_limit,
)
from validation.evidence.facts.values.dated import value_of_date, value_of_year
from validation.evidence.facts.values.derivations import Derivations
from validation.evidence.facts.values.other_rows import is_of_other_row
from validation.evidence.facts.values.outdated import replaced_by
from validation.evidence.facts.values.particles import value_of_other_column
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.words import any_of

_IN_TOTAL = any_of("figures.in_total")
_OF_THE = re.compile(r"\b(?:of|between|among) (?:the|these|those)\s+\Z", re.IGNORECASE)  # "of the two"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Where in the response stands what the evidence says otherwise, and the statement that says it. `said` is what to
    replace, `instead` by what; both empty where the whole statement is turned round."""

    start: int
    end: int
    statement: Statement
    said: str = ""
    instead: str = ""


@dataclass(slots=True)
class Figures:
    """`derived` are the places of figures that are held or follow, `worked_out` those of them that the evidence does
    not hold, `missing` and `loose` those that do not, `grounds` the statements that others follow from."""

    conflicts: list[Conflict] = field(default_factory=list)
    derived: set[tuple[int, int]] = field(default_factory=set)
    worked_out: list[Quantity] = field(default_factory=list)
    missing: list[Binding] = field(default_factory=list)
    loose: list[Quantity] = field(default_factory=list)
    grounds: list[Statement] = field(default_factory=list)


class FigureCheck:
    """Built once a response; `masked` is its text."""

    def __init__(self, masked: str, index: FactIndex, asked: QueryConcepts, derivations: Derivations) -> None:
        self.masked, self.index, self.asked, self.derivations = masked, index, asked, derivations

    def check(self, part: ClaimStatement, bindings: Sequence[Binding], known: Sequence[Statement]) -> Figures:
        """What becomes of each figure; `known` are the statements that may carry the claim."""
        found = Figures()
        for one in bindings:
            kept = None if one.fact is None else meets_limit(self.masked, one.figure, one.fact, self.index)
            if one.fact is not None and kept is not None and not self._is_in_prose(one.fact):
                self._add_compared(one.figure, one.fact, part, found, is_kept=kept)
            elif one.fact is not None and one.state is BindingState.CONTRADICTED:
                self._add_contradicted(one, one.fact, part, known, found)
            elif one.fact is not None and one.state is BindingState.HELD:
                self._add_held(one, one.fact, part, known, found)
            else:
                self._add_open(one, part, bindings, known, found)
        return found

    def _add_compared(
        self, figure: Quantity, fact: Fact, part: ClaimStatement, found: Figures, *, is_kept: bool
    ) -> None:
        """A limit of a sum is held against no single value."""
        if _IN_TOTAL.search(self.masked, part.statement.start, part.statement.end):
            found.loose.append(figure)
        elif is_kept:
            found.derived.add((figure.start, figure.end))
            found.grounds.append(fact.statement)
        elif figure.start not in self.asked.exempt:
            self._dispute(figure, fact, part, found)

    def _dispute(self, figure: Quantity, fact: Fact, part: ClaimStatement, found: Figures) -> None:
        """No row that nobody means speaks against a claim: there is always one with another value."""
        if not part.things and _is_of_unmeant_row(fact.statement, part.statement, self.index):
            found.loose.append(figure)
        else:
            found.conflicts.append(Conflict(figure.start, figure.end, fact.statement, figure.text, fact.figure.text))

    def _add_contradicted(
        self, one: Binding, fact: Fact, part: ClaimStatement, known: Sequence[Statement], found: Figures
    ) -> None:
        claim, figure = part.statement, one.figure
        if self._is_in_prose(fact) or _IN_TOTAL.search(self.masked, claim.start, claim.end):
            found.loose.append(figure)
        elif new := self._replacing(figure, fact, claim):
            found.derived.add((figure.start, figure.end))
            found.grounds.append(new)
        elif figure.start not in self.asked.exempt and not self._is_derived(figure, part, fact.statement, known):
            self._dispute(figure, fact, part, found)

    def _add_held(
        self, one: Binding, fact: Fact, part: ClaimStatement, known: Sequence[Statement], found: Figures
    ) -> None:
        """What is held may still be told of something else, or otherwise than the evidence tells it."""
        claim, figure = part.statement, one.figure
        place = (self.masked, claim, figure, fact, self.index)
        if (
            is_reversed_limit(*place)
            or contradicts_its_verb(self.masked, claim, figure)
            or self._is_plain_value(part, figure, fact, known)
        ):
            found.conflicts.append(Conflict(claim.start, claim.end, fact.statement))
        elif not self._is_in_prose(fact) and (
            new := replaced_by(claim, figure, self.masked, fact.statement, self.index)
            or value_of_date(claim, figure, fact, self.index)
            or value_of_year(self.masked, claim, figure, fact, self.index)
            or value_of_other_column(self.masked, claim, fact, self.index)
        ):
            found.conflicts.append(Conflict(figure.start, figure.end, new[0], figure.text, new[1].text))
        if not self.index.is_long:
            found.derived.add((figure.start, figure.end))

    def _add_open(
        self,
        one: Binding,
        part: ClaimStatement,
        bindings: Sequence[Binding],
        known: Sequence[Statement],
        found: Figures,
    ) -> None:
        """What the evidence does not hold, or not clearly of this, may follow from what it holds."""
        figure, is_missing = one.figure, one.state is BindingState.MISSING
        stands = figure.kind is Kind.PERCENT and one.fact is not None
        follows = None if stands else self.derivations.derive(figure, part, known)
        if follows is not None and follows.holds:
            found.derived.add((figure.start, figure.end))
            found.worked_out += (figure,) if is_missing and follows.is_grounded else ()
            found.grounds += () if follows.statement is None else (follows.statement,)
        elif follows is not None and follows.statement is not None:
            found.conflicts.append(Conflict(figure.start, figure.end, follows.statement, figure.text, follows.instead))
        elif is_missing and one.fact is not None and counts_alike(figure, one.fact, part.statement):
            self._dispute(figure, one.fact, part, found)
        elif self._is_explained(one, part) or (is_missing and self._is_of_label(figure, bindings, known)):
            pass
        elif is_missing:
            found.missing.append(one)
        else:
            found.loose.append(figure)

    def _is_explained(self, one: Binding, part: ClaimStatement) -> bool:
        """Whether the query brought a figure along, or it only counts what stands there: `of the two`."""
        figure, claim = one.figure, part.statement
        if is_of_other_row(figure, part, self.index, self.asked.figures):
            return False
        is_asked = figure.start in self.asked.exempt and (one.fact is None or figure.kind is Kind.NUMBER)
        return is_asked or (figure.in_words and _OF_THE.search(self.masked, claim.start, figure.start) is not None)

    def _is_of_label(self, figure: Quantity, bindings: Sequence[Binding], known: Sequence[Statement]) -> bool:
        """Whether a figure names the line or column that the claim rests on: `20-40 kg: 2 tablets`. Where other figures
        of the claim are held, it must be the line of one of these."""
        held = [one.fact.statement for one in bindings if one.state is BindingState.HELD and one.fact]
        names = dict.fromkeys(one.prop for one in held or known if any(map(str.isdigit, one.prop)))
        return any(same(figure, one) for name in names for one in find_quantities(name))

    def _is_in_prose(self, fact: Fact) -> bool:
        """In long prose too much stands side by side to tell what a figure is of."""
        return self.index.is_long and not fact.statement.is_field

    def _replacing(self, figure: Quantity, fact: Fact, claim: Statement) -> Statement | None:
        """The statement that replaces what speaks against a figure by this same figure."""
        new = replaced_by(claim, fact.figure, self.masked, fact.statement, self.index)
        return new[0] if new and same(figure, new[1]) else None

    def _is_plain_value(self, part: ClaimStatement, figure: Quantity, fact: Fact, known: Sequence[Statement]) -> bool:
        """Whether a difference is told that does not follow, and that the evidence has as one of several values."""
        values = [one for statement in known for one in statement.figures if comparable(one, figure)]
        is_lone = all(same(one, figure) for one in values)
        if is_lone or not is_no_value(self.masked, figure, fact, self.index):
            return False
        follows = self.derivations.derive(figure, part, known)
        return follows is None or not follows.holds

    def _is_derived(
        self, figure: Quantity, part: ClaimStatement, against: Statement, known: Sequence[Statement] = ()
    ) -> bool:
        """Whether a figure that the evidence holds elsewhere is worked out from those beside it or from what seems to
        speak against it; a difference also from `known`, what the claim rests on."""
        sources = (against, *known) if direction(self.masked, figure) else (against,)
        return bool((found := self.derivations.derive(figure, part, sources)) and found.holds)


def _is_of_unmeant_row(cell: Statement, claim: Statement, index: FactIndex) -> bool:
    """Whether a cell is of one of several named rows, and a claim says nothing that this row alone has."""
    if not cell.keys or cell.record not in index.rows:
        return False
    shared = index.around[cell.record] & claim.concepts & index.postings.keys()
    return not any(all(index.statements[at].record == cell.record for at in index.postings[key]) for key in shared)
