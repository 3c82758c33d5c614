"""True words in another order, `the landlord signs before the tenant`, and what is told of us that the evidence tells
of somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.terms import Term, by_segment

_ORDER = re.compile(r"\b(?:before|after|ahead of|instead of|rather than|than)\b", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|I)[ \t]+(?:will |would |can |do |also |always |usually )?$", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|I|our|ours|us)\b", re.IGNORECASE)
_BEFORE = 30
_NEXT = 2
"""Characters between a doer and the verb behind it: `the customer pays`."""
_LONGEST = 24
"""Terms of a clause whose order is compared."""
Keys = frozenset[str]


def misordered(claim: Statement, text: str, known: Iterable[Statement], evidence: str) -> Iterator[Term]:
    """A term of each clause of a claim that every sentence with its words puts on the other side of `before`, and the
    verbs of us. `text` is the response, `evidence` the text of `known`."""
    places = [one for one in known if len(one.terms) <= _LONGEST and not one.is_field]
    for part in by_segment(claim.terms):
        if len(part) <= _LONGEST:
            yield from _order_turned(part, text, places, evidence)
            yield from (verb for verb in part if _is_anothers(verb, text, places, evidence))


def _order_turned(part: Sequence[Term], text: str, places: Iterable[Statement], evidence: str) -> Iterator[Term]:
    if (said := _sides(part, text)) is None:
        return
    told = [sides for one in places for other in by_segment(one.terms) if (sides := _sides(other, evidence))]
    whole = [sides for sides in told if sides[0] == said[0] and sides[1] | sides[2] >= said[1] | said[2]]
    if whole and all(said[1] & behind and said[2] <= before for _, before, behind in whole):
        yield next(term for term in part if term.key in said[2])


def _sides(part: Sequence[Term], text: str) -> tuple[str, Keys, Keys] | None:
    """The ordering word of a clause and what stands on one side of it only; `B after A` is `A before B`."""
    words = list(_ORDER.finditer(text, part[0].start, part[-1].end))
    if len(words) != 1:
        return None
    before = frozenset(term.key for term in part if term.end <= words[0].start()) - FRAME
    behind = frozenset(term.key for term in part if term.start >= words[0].end()) - FRAME
    word = words[0][0].lower()
    if word == "after":
        word, before, behind = "before", behind, before
    return (word, before - behind, behind - before) if before - behind and behind - before else None


def _is_anothers(verb: Term, text: str, places: Sequence[Statement], evidence: str) -> bool:
    """Whether a claim says `we pay` where all that the evidence says is that another pays."""
    if verb.denied or not _WE.search(text, max(0, verb.start - _BEFORE), verb.start):
        return False
    same = [(one, at) for one in places for at, term in enumerate(one.terms) if term.key == verb.key and at > 0]
    others = [
        one
        for one, at in same
        if one.terms[at].start - one.terms[at - 1].end <= _NEXT and one.terms[at - 1].key not in FRAME
    ]
    ours = any(_OURS.search(evidence, one.start, one.end) for one in others)
    return bool(others) and len(others) == len(same) and not ours
