"""What becomes of each figure of a claim: held, derived, or contradicted by the right value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from validation.evidence.document.statement import Statement
from validation.evidence.facts.assertions import equal_facts, is_unasserted
from validation.evidence.facts.binding import Binding, Bound, counts_alike
from validation.evidence.facts.bounds import is_beyond, is_other_limit, is_turned
from validation.evidence.facts.derivations import Derivations
from validation.evidence.facts.differences import direction, is_no_difference, is_no_value, is_reversed
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.other_values import is_other_value
from validation.evidence.facts.outdated import replaced_by
from validation.evidence.facts.pairs import crossed
from validation.evidence.facts.query_concepts import QueryConcepts
from validation.evidence.facts.ranges import is_of_row, row_meant
from validation.evidence.facts.said import Said
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_IN_TOTAL = re.compile(
    r"\b(?:in total|total|in all|altogether|together|overall|combined|on average|each)\b", re.IGNORECASE
)
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
    """`derived` are the places of figures that are held or follow, `missing` and `loose` those that do not, `grounds`
    the statements that others follow from. `is_open`: one is there of something else."""

    conflicts: list[Conflict] = field(default_factory=list)
    derived: set[tuple[int, int]] = field(default_factory=set)
    missing: list[Binding] = field(default_factory=list)
    loose: list[Quantity] = field(default_factory=list)
    grounds: list[Statement] = field(default_factory=list)
    is_open: bool = False


class FigureCheck:
    """Built once a response; `masked` is its text."""

    def __init__(self, masked: str, index: FactIndex, asked: QueryConcepts, derivations: Derivations) -> None:
        self.masked, self.index, self.asked, self.derivations = masked, index, asked, derivations

    def check(self, said: Said, bindings: Sequence[Binding], known: Sequence[Statement]) -> Figures:
        """What becomes of each figure; `known` are the statements that may carry the claim."""
        claim = said.statement
        found = Figures()
        conflicts, derived, missing, loose = found.conflicts, found.derived, found.missing, found.loose
        for one in bindings:
            figure = one.figure
            if one.state is Bound.CONTRADICTED and self._is_of_its_row(claim, figure):
                derived.add((figure.start, figure.end))
                continue
            if one.state is Bound.HELD and one.fact is not None and (row := self._row_meant(claim, one)):
                conflicts.append(Conflict(figure.start, figure.end, row))
                continue
            if one.state is Bound.CONTRADICTED and one.fact is not None:
                in_prose = self.index.is_long and not one.fact.statement.is_field
                if in_prose or _IN_TOTAL.search(self.masked, claim.start, claim.end):
                    loose.append(figure)
                elif figure.start not in self.asked.exempt and not self._derived(
                    figure, said, one.fact.statement, known
                ):
                    conflicts.append(_of_figure(one))
            elif one.state is Bound.HELD and not self.index.is_long:
                derived.add((figure.start, figure.end))
            if one.state is Bound.HELD and one.fact is not None and self._is_turned(claim, one):
                conflicts.append(Conflict(claim.start, claim.end, one.fact.statement))
            elif one.state is Bound.HELD and one.fact is not None and is_beyond(self.masked, figure, one.fact.figure):
                derived.discard((figure.start, figure.end))
                conflicts.append(_of_figure(one))
            elif one.fact is not None and self._is_difference(said, one):
                derived.discard((figure.start, figure.end))
                conflicts.append(Conflict(claim.start, claim.end, one.fact.statement))
            elif one.state is Bound.HELD and self._is_other_value(claim, figure):
                derived.discard((figure.start, figure.end))
                loose.append(figure)
                found.is_open = True
            elif one.state is Bound.HELD and (
                self._is_plain_value(said, one, known) or is_unasserted(self.masked, claim, figure, self.index)
            ):
                derived.discard((figure.start, figure.end))
                loose.append(figure)
            elif one.state is Bound.HELD and (other := self._meant(claim, one, known)) is not None:
                conflicts.append(Conflict(figure.start, figure.end, other[0], figure.text, other[1].text))
            elif one.state in (Bound.MISSING, Bound.LOOSE):
                stands = figure.kind is Kind.PERCENT and one.fact is not None
                follows = None if stands else self.derivations.derive(figure, said, known)
                if follows is not None and follows.holds:
                    derived.add((figure.start, figure.end))
                    found.grounds += () if follows.statement is None else (follows.statement,)
                elif follows is not None and follows.statement is not None:
                    conflicts.append(
                        Conflict(figure.start, figure.end, follows.statement, figure.text, follows.instead)
                    )
                elif one.fact is not None and one.state is Bound.MISSING and counts_alike(one, claim):
                    conflicts.append(_of_figure(one))
                elif (
                    (figure.start in self.asked.exempt and (one.fact is None or figure.kind is Kind.NUMBER))
                    or (figure.in_words and _OF_THE.search(self.masked, claim.start, figure.start))
                    or (one.state is Bound.MISSING and self._is_of_label(figure, bindings, known))
                ):
                    pass
                elif one.state is Bound.MISSING:
                    missing.append(one)
                else:
                    loose.append(figure)
                    found.is_open = found.is_open or self._is_of_another(said, figure)
        return found

    def _is_of_another(self, said: Said, figure: Quantity) -> bool:
        """Whether only rows and objects of things that a claim never names have its figure, and it names another."""
        equal = [fact.statement for fact in equal_facts(figure, self.index)]
        return bool(said.entities and equal) and all(
            one.is_field and one.keys and one.keys not in said.things and one.keys not in said.entities for one in equal
        )

    def _is_of_label(self, figure: Quantity, bindings: Sequence[Binding], known: Sequence[Statement]) -> bool:
        """Whether a figure names the line or column that the claim rests on: `20-40 kg: 2 tablets`. Where other figures
        of the claim are held, it must be the line of one of these."""
        held = [one.fact.statement for one in bindings if one.state is Bound.HELD and one.fact]
        names = dict.fromkeys(one.prop for one in held or known if any(map(str.isdigit, one.prop)))
        return any(same(figure, one) for name in names for one in find_quantities(name))

    def _row_meant(self, claim: Statement, one: Binding) -> Statement | None:
        """The row for the age or weight that the claim is about, where the figure stands in that of another."""
        if one.fact is None or self._is_of_its_row(claim, one.figure):
            return None
        return row_meant(self._spoken(claim), self.asked.text, one.figure, one.fact, self.index.facts(one.figure))

    def _is_of_its_row(self, claim: Statement, figure: Quantity) -> bool:
        equal = (fact for fact in self.index.facts(figure) if same(figure, fact.figure))
        return any(is_of_row(self._spoken(claim), self.asked.text, fact) for fact in equal)

    def _spoken(self, claim: Statement) -> str:
        """With the name of its row: `Adults`."""
        return f"{claim.entity} {self.masked[claim.start : claim.end]}"

    def _is_other_value(self, claim: Statement, figure: Quantity) -> bool:
        return is_other_value(self.masked, claim, figure, self.index, self.asked.text)

    def _meant(self, claim: Statement, one: Binding, known: Sequence[Statement]) -> tuple[Statement, Quantity] | None:
        """The figure that should stand there instead: what replaced it, or that of another clause. In long prose too
        much stands side by side to tell."""
        if one.fact is None or (self.index.is_long and not one.fact.statement.is_field):
            return None
        bound = one.fact.statement
        newer = replaced_by(claim, one.figure, self.masked, bound, self.index)
        right = None if newer else crossed(claim, one.figure, bound, self.index.text, known)
        return newer or (None if right is None else (bound, right))

    def _is_turned(self, claim: Statement, one: Binding) -> bool:
        """Whether a limit or a difference is told the other way round."""
        return one.fact is not None and (
            is_turned(self.masked, claim, one.figure, one.fact, self.index)
            or is_reversed(self.masked, claim, one.figure, one.fact, self.index)
        )

    def _is_plain_value(self, said: Said, one: Binding, known: Sequence[Statement]) -> bool:
        """Whether a difference is told that the evidence has only as a value and that does not follow, or a limit that
        it sets elsewhere."""
        if one.fact is not None and is_other_limit(self.masked, one.figure, one.fact, self.index):
            return True
        if one.fact is None or not is_no_value(self.masked, one.figure, one.fact, self.index):
            return False
        follows = self.derivations.derive(one.figure, said, known)
        return follows is None or not follows.holds

    def _is_difference(self, said: Said, one: Binding) -> bool:
        """Whether a value is told that the evidence has only as a difference, and that does not follow otherwise."""
        if one.state is not Bound.HELD or one.fact is None:
            return False
        taken = is_no_difference(self.masked, said.statement, one.figure, one.fact, self.index)
        return taken and not self._derived(one.figure, said, one.fact.statement)

    def _derived(self, figure: Quantity, said: Said, against: Statement, known: Sequence[Statement] = ()) -> bool:
        """Whether a figure that the evidence holds elsewhere is worked out from those beside it or from what seems to
        speak against it; a difference also from `known`, what the claim rests on."""
        sources = (against, *known) if direction(self.masked, figure) else (against,)
        return bool((found := self.derivations.derive(figure, said, sources)) and found.holds)


def _of_figure(binding: Binding) -> Conflict:
    """The figure of the claim, and the one that stands there in the evidence."""
    assert binding.fact is not None
    figure, fact = binding.figure, binding.fact
    return Conflict(figure.start, figure.end, fact.statement, figure.text, fact.figure.text)
