"""Superlatives and comparisons held against the values of the things compared: `the cheapest`, `heavier than`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import itemgetter

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.statements.limits import Entity, RankingWord, Table, within_limits
from validation.evidence.facts.statements.scales import RANKING, Scale, Slot, read_scale
from validation.evidence.language.lexicon import FRAME, concepts_of


@dataclass(frozen=True, slots=True)
class RankedClaim:
    """A ranking word at `start:end` of the response, and what the rows say: `winner` the thing it is true of. `holds`
    is whether the claim's thing is that, None where it is so only among those that the response speaks of."""

    start: int
    end: int
    holds: bool | None
    fact: Fact | None = None
    said: str = ""
    winner: str = ""


_NOUN_ENDS = re.compile(r"\b(?:is|are|was|were|at|costs?|comes?|goes|weighs?|of)\b|[,:;().\n|]")
_AMONG_SOME = re.compile(
    r"\b(?:within|under|in|for) (?:your|that|this|the|a) (?:budget|limit|range|price)\b|"
    r"\b(?:that|which) (?:fits?|meets?)\b|\b(?:apart from|after|besides|except|other than|next to|if|would)\b",
    re.IGNORECASE,
)
"""Ranked are some of the things, those that a condition leaves: `the quieter one within your budget`."""
_QUALIFIED = re.compile(
    r"(?:\b(?:not?|never|neither|nor|hardly|almost|nearly|one of|among|second|third|fourth|fifth|next|\d+(?:nd|rd|th))|"
    r"n['’]t)(?:[ \t]+(?:the|an?|by|far|much|any|very|necessarily|only)\b){0,3}[ \t-]+\Z",
    re.IGNORECASE,
)
"""`Not the cheapest`, `the second lightest`: the word is not said of its thing."""
_OF_SEVERAL = re.compile(
    r"\b(?:and|or|both|all|they|these|those)\b[^.;:!?]{0,120}\b(?:are|were)\b[^.;:!?,]{0,40}\Z", re.IGNORECASE
)
"""`A and B are lighter`: said of each of them, of which none is picked."""
_ARE = re.compile(
    r"\b(?:are|were) (?:(?:both|all|also|even|much|far|slightly|somewhat|considerably|significantly) )*\Z",
    re.IGNORECASE,
)
_THAN = re.compile(r" than\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[;:!?]|\.\s|\b(?:but|while|whereas|although|because|which)\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_JOINING = frozenset(["the", "and", "or", "both"])
_BEFORE = 20
"""Characters in front of a word that may limit it."""
_PAIR = 2
_NAME_WORD = re.compile(r"\w+")
_TOO_CLOSE = 1e-9


def rankings(
    claim: Statement, text: str, mentioned: Iterable[Entity], index: FactIndex, asked: frozenset[str]
) -> Iterator[RankedClaim]:
    """Every ranking word of the claim that the evidence can decide. `text` is the masked response, `mentioned` the
    things it speaks of in order, `asked` the concepts of the query."""
    spoken = tuple(mentioned)
    for match, scale, superlative in _ranking_words(claim, text):
        if not _QUALIFIED.search(text, max(claim.start, match.start() - _BEFORE), match.start()):
            yield from _decide(RankingWord(match, claim, text, spoken, index, asked), scale, superlative)


def _ranking_words(claim: Statement, text: str) -> Iterator[tuple[re.Match[str], Scale, bool]]:
    """With the scale of each, and whether it is a superlative; those of its label too: `Cheapest: the Lumo`."""
    start = min(claim.start, claim.quote_start) if claim.is_field else claim.start
    for match in RANKING.finditer(text, start, claim.end):
        if (found := read_scale(match)) is not None:
            yield match, *found


def _decide(word: RankingWord, scale: Scale, superlative: bool) -> Iterator[RankedClaim]:
    index, span, table = word.index, word.match.span(), _values(scale, word.claim, word.index)
    if not superlative and _OF_SEVERAL.search(word.text, word.claim.start, span[0]):
        yield from _decide_several(word, table, scale)
        return
    subject = _subject(word, superlative) if len(table) > 1 else None
    if subject is None or subject not in table:
        return
    if superlative:
        if any(map(str.isdigit, word.text[span[1] : word.claim.start])):
            return  # a label with a limit: `Cheapest with 16 GB: Aro 13`
        limited, surely = within_limits(word, subject, table)
        if subject not in limited:
            return
        narrowed = _narrowed(word)
        pools = tuple(pool & limited for pool in _pools(narrowed, table, word.mentioned, index, word.asked))
        pools = pools[:1] if narrowed & index.others_values(subject) else pools
        if any(_wins(subject, pool, table, scale) for pool in pools):
            # Among those alone that the response speaks of, another may be left out.
            leads = any(_wins(subject, pool, table, scale) for pool in (pools[0], limited))
            best = subject if leads else _best(pools[0], table, scale)
            yield RankedClaim(*span, True if leads else None, table[subject][1], winner=index.entities[best])
        elif not _AMONG_SOME.search(word.text, word.claim.start, word.claim.end):
            best = _best((pools[0] & surely) | {subject}, table, scale)
            if best != subject:
                yield _against(span, subject, best, table, index)
    elif others := _others(word, subject, table):
        holds = any(_rank(subject, table, scale) < _rank(other, table, scale) for other in others)
        found = _against(span, subject, _best({subject, *others}, table, scale), table, index)
        yield replace(found, holds=holds)


def _decide_several(word: RankingWord, table: Table, scale: Scale) -> Iterator[RankedClaim]:
    """Each of the things in front of `are lighter than` is ahead of all behind it."""
    start, (begin, end) = word.claim.start, word.match.span()
    are, than = _ARE.search(word.text, start, begin), _THAN.match(word.text, end)
    if are is None or than is None:
        return
    start = max((one.end() for one in _CLAUSE.finditer(word.text, start, are.start())), default=start)
    stop = _CLAUSE.search(word.text, than.end(), word.claim.end)
    several = _listed(word, start, are.start())
    others = _listed(word, than.end(), stop.start() if stop else word.claim.end)
    if len(several) < _PAIR or not others or not table.keys() >= {*several, *others}:
        return
    best, worst = _best(others, table, scale), max(several, key=lambda one: _rank(one, table, scale))
    if _rank(worst, table, scale) >= _rank(best, table, scale):
        yield _against((begin, end), worst, best, table, word.index)
    else:
        winner = " and ".join(word.index.entities[one] for one in several)
        yield RankedClaim(begin, end, True, table[worst][1], winner=winner)


def _listed(word: RankingWord, start: int, end: int) -> list[Entity]:
    """The things whose names are all that stands there; not `next to A, B and C` nor `the seats of A and B`."""
    said = f" {' '.join(_NAME_WORD.findall(_IN_BRACKETS.sub(' ', word.text[start:end].lower())))} "
    found: list[tuple[int, Entity]] = []
    for one in sorted(word.mentioned, key=lambda one: -len(word.index.entities[one])):
        name = f" {' '.join(_NAME_WORD.findall(word.index.entities[one].lower()))} "
        if name in said:
            found.append((said.index(name), one))
            said = said.replace(name, f" {' ' * (len(name) - 2)} ")
    return [one for _, one in sorted(found, key=itemgetter(0))] if _JOINING.issuperset(said.split()) else []


def _against(span: tuple[int, int], subject: Entity, best: Entity, table: Table, index: FactIndex) -> RankedClaim:
    return RankedClaim(*span, False, table[best][1], index.entities[subject], index.entities[best])


def _values(scale: Scale, claim: Statement, index: FactIndex) -> Table:
    """The value of each thing on a scale; things with two different ones are left out, and so is a scale on which the
    evidence has values of two properties."""
    by_prop: dict[tuple[Slot, str], Table] = {}
    torn: set[tuple[tuple[Slot, str], Entity]] = set()
    said = claim.concepts
    for slot in index.units:
        for fact in index.all_facts(slot):
            keys = fact.statement.keys
            if not keys or not fact.figure.candidates or not scale.ranks(slot, fact.about, fact.statement.prop):
                continue
            where = (slot, fact.statement.prop)
            known = by_prop.setdefault(where, {}).get(keys)
            if known is not None and abs(known[0] - fact.figure.candidates[0]) > _TOO_CLOSE:
                torn.add((where, keys))
            by_prop[where].setdefault(keys, (fact.figure.candidates[0], fact))
    for where, keys in torn:
        by_prop[where].pop(keys, None)
    tables = {where: table for where, table in by_prop.items() if len(table) > 1}
    if len(tables) > 1:
        named = {where: table for where, table in tables.items() if concepts_of(where[1].lower().split()) & said}
        tables = named or tables
    return next(iter(tables.values())) if len(tables) == 1 else {}


def _subject(word: RankingWord, superlative: bool) -> Entity | None:
    """The thing that the word is said of: the one beside it, else the only one of the sentence, else the last named."""
    claim, index, place = word.claim, word.index, word.match.start()
    near = _segment(claim, place)
    here = index.entities_in(term.key for term in claim.terms if term.segment == near)
    whole = index.entities_in(claim.concepts)
    before = index.entities_in(term.key for term in claim.terms if term.start < place)
    for found in (here, before if not superlative else whole, whole):
        if len(found) == 1:
            return next(iter(found))
    if whole or not word.mentioned:
        return None
    written = _written(word, claim.start, place) or _written(word, claim.start, claim.end) or word.mentioned[-1:]
    return written[0] if len(written) == 1 else None


def _written(word: RankingWord, start: int, end: int) -> list[Entity]:
    """Those of the things mentioned whose names, figures and all, are written there: `the Kestrel 2`."""
    said = f" {' '.join(_NAME_WORD.findall(word.text[start:end].lower()))} "
    names = {one: " ".join(_NAME_WORD.findall(word.index.entities[one].lower())) for one in word.mentioned}
    return [one for one, name in names.items() if f" {name} " in said]


def _segment(claim: Statement, place: int) -> int:
    near = [term for term in claim.terms if abs(term.start - place) < 80]
    return min(near, key=lambda term: abs(term.start - place)).segment if near else 0


def _pools(
    narrowed: frozenset[str], table: Table, mentioned: tuple[Entity, ...], index: FactIndex, asked: frozenset[str]
) -> Iterator[set[Entity]]:
    """Among which things something is the cheapest: those that what else is said of it is true of, those that have
    what was asked for, those that the response speaks of."""
    everything = set(table)
    for keys in (narrowed, asked):
        pool = everything
        for key in keys:
            having = {entity for entity in everything if _has(entity, key, index)}
            if having and having != everything and not any(key in entity for entity in everything):
                pool = pool & having
        if len(pool) > 1:
            yield pool
    yield everything
    spoken = everything & set(mentioned)
    if len(spoken) > 1:
        yield spoken


def _narrowed(word: RankingWord) -> frozenset[str]:
    """What the things ranked are said to have: `the cheapest dimmable one`."""
    begin = word.match.end()
    stop = _NOUN_ENDS.search(word.text, begin, word.claim.end)
    end = stop.start() if stop else word.claim.end
    if end <= word.claim.start:  # a label: `Cheapest dimmable one: the Lumo`
        return frozenset(concepts_of(word.text[begin:end].lower().split())) - FRAME
    return frozenset(term.key for term in word.claim.terms if begin <= term.start < end)


def _has(entity: Entity, key: str, index: FactIndex) -> bool:
    return any(term.key == key and not term.denied for one in index.of_entity(entity) for term in one.terms)


def _others(word: RankingWord, subject: Entity, table: Table) -> tuple[Entity, ...]:
    """What a comparison is with: the other things of its sentence, else those named elsewhere."""
    for found in (word.index.entities_in(word.claim.concepts), word.mentioned):
        named = tuple(dict.fromkeys(entity for entity in found if entity != subject and entity in table))
        if named:
            break
    if named or len(table) != _PAIR:
        return named
    return tuple(entity for entity in table if entity != subject)  # `it is cheaper`, of two that were found


def _rank(entity: Entity, table: Table, scale: Scale) -> float:
    """The lower, the nearer to the end of the scale that is meant."""
    return -table[entity][0] if scale.high else table[entity][0]


def _wins(entity: Entity, pool: set[Entity], table: Table, scale: Scale) -> bool:
    return entity in pool and _rank(entity, table, scale) == min(_rank(one, table, scale) for one in pool)


def _best(pool: Iterable[Entity], table: Table, scale: Scale) -> Entity:
    return min(pool, key=lambda entity: (_rank(entity, table, scale), table[entity][1].figure.start))
