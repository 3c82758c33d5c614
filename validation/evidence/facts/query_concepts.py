"""What the query brings along: concepts that were asked for, and so were searched for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.quantity import Quantity, find_quantities

_YES_NO = re.compile(
    r"\s*(?:and |so |ok |hi |hello |please )?(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|"
    r"may|must|isn't|aren't|doesn't)\b",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"(?<!^)(?<![.?!] )\b[A-ZÄÖÜ][\w-]+")
_LONGEST = 4_000


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


def read_query_concepts(query: str, document: ContextDocument, exempt: frozenset[int] = frozenset()) -> QueryConcepts:
    """Of a question for yes or no only names are given: all else that it says is what has to be shown."""
    query = query[:_LONGEST]
    concepts, names = keys_of(query), _names_in(query, document)
    given = names if _YES_NO.match(query) else concepts
    return QueryConcepts(concepts, given, exempt, find_quantities(query), names)


def _names_in(query: str, document: ContextDocument) -> frozenset[str]:
    """The capitalised words of a query that the evidence writes too."""
    bodies = [document.body(section) for role in EVIDENCE_ROLES for section in document.of(role)]
    written = "\n".join(bodies).lower()
    return keys_of(" ".join(word for word in _CAPITALISED.findall(query) if word.lower() in written))
