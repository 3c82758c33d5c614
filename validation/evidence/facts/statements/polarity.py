"""Claims that deny what the evidence affirms, affirm what it denies, or say one of several values that exclude others.

Compared are parts of sentences that say nearly the same: the concepts they share, and how often each side denies them.
`No batteries` and `batteries are excluded` deny once, `not unsafe` twice, which is none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.language.lexicon import BEING, CLASSES, FRAME, SIDED, concept
from validation.evidence.language.terms import Term, by_segment
from validation.evidence.words import words_of

_ALIGNED = 0.6
_ALIKE = 0.5
_WHOLE = 0.99
_NEARLY_ALL = 0.8
_SHORT = 12
_LONE = 2
_PART = concept("part")[0]
"""`Not part of the tour` denies what is no part, whatever the whole is called."""
_UNDER_CONDITION = re.compile(r"(?:if|when|once|unless|in case|wenn|falls)\b", re.IGNORECASE)
_COMPLAINTS = words_of("facts.complaints")


Terms = tuple[Term, ...]
Shares = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Opposition:
    """The statement of the evidence that says the opposite. `said` and `instead` are set where one of several values
    that exclude each other is said: `Mondays` for `Sundays`."""

    statement: Statement
    said: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class _Aligned:
    statement: Statement
    share: float
    opposed: bool
    shared: frozenset[str]


def opposition(
    claim: Statement, candidates: Sequence[Statement], index: FactIndex
) -> tuple[Opposition | None, frozenset[str]]:
    """What among `candidates` says the opposite of a part of the claim, nothing where another says as much and agrees;
    and the concepts of the claim that a statement says as it does, affirmed or denied."""
    against: Opposition | None = None
    agreed: set[str] = set()
    for part in by_segment(claim.terms):
        if any(term.word in _COMPLAINTS for term in part):
            continue  # `complaints about the cleanliness` deny what they name
        found = [one for statement in candidates for one in _align(part, claim, statement, index)]
        opposed = max((one for one in found if one.opposed), key=lambda one: one.share, default=None)
        agreeing = max((one.share for one in found if not one.opposed), default=0.0)
        telling = {term.key for term in part} - FRAME
        if opposed and len(opposed.shared) == 1 and any(telling <= one.shared for one in found if not one.opposed):
            opposed = None  # of a lone word: another place says the very same
        if opposed and _is_continued(part, opposed.statement):
            opposed = None
        agreed |= {key for one in found if not one.opposed for key in one.shared}
        if against is None and opposed and opposed.share > agreeing + 0.01:
            against = Opposition(opposed.statement)
        against = against or (None if index.is_long else _alternative(part, candidates, index))
        if index.is_exhausted:  # what was not compared may be denied
            return against, frozenset()
    return against, frozenset(agreed)


def _is_continued(part: Terms, statement: Statement) -> bool:
    """Whether a later clause without a doer of its own says the same: `applications open in March and close in May`."""
    said = {term.side for term in part}
    first, *later = by_segment(statement.terms)
    turned = {term.key for term in first if term.side not in said}
    return any(found[0].side in said and found[0].key in turned for found in later)


def _parts_of(statement: Statement) -> Iterator[Terms]:
    """The segments, and a short line as a whole too: `Mill S, 94.90 EUR at Roestwerk, sold out`."""
    yield from by_segment(statement.terms)
    if statement.entity and 1 < len(statement.terms) <= _SHORT and statement.terms[-1].segment:
        denied = {term.segment for term in statement.terms if term.denied}
        if len(denied) == 1 and all(sum(term.segment == one for term in statement.terms) <= _LONE for one in denied):
            yield statement.terms


def _align(part: Terms, claim: Statement, statement: Statement, index: FactIndex) -> Iterator[_Aligned]:
    """The parts of a statement that say nearly the same as `part`."""
    said = {term.key for term in part}
    if statement.keys and not statement.keys <= said and any(one != statement.keys for one in index.entities_in(said)):
        return  # what is said of another thing
    about = statement.keys | (_names(part) if index.is_long and not statement.is_field else frozenset())
    has_figure = bool(part) and any(part[0].start <= figure.start <= part[-1].end + 40 for figure in claim.figures)
    for other in _parts_of(statement):
        if not index.may_compare():
            return
        shared = (said & {term.key for term in other}) - _torn(part) - _torn(other)
        if shared <= about or (len(shared) == 1 and (has_figure or _is_unheard(said, index))):
            continue
        share, covered = _overlap(said, other, shared, statement, index)
        whole = share >= _WHOLE and not statement.is_denied
        if share < _ALIGNED or not (covered >= _ALIKE or whole):
            continue
        opposed = _differ(part, other, shared) and _differ(part, other)
        if not opposed or _opposes(part, other, shared, claim, statement, (share, covered), index):
            yield _Aligned(statement, share * (1 + covered) / 2, opposed, frozenset(shared))


def _names(part: Terms) -> frozenset[str]:
    """Who or what it is about: that two sentences name the same people says nothing of what they deny."""
    return frozenset(term.key for term in part if term.is_name)


def _is_unheard(said: set[str], index: FactIndex) -> bool:
    """Whether a part speaks of what the evidence never mentions: `open the shop page` where a shop closes at six."""
    return any(key not in index.postings for key in said - FRAME)


def _overlap(said: set[str], other: Terms, shared: set[str], statement: Statement, index: FactIndex) -> Shares:
    """How much of what is said, and of what the other part says, both share, by weight."""
    held = {term.key for term in other}
    context = {key for key in said - held if key in statement.context}
    share = _weigh(shared | context, index) / _weigh((said - FRAME) | shared | context, index)
    return share, _weigh(shared, index) / _weigh(held if statement.is_denied else (held - FRAME) | shared, index)


def _differ(part: Terms, other: Terms, shared: set[str] | None = None) -> bool:
    """Whether one denies and the other affirms `shared`, or all it says; where no word denies, whether they take
    another side of one thing: `the large one is included` and `the small one is excluded` do, twice."""
    sides = (_denials(one, {term.key for term in one} if shared is None else shared) for one in (part, other))
    if sum(sides) % 2 == 1:
        return True
    if any(place != term.start for term in (*part, *other) for place in term.denials):
        return False
    turned = {(term.key, not term.denied) for term in other}
    return any((term.key, term.denied) in turned for term in part)


def _opposes(
    part: Terms, other: Terms, shared: set[str], claim: Statement, held: Statement, overlap: Shares, index: FactIndex
) -> bool:
    """Whether two parts, of which one denies what the other affirms, are about the same: no condition, limit, question,
    lone word or long text makes another thing of it."""
    limited = _is_limited(held, index)
    return not (
        (limited and claim.is_conditional and not _differs_whole(claim, held))
        or (limited and math.prod(overlap) < _WHOLE * _ALIGNED)
        or (len(shared) == 1 and _UNDER_CONDITION.match(index.text, held.start))
        or (
            index.is_long
            and (
                limited
                or claim.is_conditional
                or overlap[1] < _NEARLY_ALL
                or (not held.is_field and (overlap[0] < _NEARLY_ALL or not _holds_whole(held, claim)))
            )
        )
        or _is_elliptic(part, other, shared, claim, held)
        or "?" in index.text[held.end - 1 : held.end + 1]
    )


def _holds_whole(held: Statement, claim: Statement) -> bool:
    """Whether a sentence speaks of nearly all that the whole claim speaks of, not of one part of it only."""
    said = {term.key for term in claim.terms} - FRAME
    return len(said & held.concepts) >= _NEARLY_ALL * len(said)


def _is_elliptic(part: Terms, other: Terms, shared: set[str], claim: Statement, statement: Statement) -> bool:
    """Whether the words shared are too few to tell: a lone word beside figures, `but not the calibration`, or what is
    denied is another verb than the one the other side has."""
    several = len({term.segment for term in claim.terms}) > 1
    if len(part) == 1 and part[0].denied and several and part[0].key not in SIDED and not _is_listed(part[0], claim):
        return True
    for denied, affirmed in ((part, other), (other, part)):
        head = next((term for term in denied if term.denied), None)
        if head is not None and head.key not in shared:
            return any(term.key not in shared | FRAME | statement.keys for term in affirmed)
    return False


def _is_listed(term: Term, claim: Statement) -> bool:
    """Whether the denial of a lone word is that of a list: `no garage, lot or valet parking`."""
    beside = (other for other in claim.terms if other.segment != term.segment)
    return any(not set(term.denials).isdisjoint(other.denials) for other in beside)


def _is_limited(statement: Statement, index: FactIndex) -> bool:
    """Whether a statement holds under a condition or from a limit on: `blocked from 20 EUR of open fees`."""
    return statement.is_conditional or any(bound_of(index.text, figure) for figure in statement.figures[:_SHORT])


def _differs_whole(claim: Statement, statement: Statement) -> bool:
    """Of two that hold under a condition: whether they name the same one and come out differently."""
    shared = {term.key for term in claim.terms} & {term.key for term in statement.terms}
    telling = shared - FRAME
    return len(telling) > 1 and _denials(claim.terms, shared) % 2 != _denials(statement.terms, shared) % 2


def _torn(terms: Terms) -> set[str]:
    """Concepts that are both affirmed and denied: `indoors or outdoors`."""
    return {term.key for term in terms if term.denied} & {term.key for term in terms if not term.denied}


def _denials(terms: Iterable[Term], shared: set[str]) -> int:
    """How often the shared words are denied; to deny that something is there, or part of it, denies the thing, and not
    of `does not include batteries`, which denies the batteries."""
    own = {term.start: term.key for term in terms if term.key in shared and term.start in term.denials}
    found = {place for term in terms if term.key in shared for place in term.denials}
    scopes: dict[int, list[str]] = {}
    for term in terms:
        for place in term.denials:
            scopes.setdefault(place, []).append(term.key)
    whole = {place for place, keys in scopes.items() if keys[0] == _PART or FRAME.issuperset(keys[1:])}
    found |= {place for place in whole if scopes[place][0] in BEING}
    return len(found - own.keys()) + len(set(own.values()))  # `small amounts, small doses`: said twice, turned once


def _weigh(keys: Iterable[str], index: FactIndex) -> float:
    return math.fsum(index.weight(key) or 1.0 for key in keys) or 1e-9


def _alternative(part: Terms, candidates: Sequence[Statement], index: FactIndex) -> Opposition | None:
    """`Closed on Mondays` where the evidence says Sundays and nothing of Mondays."""
    for term in part:
        kind = CLASSES.get(term.key)
        if kind is None:
            continue
        rest = {other.key for other in part if other.key != term.key and other.key not in FRAME}
        rest |= {other.key for other in part if other.key != term.key} if not rest else set()
        if not rest or any(term.key in statement.concepts for statement in candidates):
            continue
        for statement in candidates:
            alike = (other for other in statement.terms if CLASSES.get(other.key) == kind)
            mates = [
                other for other in alike if other.denied is term.denied
            ]  # `daily except Tuesday` says no other day
            shared = rest & statement.concepts
            if mates and shared and _weigh(shared, index) >= _ALIKE * _weigh(rest, index):
                return Opposition(statement, term.word, mates[0].word)
    return None
