"""Columns of a response whose name the evidence does not hold: whether it means one of its columns is no fact."""

from __future__ import annotations

from collections.abc import Sequence

from validation.evidence.facts.claim_statements import ClaimStatement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.values.binding import Binding, BindingState
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of


def unknown_column(said: ClaimStatement, bindings: Sequence[Binding], index: FactIndex) -> str:
    """The name of the column that a cell stands in, where no word of it is said anywhere, `Children` of `40 mg` for
    adults. Empty too where the cell repeats no value: what is worked out has a name of its own, `Difference`."""
    claim = said.statement
    if not (claim.is_field and claim.prop and said.things) or any(map(str.isdigit, claim.prop)):
        return ""
    if claim.figures and not any(one.state is BindingState.HELD for one in bindings):
        return ""
    words = keys_of(claim.prop) - FRAME
    return claim.prop if words and words.isdisjoint(index.postings) and words.isdisjoint(index.column_words) else ""
