"""Who did what: a name and what is said of it must stand in one clause of the evidence.

`Designed by Tomas Brandl` where Kamradt designed and Brandl built: every word is there, in two clauses.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from validation.evidence.document.statement import NEAR, Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.lexicon import FRAME, concepts_of
from validation.evidence.language.terms import Term, by_segment
from validation.evidence.words import words_of

_NEARLY_ALL, _HALF, _CLEAR = 0.6, 0.5, 0.3
_UNHEARD = 1.0
_MOST = 60
_UNTOLD = FRAME - concepts_of(words_of("facts.deeds"))
"""What ties an answer together; who wrote and who reviewed is told."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """`names` are those it says itself, or of the sentence it belongs to where it says none."""

    names: frozenset[str]
    keys: frozenset[str]


class RoleIndex:
    """The clauses of the prose of the evidence, by the words and by the names they hold."""

    def __init__(self, index: FactIndex) -> None:
        self.index = index
        self._by_key: dict[str, list[_Clause]] = defaultdict(list)
        self._by_name: dict[str, list[_Clause]] = defaultdict(list)
        for statement in (one for one in index.statements if not _is_of_row(one, index)):
            for clause in _clauses(statement):
                for key in clause.keys:
                    self._by_key[key].append(clause)
                for name in clause.names:
                    self._by_name[name].append(clause)

    def misplaced(self, claim: Statement, text: str) -> Iterator[Term]:
        """The names of a claim that no clause ties to what is said of them, where another name is tied to it. `text` is
        the response."""
        for part in by_segment(claim.terms):
            names = [term for term in part if (_is_name(term) or claim.is_field) and term.key in self._by_name]
            plain = {term.key for term in part if not text[term.start].isupper()}
            told = frozenset(plain | {key for key, weight in claim.context.items() if weight >= NEAR}) - _UNTOLD
            if not names or not told or len(names) > _MOST:
                continue
            said = frozenset(term.key for term in part if term.is_name)
            for name in names:
                tied = max(self._share(told, clause) for clause in self._by_name[name.key][:_MOST])
                if tied < _HALF and self._is_of(told, said, tied):
                    yield name

    def _is_of(self, told: frozenset[str], said: frozenset[str], tied: float) -> bool:
        """Whether a clause says nearly all of it of a name that the claim does not say it of."""
        clauses = (clause for key in told for clause in self._by_key.get(key, ())[:_MOST])
        return any(
            clause.names and not clause.names & said and self._share(told, clause) >= max(_NEARLY_ALL, tied + _CLEAR)
            for clause in clauses
        )

    def _share(self, told: frozenset[str], clause: _Clause) -> float:
        """How much of what is told a clause says, or the label of its line."""
        worth = {key: self.index.weight(key) or _UNHEARD for key in told}
        return math.fsum(worth[key] for key in told & (clause.keys | clause.names)) / math.fsum(worth.values())


def _is_of_row(statement: Statement, index: FactIndex) -> bool:
    """Whether it stands in a row of several columns: what the row says is of its thing."""
    return statement.record in index.rows and len(index.fields(statement.record)) > 1


def _is_name(term: Term) -> bool:
    return term.is_name and any(map(str.isalpha, term.word)) and len(term.word) > 2


def _clauses(statement: Statement) -> Iterator[_Clause]:
    """Its segments; one without a name is of the name before it, or of what the statement is about."""
    names: frozenset[str] = frozenset()
    for part in by_segment(statement.terms):
        own = frozenset(term.key for term in part if _is_name(term) or term.key in statement.keys)
        names = own or names
        keys = frozenset(term.key for term in part) | frozenset(statement.context)
        yield _Clause(names, keys - names)
