"""Superlatives held against the column that holds the value told beside them: `the lightest, at 1.18 kg`.

The rows need no names: the value shows which row is meant, and which column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.statements.rankings import RankedClaim
from validation.evidence.facts.statements.scales import RANKING, Scale, read_scale
from validation.evidence.language.lexicon import FRAME, concepts_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_RANKED = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT, Kind.NUMBER)
_BOUNDS = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT)
_NOT_FIRST = re.compile(
    r"\b(?:second|third|fourth|next|2nd|3rd|one of the|among the|some of the|not the|isn['’]t the|nor the|never the|"
    r"(?:two|three|four|five) )[ -]*$",
    re.IGNORECASE,
)
"""Another place than the first is told, or none."""
_FRONT = 16
_EITHER_WAY = frozenset(("best", "top"))
"""Degrees that of some properties mean the low end: the best price, the top spot."""
_IN_TIME = concepts_of(("built",))
_FEW, _MANY = 2, 200
"""Rows of a column that is compared."""


def leading_values(
    claim: Statement, text: str, index: FactIndex, asked: frozenset[str], bounds: Sequence[Quantity]
) -> Iterator[RankedClaim]:
    """Every superlative of the claim whose told value stands in one column only. `text` is the masked response, `asked`
    the concepts of the query and `bounds` its figures: with a bound the rows that meet it are unknown."""
    for match in RANKING.finditer(text, claim.start, claim.end):
        found = read_scale(match)
        if found is None or not _leads(match, *found):
            continue
        if not _NOT_FIRST.search(text[max(claim.start, match.start() - _FRONT) : match.start()]):
            yield from _decide(match, found[0], claim, index, asked, any(one.kind in _BOUNDS for one in bounds))


def _leads(match: re.Match[str], scale: Scale, superlative: bool) -> bool:
    return superlative and scale.props.isdisjoint(_IN_TIME) and (match["degree"] or "").lower() not in _EITHER_WAY


def _decide(
    match: re.Match[str], scale: Scale, claim: Statement, index: FactIndex, asked: frozenset[str], is_bound: bool
) -> Iterator[RankedClaim]:
    told = [one for one in claim.figures if one.kind in _RANKED and one.candidates and not one.tolerance]
    told.sort(key=lambda one: (one.start < match.end(), abs(one.start - match.start())))  # those behind it first
    held = ((one, list(_columns_with(one, scale, index))) for one in told)
    said, columns = next(((one, columns) for one, columns in held if columns), (None, []))
    if said is None or len(columns) != 1:
        return
    spoken = {term.key for term in claim.terms} | asked
    names = frozenset().union(*(one.statement.keys for one in columns[0]))
    pool = _pool(columns[0], said, spoken - names, index)
    if len(pool) < _FEW:
        return
    best = (max if scale.high else min)(pool, key=lambda one: one.figure.candidates[0])
    holds = same(said, best.figure)
    of_some = len(_pool(pool, said, spoken & names, index)) < len(pool)  # `the cheapest Orvo`, or its own name
    if holds or not (is_bound or of_some):
        yield RankedClaim(*match.span(), holds, best, said.text, best.figure.text)


def _columns_with(said: Quantity, scale: Scale, index: FactIndex) -> Iterator[Sequence[Fact]]:
    """The columns in which a row holds the value, of what the word ranks."""
    for (_, prop, kind, unit), cells in index.columns.items():
        is_ranked = _FEW <= len(cells) <= _MANY and scale.ranks((kind, unit), cells[0].about, prop)
        if is_ranked and any(same(said, one.figure) for one in cells):
            yield cells


def _pool(column: Sequence[Fact], said: Quantity, spoken: set[str], index: FactIndex) -> Sequence[Fact]:
    """The rows among which the one with the value is ranked: those that share with it what is said and asked and not
    every row has; none where it lacks some of that itself."""
    words = {one.statement.record: _affirmed(index.records[one.statement.record]) for one in column}
    own = next(words[one.statement.record] for one in column if same(said, one.figure))
    kept = column
    for key in spoken - FRAME:
        having = {record for record, known in words.items() if key in known}
        if not 1 < len(having) < len(words):
            continue
        if key not in own:
            return ()
        kept = [one for one in kept if one.statement.record in having]
    return kept


def _affirmed(row: Sequence[Statement]) -> frozenset[str]:
    keys = (one.keys for one in row)
    return frozenset(term.key for one in row for term in one.terms if not term.denied).union(*keys)
