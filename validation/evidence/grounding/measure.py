"""All that is measured of each claim of a response: what the models of the gate and of the training see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.signals.row import Signals, signals, stems_of
from validation.evidence.grounding.signals.token_risk import token_risk
from validation.evidence.grounding.text.words import blank_citations, content, tokens
from validation.evidence.language.stems import Vocabulary
from validation.evidence.tagger import Tagger

ROOM = 6_600
"""Characters of English prose that fill three pieces of the tagger."""
Floats = NDArray[np.float64]
_WORST = 3
_SUSPECT = 0.3
_FROM_CLAIMS = ("worst", "second", "worst_three", "mean", "any", "suspects")


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
    asked = stems_of(query)
    text = blank_citations(response_md)
    said = [text[start:end] for start, end in claims]
    tags = tagger.tags(query=query, texts=select_units(evidence, said, vocabulary), response_md=text)
    return [
        signals(claim, evidence, asked, vocabulary, token_risk(tags, text, start, end))
        for claim, (start, end) in zip(said, claims, strict=True)
    ]


def select_units(evidence: Evidence, claims: Iterable[str], vocabulary: Vocabulary) -> Sequence[str]:
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


def response_features(claim_features: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the columns, in their order."""
    spread = (f"{kind}_{name}" for kind in ("highest", "lowest", "mean") for name in claim_features)
    return (*_FROM_CLAIMS, *spread)


def aggregate(invented: Floats, rows: Floats) -> Floats:
    """`invented`: (claims,) chance that each claim is made up; `rows`: (claims, features). One row, at least one
    claim."""
    falling = np.sort(invented)[::-1]
    told = np.array(
        [
            falling[0],
            falling[1] if len(falling) > 1 else 0.0,
            falling[:_WORST].mean(),
            falling.mean(),
            1.0 - np.prod(1.0 - np.clip(falling, 0.0, 0.99)),
            float((falling > _SUSPECT).sum()),
        ]
    )
    return np.concatenate([told, rows.max(axis=0), rows.min(axis=0), rows.mean(axis=0)])
