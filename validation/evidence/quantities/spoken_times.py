"""What the words before a clock time say of it: that it is rounded, or which half of the day it is of."""

from __future__ import annotations

import re

from validation.evidence.quantities.moments import TemporalExpression
from validation.evidence.words import any_of, pattern_of

ABOUT = any_of("quantity.about", front="", behind=r"[ \t]?[-–−+]?[$€£¥]?[ \t]?[-–−]?$")
_ROUND_MINUTES = ((30, 7.0), (5, 2.0))
_BEFORE = 24
_O_CLOCK = re.compile(r"o'clock$", re.IGNORECASE)
_HALF_TOLD = re.compile(
    rf"\b(?:(?P<morning>{pattern_of('spoken_times.in_the_morning')})|{pattern_of('spoken_times.in_the_evening')})\b",
    re.IGNORECASE,
)
_IN_THE_NIGHT = any_of("spoken_times.in_the_night")
_ENDS = re.compile(r"[.;!?\n]")
_ENDS_PART = re.compile(r"[.;:!?\n,]|[ ](?:and|but|while)[ ]")
_SENTENCE = 80
"""Characters on either side of the time that are looked at."""
_BEGINS_RANGE = re.compile(r"[ ](?:to|until|till|bis)[ ]", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|zwischen)[ ]$", re.IGNORECASE)
_EARLIEST, _LATEST = 300, 719
"""Minutes of the day that are of the morning where a word tells it; those before are of the night or afternoon."""


def minutes_off(text: str, moment: TemporalExpression) -> float:
    """`About 8:20` may be 8:18, `around half past eight` some minutes earlier or later, `about 8:23` is 8:22:48."""
    if not moment.minutes or not ABOUT.search(text[max(0, moment.start - _BEFORE) : moment.start]):
        return 0.0
    return next((reach for step, reach in _ROUND_MINUTES if moment.minutes[0] % step == 0), 1.0)


def is_of_either_half(text: str, moment: TemporalExpression) -> bool:
    """Whether a clock time is told as people speak, `half past two`, `3 o'clock`, so that the evening is meant as well
    as the morning: not what `opens at nine`, the begin of `from nine until five` or the night bus at half past one."""
    is_spoken = moment.in_words or _O_CLOCK.search(text, moment.start, moment.end) is not None
    if len(moment.minutes) < 2 or not is_spoken:
        return False
    front = _ENDS.split(text[max(0, moment.start - _SENTENCE) : moment.start])[-1]
    rest = _ENDS.split(text[moment.end : moment.end + _SENTENCE], maxsplit=1)[0]
    if not _EARLIEST <= moment.minutes[0] <= _LATEST:
        return _IN_THE_NIGHT.search(front) is None and _IN_THE_NIGHT.search(rest) is None
    behind = _ENDS_PART.split(rest, maxsplit=1)[0]
    told = [*_HALF_TOLD.finditer(front)][-1:] or [*_HALF_TOLD.finditer(behind)][:1]
    if told:
        return told[0]["morning"] is None
    return not (_BEGINS_RANGE.match(text, moment.end) or _BETWEEN.search(front))
