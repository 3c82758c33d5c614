"""The last word on a claim's state: none is supported without a linked quote (DESIGN, section 5: Support).

Of the claims of golden_response.jsonl that the model called supported and no item bears on, all 16 were wrong.
"""

from __future__ import annotations

import re

from validation.domain.claim import ClaimState
from validation.evidence.text.words import content_words

UNLINKED_CAP = 0.49
"""Unsupported and no more, as for a likely finding."""
_REFERENCE = re.compile(r"[(\[][\w.-]{1,40}(?::[\w.:#/-]{0,80})?[)\]]")
_ANSWERS = frozenset(
    content_words(
        "yes no ja nein yep nope sure indeed exactly correct right true done partly part entirely completely fully "
        "source sources quelle quellen reference references"
    )
)
"""Words that answer or point and state nothing by themselves: what follows them does."""


def is_bare_answer(text: str) -> bool:
    """Whether a sentence says only yes, no, done or where something is from."""
    return _ANSWERS.issuperset(content_words(_REFERENCE.sub(" ", text)))


def settle_support(
    state: ClaimState, probability: float, *, linked: bool, bare: bool, explained: bool
) -> tuple[ClaimState, float]:
    """The state and the probability that stand. `bare` as `is_bare_answer` says; it claims nothing where another
    sentence of the response is there to be checked (`explained`)."""
    if state is not ClaimState.SUPPORTED or linked:
        return state, probability
    if bare and explained:
        return ClaimState.NOT_FACTUAL, 1.0
    return ClaimState.UNSUPPORTED, min(probability, UNLINKED_CAP)
