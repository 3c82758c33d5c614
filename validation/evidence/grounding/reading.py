"""What the tagger is given of evidence that is longer than it can read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.text.vocabulary import Vocabulary
from validation.evidence.grounding.text.words import content, tokens

ROOM = 6_600
"""Characters of English prose that fill three pieces of the tagger."""


def to_read(evidence: Evidence, claims: Iterable[str], vocabulary: Vocabulary) -> Sequence[str]:
    """All units when they fit, else those that share the weightiest stems with the claims, in their order. A unit that
    would fill all of the room, a word in a page of signs, is left out."""
    if sum(map(len, evidence.texts)) <= ROOM:
        return evidence.texts
    shared = [0.0] * len(evidence.texts)
    for stem in {stem for claim in claims for _, stem in content(tokens(claim))}:
        weight = vocabulary.weight(stem)
        for unit in evidence.postings.get(stem, ()):
            shared[unit] += weight
    chosen, left = [], ROOM
    fitting = [unit for unit, text in enumerate(evidence.texts) if len(text) < ROOM]
    for unit in sorted(fitting, key=lambda unit: (-shared[unit], unit)):
        left -= len(evidence.texts[unit])
        if left < 0:
            break
        chosen.append(unit)
    return [evidence.texts[unit] for unit in sorted(chosen)]
