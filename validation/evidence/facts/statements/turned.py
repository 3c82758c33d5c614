"""Who did it to whom: two names that change places around a verb, `A beat B` for `B beat A` and `A was beaten by B`, or
words around `before`; and what is told of us that the evidence tells of somebody else."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import FRAME, concepts_of
from validation.evidence.language.terms import Term, by_segment
from validation.evidence.words import words_of

_BY = re.compile(r"\b(?:by|von|durch)\b", re.IGNORECASE)
_ORDER = re.compile(r"\b(?:before|after|ahead of|instead of|rather than|than)\b", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|I)[ \t]+(?:will |would |can |do |also |always |usually )?$", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|I|our|ours|us)\b", re.IGNORECASE)
_NEXT = 2
"""Characters between a doer and the verb behind it: `the customer pays`."""
_MUTUAL = concepts_of(words_of("roles.mutual"))
_LONGEST = 24
"""Terms of a clause in which names and doers are looked for."""

Keys = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Deed:
    """Of a verb: the names before it and behind it, by whom it is done first."""

    doer: Keys
    other: Keys


def turned(claim: Statement, text: str, known: Iterable[Statement], evidence: str) -> Iterator[Term]:
    """The verbs of a claim that every sentence with it and with both names tells the other way round. `text` is the
    response, `evidence` the text of `known`."""
    places = [one for one in known if len(one.terms) <= _LONGEST and not one.is_field]
    for verb, said in _deeds(claim, text):
        held = [deed for one in places for other, deed in _deeds(one, evidence) if other.key == verb.key]
        of_both = [deed for deed in held if (deed.doer | deed.other) >= said.doer | said.other]
        if of_both and all(said.doer <= deed.other and said.other <= deed.doer for deed in of_both):
            yield verb
    for part in by_segment(claim.terms):
        if len(part) <= _LONGEST:
            yield from _order_turned(part, text, places, evidence)
            yield from (verb for verb in part if _is_anothers(verb, text, places, evidence))


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


def _order_turned(part: Sequence[Term], text: str, places: Iterable[Statement], evidence: str) -> Iterator[Term]:
    """The word behind `before` where every sentence with both sides has a word of each on the other side of it."""
    if (said := _sides(part, text)) is None:
        return
    told = [sides for one in places for other in by_segment(one.terms) if (sides := _sides(other, evidence))]
    whole = [sides for sides in told if sides[0] == said[0] and sides[1] | sides[2] >= said[1] | said[2]]
    if whole and all(said[1] & behind and said[2] <= before for _, before, behind in whole):
        yield next(term for term in part if term.key in said[2])


def _sides(part: Sequence[Term], text: str) -> tuple[str, Keys, Keys] | None:
    """The ordering word of a clause and what stands on one side of it only."""
    words = list(_ORDER.finditer(text, part[0].start, part[-1].end))
    if len(words) != 1:
        return None
    before = frozenset(term.key for term in part if term.end <= words[0].start()) - FRAME
    behind = frozenset(term.key for term in part if term.start >= words[0].end()) - FRAME
    return (words[0][0].lower(), before - behind, behind - before) if before - behind and behind - before else None


def _is_anothers(verb: Term, text: str, places: Sequence[Statement], evidence: str) -> bool:
    """Whether a claim says `we pay` where all that the evidence says is that another pays."""
    if verb.denied or not _WE.search(text, max(0, verb.start - 30), verb.start):
        return False
    same = [
        (one, place) for one in places for place, term in enumerate(one.terms) if term.key == verb.key and place > 0
    ]
    others = [
        one
        for one, place in same
        if one.terms[place].start - one.terms[place - 1].end <= _NEXT and one.terms[place - 1].key not in FRAME
    ]
    return (
        bool(others)
        and len(others) == len(same)
        and not any(_OURS.search(evidence, one.start, one.end) for one in others)
    )


def _deeds(statement: Statement, text: str) -> Iterator[tuple[Term, _Deed]]:
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
                yield verb, _Deed(doer - other, other - doer)
