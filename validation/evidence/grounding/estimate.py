"""The one entry: passages and claim spans in, probabilities and reasons out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.grounding.result import ClaimGrounding, Grounding

_WORD = re.compile(r"\d[\d.,:]*\d|\w{4,}|\d")


def estimate(  # noqa: ARG001
    *, query: str, passages: Sequence[str], response_md: str, claims: Sequence[tuple[int, int]]
) -> Grounding:
    """Judges every claim `response_md[start:end]` against the passages. Linear in the evidence."""
    words = [frozenset(_WORD.findall(passage.lower())) for passage in passages]
    judged = tuple(_claim(response_md[start:end], words) for start, end in claims)
    return Grounding(judged, min((claim.probability for claim in judged), default=None))


def _claim(text: str, passages: list[frozenset[str]]) -> ClaimGrounding:
    said = set(_WORD.findall(text.lower()))
    shares = [len(said & words) / len(said) if said else 1.0 for words in passages]
    if not shares:
        return ClaimGrounding(0.0, ("there is no evidence",))
    best = max(range(len(shares)), key=shares.__getitem__)
    missing = sorted(word for word in said - frozenset().union(*passages) if word[0].isdigit())
    reasons = tuple(f"{word} stands in no evidence" for word in missing)
    return ClaimGrounding(shares[best] * 0.5 ** len(missing), reasons, best if shares[best] else None)
