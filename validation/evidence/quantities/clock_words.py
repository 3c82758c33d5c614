"""Clock times in words: `ten past six`, `a quarter to three in the afternoon`, `seven in the evening`, `at nine.`,
`um zehn Uhr`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NAMES = "|".join(_HOURS)
_GERMAN_HOURS = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
_NAMES_NO_TIME = r"[ ][(]\d|[ ]and[ ](?:an?\b|\d|" + _NAMES + ")"
"""`At ten (10) percent`, `at ten and a half percent`."""
_PAST = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
_FIXED = {"midnight": 0, "noon": 720}
"""Minutes of the day of what is no hour of twelve: `ten past midnight` is 0:10 alone."""
_PART_OF_DAY = r"(?:[ ]o'clock)?[ ](?:in the (?P<{0}>morning|afternoon|evening)|at (?P<{0}_night>night))"
_CLOCK = re.compile(
    rf"\b(?:(?:an?[ ](?=quarter))?(?:(?P<past>five|ten|quarter|twenty(?:-five)?|half)(?:[ ]minutes)?[ ]past"
    rf"|(?P<to>quarter)[ ]to|(?<=\bat )(?P<at_to>five|ten|twenty(?:-five)?)[ ]to)[ ](?P<of>{_NAMES}|midnight|noon)\b"
    rf"(?:{_PART_OF_DAY.format('part')})?|(?P<full>{_NAMES}|1[0-2]|[1-9]){_PART_OF_DAY.format('day')}"
    rf"|(?P<sharp>{_NAMES})[ ]o'clock"
    rf"|(?<=\bat )(?P<at>{_NAMES})(?!{_NAMES_NO_TIME})(?=[ ]{{0,40}}[.,;!?)(\[]|$|[ ](?:on|and)[ ])"
    rf"|(?<!halb )(?<!nach )(?<!vor )\b(?P<uhr>{'|'.join(_GERMAN_HOURS)})[ ]Uhr\b"
    r"(?![ ](?:\d|fünf|zehn|zwanzig|dreißig)))",
    re.IGNORECASE | re.MULTILINE,
)
_RANGE = re.compile(r"\d[ ]?(?:-|–|to|until)[ ]?$")
"""What stands before the end of a range: `9-12 in the morning` ends at noon."""
_MAY_HOLD = re.compile(r"past |quarter to |o'clock|\bat |(?:in the|at) (?:morn|after|even|night)| Uhr\b", re.IGNORECASE)


def clock_words(text: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Start, end and the minutes of the day that each may mean. `Five to ten` is a range unless `at` stands before."""
    if _MAY_HOLD.search(text):
        for match in _CLOCK.finditer(text):
            yield *match.span(), tuple(_minutes(match))


def _minutes(match: re.Match[str]) -> Iterator[int]:
    after, until = match["past"], match["to"] or match["at_to"]
    minute = _PAST[after.lower()] if after else -_PAST[until.lower()] if until else 0
    if (match["of"] or "").lower() in _FIXED:
        yield (_FIXED[match["of"].lower()] + minute) % 1440
        return
    said = (match["of"] or match["full"] or match["sharp"] or match["at"] or match["uhr"]).lower()
    names = _GERMAN_HOURS if match["uhr"] else _HOURS
    hour = (int(said) if said.isdigit() else names.index(said) + 1) % 12
    at = hour * 60 + minute
    part = (match["part"] or match["day"] or "").lower()
    if not hour and part == "morning" and _RANGE.search(match.string, max(0, match.start() - 9), match.start()):
        yield 720
        return
    if match["part_night"] or match["day_night"]:
        yield (at + 720) if hour >= 6 else at % 1440
        return
    if part != "afternoon" and part != "evening":
        yield at % 1440
    if part != "morning":
        yield (at + 720) % 1440
