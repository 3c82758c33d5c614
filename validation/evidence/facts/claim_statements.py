"""The claims of a response as statements, each with what the query and earlier sentences leave understood."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.evidence.document.read import read_response
from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex, with_context
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.lookup import holding
from validation.evidence.words import any_of

_YES_NO = any_of("said.yes_no", front=r"\s*(?:and |so |ok |hi |hello |please )?")
_CAPITALISED = re.compile(r"(?<!^)(?<![.?!] )\b[A-ZÄÖÜ][\w-]+")
_LONGEST = 4_000
"""Characters of a query."""
_POINTS = re.compile(r"\b(?:it|its|it's|they|their|he|she|his|her|there|this one|that one)\b", re.IGNORECASE)
_ONE = re.compile(r"\W*(?:it|it's|its|he|she|his|her|this one|that one)\b", re.IGNORECASE)
_LONG = 4
"""Digits of an id or a year, which count nothing."""
_UNDERSTOOD = 0.4
_MOST_MENTIONED = 12
_MOST_FIGURES = 40
Entities = frozenset[frozenset[str]]


@dataclass(frozen=True, slots=True)
class QueryConcepts:
    """`concepts` are those of the query, `given` those that need no evidence because they were searched for; `exempt`
    the places of figures in the response that other rules explain; `figures` are those of the query, `names` its names
    that the evidence writes too."""

    concepts: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    exempt: frozenset[int] = frozenset()
    figures: tuple[Quantity, ...] = ()
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ClaimStatement:
    """A statement of a claim. `entities` are the things it names; `understood` those it is about though an earlier
    sentence named them; `mentioned` the last things that the response spoke of so far, in order, and
    `earlier` the last figures before this statement. Of a statement with very many figures only the
    first are kept; then `is_whole` is false."""

    statement: Statement
    entities: Entities
    understood: Entities = frozenset()
    mentioned: tuple[frozenset[str], ...] = ()
    earlier: tuple[Quantity, ...] = ()
    is_whole: bool = True

    @property
    def things(self) -> Entities:
        return self.entities or self.understood


def read_query_concepts(query: str, document: ContextDocument, exempt: frozenset[int] = frozenset()) -> QueryConcepts:
    """Of a question for yes or no only names are given: all else that it says is what has to be shown."""
    query = query[:_LONGEST]
    bodies = (document.body(section) for role in EVIDENCE_ROLES for section in document.of(role))
    written = "\n".join(bodies).lower()
    concepts = keys_of(query)
    names = keys_of(" ".join(word for word in _CAPITALISED.findall(query) if word.lower() in written))
    given = names if _YES_NO.match(query) else concepts
    return QueryConcepts(concepts, given, exempt, find_quantities(query), names)


def read_claims(
    response_md: str, claims: Sequence[ClaimSpan], index: FactIndex, asked: QueryConcepts
) -> dict[str, tuple[ClaimStatement, ...]]:
    """The statements of every claim by its id. The one thing that the query names is understood from the beginning, and
    so are its names (`to Sandøy`) where a statement only points (`it leaves at 8`)."""
    found: dict[str, list[ClaimStatement]] = defaultdict(list)
    last = index.entities_in(asked.concepts)
    last = last if len(last) == 1 else frozenset()
    lead = last
    mentioned: dict[frozenset[str], None] = {}
    figures: list[Quantity] = []
    for statement in read_response(response_md):
        claim = holding(claims, statement.start)
        if claim is None:
            continue
        numbers = {figure.text.lower() for figure in statement.figures if _may_name(figure, statement)}
        own = index.entities_in(statement.concepts | numbers)
        if own:
            capital = {term.key for term in statement.terms if response_md[term.start].isupper()} | numbers
            capital |= set(statement.context)
            own = frozenset(keys for keys in own if len(keys) > 1 or keys <= capital or index.entities[keys].islower())
        understood = frozenset() if own else last
        if len(understood) > 1 and _ONE.match(response_md, statement.start):
            understood = lead
        if asked.names and not own and _POINTS.search(response_md, statement.start, statement.end):
            statement = with_context(statement, asked.names, _UNDERSTOOD)
        if understood:
            statement = with_context(statement, (key for keys in understood for key in keys), _UNDERSTOOD)
        for keys in sorted(own, key=sorted):
            mentioned.pop(keys, None)
            mentioned[keys] = None
        things = tuple(mentioned)[-_MOST_MENTIONED:]
        is_whole = len(statement.figures) <= _MOST_FIGURES
        statement = statement if is_whole else replace(statement, figures=statement.figures[:_MOST_FIGURES])
        found[claim.id].append(ClaimStatement(statement, own, understood, things, tuple(figures), is_whole))
        figures = [*figures, *statement.figures][-_MOST_MENTIONED:]
        last, lead = own or last, _first(statement, own) or lead
    return {name: tuple(said) for name, said in found.items()}


def _may_name(figure: Quantity, statement: Statement) -> bool:
    """Whether a number may be the name of a row, as in `round 9` and `2012`: `9 points` counts."""
    counts = len(figure.text) < _LONG and statement.word_behind(figure) and not statement.word_before(figure)
    return figure.kind is Kind.NUMBER and not figure.in_words and not counts


def _first(statement: Statement, things: Entities) -> Entities:
    """The thing named first: what a sentence compares with others stands before them, and the next one's `it` is it."""
    for term in statement.terms:
        named = [keys for keys in things if term.key in keys]
        if len(named) == 1:
            return frozenset(named)
    return frozenset()
