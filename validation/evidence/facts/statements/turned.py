"""What changes places: two names around a verb, `A beat B` for `B beat A` and `A was beaten by B`; and what two clauses
say crosswise, `reads are refused, writes go on` the other way round."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.language.lexicon import FRAME, concepts_of
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import Term, by_segment
from validation.evidence.words import words_of

_BY = re.compile(r"\b(?:by|von|durch)\b", re.IGNORECASE)
_MUTUAL = concepts_of(words_of("roles.mutual"))
_LONGEST = 24
"""Terms of a clause in which names and doers are looked for."""

_MOST = 12
_MOST_PARTS, _MOST_CROSSED = 60, 200
"""Clauses of claims, and statements, that are compared."""

Keys = frozenset[str]


def turned(claim: Statement, text: str, known: Iterable[Statement], evidence: str) -> Iterator[Term]:
    """The verbs of a claim that every sentence with it and with both names tells the other way round. `text` is the
    response, `evidence` the text of `known`."""
    places = [one for one in known if len(one.terms) <= _LONGEST and not one.is_field]
    for verb, doer, other in _deeds(claim, text):
        held = [deed[1:] for one in places for deed in _deeds(one, evidence) if deed[0].key == verb.key]
        of_both = [(one, two) for one, two in held if one | two >= doer | other]
        if of_both and all(doer <= two and other <= one for one, two in of_both):
            yield verb


def exchanged(claim: Statement, known: Iterable[Statement], heard: Container[str]) -> bool:
    """Whether a clause is one of the evidence word by word but for one that the evidence never says, `the shop pays`
    for `the customer pays`. `heard` are the concepts of the evidence."""
    clauses = [part for one in known if not one.is_field for part in by_segment(one.terms) if len(part) <= _LONGEST]
    told = [[term.key for term in part if term.key not in FRAME] for part in clauses]
    for part in by_segment(claim.terms):
        if len(part) > _LONGEST:
            continue
        said = [term.key for term in part if term.key not in FRAME]
        unheard = [place for place, key in enumerate(said) if key not in heard]
        if len(said) > 1 and len(unheard) == 1:
            (place,) = unheard
            rest = (said[:place], said[place + 1 :])
            if any(len(other) == len(said) and (other[:place], other[place + 1 :]) == rest for other in told):
                return True
    return False


class Parallels:
    """Clauses that say the like of different things; built once a response."""

    def __init__(self, index: FactIndex) -> None:
        self.index = index
        self._clauses: dict[int, tuple[Keys, ...]] = {}

    def is_swapped(self, claim: Statement) -> bool:
        """Whether a clause of a claim is one of the evidence but for one word, and that word stands in the parallel
        clause: `the green light means empty` where the red one does. What has figures is bound by these."""
        return not claim.figures and any(
            self._is_swapped(frozenset(term.side for term in part) - FRAME) for part in by_segment(claim.terms)
        )

    def _is_swapped(self, said: Keys) -> bool:
        if not 3 <= len(said) <= _LONGEST:
            return False
        postings = self.index.postings
        places = {place for key in said for place in postings.get(key.removeprefix("-"), ())[:_MOST]}
        clauses = [each for place in sorted(places)[:_MOST_CROSSED] for each in self._clauses_at(place)]
        if any(said <= clause for clause in clauses):
            return False
        near = [one for one in clauses if len(said - one) == len(one - said) == 1]
        return any(
            _is_parallel(said, clause, other)
            for clause in near[:_MOST]
            for other in [one for one in clauses if said - clause <= one][:_MOST]
        )

    def _clauses_at(self, place: int) -> tuple[Keys, ...]:
        """The concepts of each clause; of a field those of its name with it. Of tables the rows are compared."""
        if place not in self._clauses:
            one = self.index.statements[place]
            name = frozenset((*one.keys, *keys_of(one.prop)))
            parts = [one.terms] if one.is_field or name else [*by_segment(one.terms)]
            is_row = bool(one.keys) and one.record in self.index.rows
            found = ((name | {term.side for term in part}) - FRAME for part in parts)
            self._clauses[place] = () if is_row else tuple(found)
        return self._clauses[place]


def _is_parallel(said: Keys, clause: Keys, other: Keys) -> bool:
    """Whether `other`, which has the word put into `clause`, shares its subject and nothing else of it."""
    common = clause & other & said
    rest = said & clause - common
    return bool(common and rest) and (rest | clause - said).isdisjoint(other)


def _deeds(statement: Statement, text: str) -> Iterator[tuple[Term, Keys, Keys]]:
    """Each verb with the names before it and behind it, by whom it is done first."""
    for part in by_segment(statement.terms):
        if len(part) > _LONGEST:
            continue
        names = [text[term.start].isupper() for term in part]
        for place, verb in enumerate(part):
            if names[place] or verb.key in FRAME or verb.key in _MUTUAL:
                continue
            before = frozenset(term.key for term, is_name in zip(part[:place], names, strict=False) if is_name)
            behind = frozenset(
                term.key for term, is_name in zip(part[place + 1 :], names[place + 1 :], strict=True) if is_name
            )
            if before - behind and behind - before:
                passive = _BY.search(text, verb.end, part[place + 1].start) is not None
                doer, other = (behind, before) if passive else (before, behind)
                yield verb, doer - other, other - doer


def crossed_parts(said: Mapping[str, Sequence[Said]], index: FactIndex) -> frozenset[tuple[int, int]]:
    """Start and segment of what the response tells crosswise: `risotto vegan, soup with butter`."""
    parts = [
        ((one.statement.start, part[0].segment), frozenset(term.key for term in part))
        for claims in said.values()
        for one in claims
        for part in by_segment(one.statement.terms)
    ][:_MOST_PARTS]
    places = _double_crossed([keys for _, keys in parts], index.statements[:_MOST_CROSSED])
    return frozenset(parts[place][0] for place in places)


def _double_crossed(parts: Sequence[frozenset[str]], statements: Iterable[Statement]) -> Iterator[int]:
    """The places of claims' clauses in `parts` of which two tell crosswise what two clauses of one statement say: each
    of them has words of both, and no word in common."""
    for statement in statements:
        clauses = [frozenset(term.key for term in part) for part in by_segment(statement.terms[: 4 * _MOST])]
        for one, other in combinations([clause for clause in clauses if len(clause) > 1], 2):
            left, right = one - other, other - one
            mixed = [
                (place, part & left, part & right) for place, part in enumerate(parts) if part & left and part & right
            ]
            for (first, a_left, a_right), (second, b_left, b_right) in combinations(mixed[:_MOST], 2):
                if not (a_left & b_left or a_right & b_right):
                    yield from (first, second)
