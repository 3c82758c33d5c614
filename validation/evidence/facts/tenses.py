"""What is told as done where the evidence plans it, and with a figure that the evidence gives of another event."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.document.terms import Term
from validation.evidence.facts.index import FactIndex

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
_DENIED = re.compile(r"\b(?:not|never|planned|expected|scheduled|supposed|meant|due)\b|n['’]t\b", re.IGNORECASE)
_NOT_YET = re.compile(
    r"\b(?:has|have|is|are)(?: not|n['’]t)\b.{0,60}\b(?:yet|so far|until now)\b|\bnot yet\b", re.IGNORECASE
)
_AUXILIARIES = frozenset(["been", "had", "done", "made", "got"])
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|wn|ilt|orn|itten)$")
_REACH = 60


def told_as_done(claim: Statement, text: str, known: Sequence[Statement], index: FactIndex) -> Statement | None:
    """The statement that plans what the claim tells as done: every place that has the verb speaks of the future."""
    for match in _DONE.finditer(text, claim.start, claim.end):
        name = "perfect" if match["perfect"] else "passive"
        term = next((one for one in claim.terms if one.start == match.start(name)), None)
        if term is None or term.word in _AUXILIARIES or term.denied or _DENIED.search(match[0]):
            continue
        places = [(one, said) for one in known for said in one.terms if said.key == term.key]
        if places and all(_is_planned(index.text, said) for _, said in places):
            return places[0][0]
    return None


def is_still_to_come(claim: Statement, text: str, said: Statement, index: FactIndex) -> bool:
    """Whether `not yet` is told of what a statement plans: neither speaks against the other."""
    planned = _PLANNED.search(index.text, said.start, said.end) is not None
    return planned and _NOT_YET.search(text, claim.start, claim.end) is not None


def _is_planned(text: str, said: Term) -> bool:
    start = max(text.rfind("\n", 0, said.start), text.rfind(". ", 0, said.start), said.start - _REACH, 0)
    return _PLANNED.search(text, start, min(len(text), said.end + 12)) is not None


def other_events(claim: Statement, asked: frozenset[str], carrying: Sequence[Statement], index: FactIndex) -> list[str]:
    """What the query asks of (`built`) and the evidence never says, told with a figure that it gives of another event
    (`restored in 1998`)."""
    told = [one for statement in carrying for one in statement.terms if _PARTICIPLE.match(one.word)]
    if not any(one.key not in {term.key for term in claim.terms} for one in told):
        return []
    return [
        term.word
        for term in claim.terms
        if term.key in asked and _PARTICIPLE.match(term.word) and term.key not in index.postings
    ]
