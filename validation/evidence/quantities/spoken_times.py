"""What the words before a clock time say of it: that it is rounded, or which half of the day it is of."""

from __future__ import annotations

import re

from validation.evidence.quantities.moments import TemporalExpression
from validation.evidence.words import any_of

ABOUT = any_of("quantity.about", front="", behind=r"[ \t]?[-–−+]?[$€£¥]?[ \t]?[-–−]?$")
_ROUND_MINUTES = ((30, 7.0), (5, 2.0))
_BEFORE = 32
_O_CLOCK = re.compile(r"o'clock$", re.IGNORECASE)
_IN_THE_MORNING = any_of("spoken_times.in_the_morning", behind=r"\b[^.;:!?,]{0,14}$")
_BEFORE_DAY = any_of("spoken_times.before_day", front=r",?(?:[ ](?:just|long|shortly|early))?[ ]", behind=r"\b")
_DAY_BEGINS = 360
_EARLIEST, _LATEST = 300, 719
"""Minutes of the day at which something opens that is told without its half."""


def minutes_off(text: str, moment: TemporalExpression) -> float:
    """`About 8:20` may be 8:18, `around half past eight` some minutes earlier or later, `about 8:23` is 8:22:48."""
    if not moment.minutes or not ABOUT.search(text[max(0, moment.start - _BEFORE) : moment.start]):
        return 0.0
    return next((reach for step, reach in _ROUND_MINUTES if moment.minutes[0] % step == 0), 1.0)


def is_of_either_half(text: str, moment: TemporalExpression) -> bool:
    """Whether a clock time is told as people speak, `half past two`, `3 o'clock`, so that the evening is meant as well
    as the morning: not what `opens at nine`, nor `three o'clock after midnight`."""
    is_spoken = moment.in_words or _O_CLOCK.search(text, moment.start, moment.end) is not None
    if len(moment.minutes) < 2 or not is_spoken:
        return False
    if moment.minutes[0] < _DAY_BEGINS and _BEFORE_DAY.match(text, moment.end):
        return False
    opens = _IN_THE_MORNING.search(text, max(0, moment.start - _BEFORE), moment.start) is not None
    return not (opens and _EARLIEST <= moment.minutes[0] <= _LATEST)
