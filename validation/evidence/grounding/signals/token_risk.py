"""What the tagger token_risk of one claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from validation.evidence.tagger import Tags

_WORST = 3
_NONE = -8.0
"""Log odds of a claim without tokens."""
_MOST = 2
_MOST_OF_CLAIM = 0.7
_WORD = re.compile(r"\d+(?:[.,:]\d+)+|\w+(?:['’-]\w+)*")


@dataclass(frozen=True, slots=True)
class TokenRisk:
    """`worst`, `worst_three`: log odds that the worst token, and the worst three on average, are made up; `mean`: the
    average chance of a token; `share`: of the tokens more likely made up than not. `phrases` are these in the words of
    the claim, the worst first, unless nearly all of it is doubted."""

    worst: float = _NONE
    worst_three: float = _NONE
    mean: float = 0.0
    share: float = 0.0
    phrases: tuple[str, ...] = ()


UNTAGGED = TokenRisk(worst=0.0, worst_three=0.0, mean=0.5, share=0.5)
"""Of a claim the tagger did not come to: as likely made up as not."""


def token_risk(tags: Tags, text: str, start: int, end: int) -> TokenRisk:
    """Of the claim `text[start:end]`."""
    if start >= tags.until:
        return UNTAGGED
    odds = tags.within(start, end)
    if not len(odds):
        return TokenRisk()
    falling = np.sort(odds)[::-1]
    return TokenRisk(
        worst=float(falling[0]),
        worst_three=float(falling[:_WORST].mean()),
        mean=float((1.0 / (1.0 + np.exp(-odds))).mean()),
        share=float((odds > 0).mean()),
        phrases=tuple(_phrases(tags, text, start, end)),
    )


def _phrases(tags: Tags, text: str, start: int, end: int) -> Iterator[str]:
    runs = sorted(_runs(tags, start, end), key=lambda run: -run[0])[:_MOST]
    words = [match.span() for match in _WORD.finditer(text, start, end)]
    for _, first, last in runs:
        touched = [(begin, stop) for begin, stop in words if begin < last and stop > first]
        if touched and (touched[-1][1] - touched[0][0]) < _MOST_OF_CLAIM * (end - start):
            yield text[touched[0][0] : touched[-1][1]]


def _runs(tags: Tags, start: int, end: int) -> Iterator[tuple[float, int, int]]:
    """Neighbouring doubted tokens: the worst odds among them, and where they begin and end."""
    first, stop = np.searchsorted(tags.start, (start, end)).tolist()
    for doubted, group in groupby(range(first, stop), key=lambda at: bool(tags.odds[at] > 0)):
        if doubted:
            run = list(group)
            yield float(tags.odds[run].max()), int(tags.start[run[0]]), int(tags.end[run[-1]])
