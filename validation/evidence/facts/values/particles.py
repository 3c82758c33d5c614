"""Columns that only a small word tells apart, `ANC on` and `ANC off`, `Trains to Orrin` and `Trains from Orrin`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.language.names import keys_of
from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity

_WORD = re.compile(r"[^\W\d_]+")
_ARTICLES = frozenset(("a", "an", "the", "its", "your"))
_ENDS = re.compile(r"[ ]?(?:[.,;:)]|$)")


def value_of_other_column(
    text: str, claim: Statement, fact: Fact, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The cell of the other column and its figure, where the claim in `text` says the small word of that one and not
    that of the column of `fact`. None where it tells the values of both."""
    cell = fact.statement
    if not (cell.is_field and cell.prop):
        return None
    said = [(one[0].lower(), one.end()) for one in _WORD.finditer(text, claim.start, claim.end)]
    said = [(word, end) for word, end in said if word not in _ARTICLES]
    for other in index.records[cell.record]:
        own, its = _words(cell.prop), _words(other.prop)
        if other.keys != cell.keys or len(other.figures) != 1 or not own ^ its or not own ^ its <= FUNCTION_WORDS:
            continue
        if own - its <= {word for word, _ in said} or any(same(one, other.figures[0]) for one in claim.figures):
            continue
        if keys_of(cell.prop) == keys_of(other.prop) and _is_said(its - own, own & its, said, text):
            return other, other.figures[0]
    return None


def _is_said(small: frozenset[str], shared: frozenset[str], said: Sequence[tuple[str, int]], text: str) -> bool:
    """Whether all these words are said, and one of them beside a word of the column or at the end of a clause: the
    `on` of `on one charge` is no `ANC on`."""
    words = [word for word, _ in said]
    if not small or not small <= set(words):
        return False
    return any(
        not shared.isdisjoint(words[max(0, place - 1) : place + 2]) or _ENDS.match(text, end) is not None
        for place, (word, end) in enumerate(said)
        if word in small
    )


def _words(column: str) -> frozenset[str]:
    return frozenset(_WORD.findall(column.lower()))
