"""What the words before a clock time say of it: that it is rounded, or which half of the day it is of."""

from __future__ import annotations

import re

from validation.evidence.quantities.moments import TemporalExpression
from validation.evidence.words import any_of

ABOUT = any_of("quantity.about", front="", behind=r"[ \t]?[-–−+]?[$€£¥]?[ \t]?[-–−]?$")
_ROUND_MINUTES = ((30, 7.0), (5, 2.0))
_BEFORE = 24
_O_CLOCK = re.compile(r"o'clock$", re.IGNORECASE)
_IN_THE_MORNING = any_of("spoken_times.in_the_morning")
_IN_THE_NIGHT = any_of("spoken_times.in_the_night")
_ENDS = re.compile(r"[.,;!?\n]|[ ](?:and|but|while|und|aber)[ ]")
_CLAUSE = 80
"""Characters on either side of the time that are looked at."""
_EARLIEST = 300
"""Minutes of the day before which no morning begins: `one o'clock` of a morning tour is the end of it."""


def minutes_off(text: str, moment: TemporalExpression) -> float:
    """`About 8:20` may be 8:18, `around half past eight` some minutes earlier or later, `about 8:23` is 8:22:48."""
    if not moment.minutes or not ABOUT.search(text[max(0, moment.start - _BEFORE) : moment.start]):
        return 0.0
    return next((reach for step, reach in _ROUND_MINUTES if moment.minutes[0] % step == 0), 1.0)


def is_of_either_half(text: str, moment: TemporalExpression) -> bool:
    """Whether a clock time is told as people speak, `half past two`, `3 o'clock`, so that the evening is meant as well
    as the morning, and its clause has no word of morning or night."""
    is_spoken = moment.in_words or _O_CLOCK.search(text, moment.start, moment.end) is not None
    if len(moment.minutes) < 2 or not is_spoken:
        return False
    front = _ENDS.split(text[max(0, moment.start - _CLAUSE) : moment.start])[-1]
    behind = _ENDS.split(text[moment.end : moment.end + _CLAUSE], maxsplit=1)[0]
    told = _IN_THE_MORNING if moment.minutes[0] >= _EARLIEST else _IN_THE_NIGHT
    return not any(told.search(part) for part in (front, behind))
