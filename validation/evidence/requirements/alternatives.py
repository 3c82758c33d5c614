"""Of values that exclude each other the one asked for: a tour in French, a vegan soup, a window seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.document.lexicon import CLASSES
from validation.evidence.document.names import keys_of
from validation.evidence.document.terms import read_terms
from validation.evidence.grounding.signals.absence import says_absent
from validation.evidence.requirements.draft import Draft
from validation.evidence.requirements.parsed_query import ParsedQuery

_MOST = 4
_CHOSEN = frozenset(
    CLASSES[word] for word in ("english", "vegan", "aisle", "train", "cotton", "wood", "espresso", "beef")
)
"""What people choose by. A colour, a day or a direction in a query is oftener part of a name or of what happened."""


def alternatives(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Where the evidence knows things of the value that is asked for, the response must not rest on those of another
    value alone."""
    if says_absent(draft.text) or not asked.texts:
        return
    wanted = [term for term in read_terms(asked.texts[-1]) if CLASSES.get(term.key) in _CHOSEN and not term.denied]
    kinds = Counter(CLASSES[term.key] for term in wanted)
    quotes = [keys_of(link.quote) for claim in draft.factual for link in claim.evidence[:1]]
    said = keys_of(draft.spoken).union(*quotes)
    for term in wanted[:_MOST]:
        others = {word for word, kind in CLASSES.items() if kind == CLASSES[term.key] and word != term.key}
        if kinds[CLASSES[term.key]] > 1 or term.key in said or not any(quote & others for quote in quotes):
            continue
        if any(term.key in keys_of(item.text) for item in draft.items):
            first = draft.factual[0]
            reason = "What the response names is of another kind."
            yield Requirement(term.word, "preference", False, reason, first.start, first.end)
