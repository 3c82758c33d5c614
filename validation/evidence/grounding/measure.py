"""All that is measured of each claim of a response: what the models of the gate and of the training see."""

from __future__ import annotations

from collections.abc import Sequence

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.reading import to_read
from validation.evidence.grounding.signals.row import Signals, known, signals
from validation.evidence.grounding.signals.token_risk import token_risk
from validation.evidence.grounding.text.citations import uncited
from validation.evidence.grounding.text.vocabulary import Vocabulary
from validation.evidence.tagger import Tagger


def measure(
    *,
    query: str,
    evidence: Evidence,
    response_md: str,
    claims: Sequence[tuple[int, int]],
    vocabulary: Vocabulary,
    tagger: Tagger,
) -> list[Signals]:
    """Of every claim `response_md[start:end]`, in their order; what it cites is not part of what it says."""
    shared = known(query=query, evidence=evidence, vocabulary=vocabulary)
    text = uncited(response_md)
    said = [text[start:end] for start, end in claims]
    tags = tagger.tags(query=query, texts=to_read(evidence, said, vocabulary), response_md=text)
    return [
        signals(claim, shared, token_risk(tags, text, start, end))
        for claim, (start, end) in zip(said, claims, strict=True)
    ]
