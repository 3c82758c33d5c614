"""What is told as done where the evidence plans it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.terms import Term

_PLANNED = re.compile(
    r"\b(?:will|shall|(?:is|are) to|plan(?:s|ned|ning)? (?:to|for)|expected|scheduled|due (?:to|on|in)|intends? to|"
    r"(?:is|are) going to|set to|proposed|upcoming|wird|werden|sollen?|geplant)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:has|have|had)(?: (?:not|already|since|now|just|been|also)){0,3} (?P<perfect>\w{3,})"
    r"|\b(?:was|were)(?: (?:already|also)){0,1} (?P<passive>\w+(?:ed|en|wn|ld|nt|ilt))\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|planned|proposed|expected|scheduled|supposed|meant|due)\b|n['’]t\b", re.IGNORECASE
)
_AUXILIARIES = frozenset(["been", "had", "done", "made", "got"])
_REACH = 60


def told_as_done(claim: Statement, text: str, known: Sequence[Statement], index: FactIndex) -> Statement | None:
    """The statement that plans what the claim tells as done: every place that has the verb speaks of the future."""
    told = [match for match in _DONE.finditer(text, claim.start, claim.end) if not _DENIED.search(match[0])]
    starts = {match.start(match.lastgroup or 0) for match in told}
    verbs = [one for one in claim.terms if one.start in starts and one.word not in _AUXILIARIES and not one.denied]
    places: dict[str, list[tuple[Statement, Term]]] = {term.key: [] for term in verbs}
    for statement in known if verbs else ():
        for said in statement.terms:
            if said.key in places:
                places[said.key].append((statement, said))
    planned = (held for held in places.values() if held and all(_is_planned(index.text, said) for _, said in held))
    return next((held[0][0] for held in planned), None)


def _is_planned(text: str, said: Term) -> bool:
    begin = max(said.start - _REACH, 0)
    start = max(text.rfind("\n", begin, said.start), text.rfind(". ", begin, said.start), begin)
    return _PLANNED.search(text, start, min(len(text), said.end + 12)) is not None
