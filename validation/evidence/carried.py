"""Claims that need no model: the evidence holds their figures and nearly all their words.

The grounding model was trained on passages of prose. Rows of a pipeline's own results are shorter and more regular than
those, and what repeats them plainly is better vouched for by the look-up itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.claims import ClaimSpan
from validation.evidence.figures import Figure, FigureState
from validation.evidence.index import EvidenceIndex
from validation.evidence.words import content_words

_LINK = re.compile(r"!?\[[^\[\]\n]{0,500}\]\([^()\n]{0,2000}\)")
_SOURCE = re.compile(r"\(source_ref:[^)\n]{0,200}\)")
_NEARLY_ALL = 0.75
_HELD = (FigureState.HELD, FigureState.EXEMPT)
_FRAME = frozenset(
    content_words(
        "one ones costs cost price priced at weighs weight reaches takes lasts offers sells has comes listed gives "
        "provides delivers measures holds uses needs runs available there find found"
    )
)
"""Words that only tie a name to its figure."""
_DEGREE = re.compile(r"(?:er|est)$")


def is_carried(
    claim: ClaimSpan, places: Sequence[int], figures: Sequence[Figure], index: EvidenceIndex, asked: frozenset[str]
) -> bool:
    """Whether the items at `places` together hold every figure of the claim, one at least, and three quarters of its
    words; words of the query (`asked`) and of the heading it stands under are given, not claimed."""
    if not figures or any(figure.state not in _HELD for figure in figures):
        return False
    held_there = set(places)
    if not any(figure.holders for figure in figures) or any(
        figure.holders and held_there.isdisjoint(held.item for held in figure.holders) for figure in figures
    ):
        return False
    said = frozenset(content_words(_SOURCE.sub(" ", _LINK.sub(" ", claim.text))))
    said -= frozenset(word for figure in figures for word in content_words(figure.quantity.text))
    given = asked | frozenset(content_words(claim.heading)) | _FRAME
    said = frozenset(word for word in said - given if _positive(word) not in {_positive(other) for other in asked})
    found = frozenset(word for place in places for word in index.words[place])
    return len(said & found) >= _NEARLY_ALL * len(said)


def vouched(carried: int, doubtful: int, claims: int) -> bool:
    """Whether look-ups speak for a whole response: they carry half of its claims at least, and none is in doubt."""
    return claims > 0 and doubtful == 0 and carried * 2 >= claims


def _positive(word: str) -> str:
    """`quieter` and `quietest` ask and answer the same."""
    return _DEGREE.sub("", word) if len(word) > 4 else word
