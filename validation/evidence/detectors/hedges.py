"""`Usually`, `typically`: what is added when the evidence is silent (spec 1, 10.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import says

_HEDGE = re.compile(
    r"\b(?:usually|typically|generally|normally|commonly|ordinarily|customarily|tends? to|as a rule|in general|"
    r"in most cases|most (?:people|users|shops|experts|customers|runners)|it is (?:well|widely) known|"
    r"as everyone knows|üblicherweise|normalerweise|meistens|in der Regel)\b",
    re.IGNORECASE,
)


def unsourced_hedges(claim: ClaimSpan, register: str) -> Iterator[tuple[int, int]]:
    """Where in the response those stand that no evidence uses. `register` is in lower case."""
    for match in _HEDGE.finditer(claim.text):
        if not says(register, match[0].lower()):
            yield claim.start + match.start(), claim.start + match.end()
