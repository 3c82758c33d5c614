"""Clock times and dates in the spellings people use, as minutes of the day and as (year, month, day); and durations.

An unsaid half of the day or year leaves several candidates, so that `2:30` can be 14:30 and `5 January` any year's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from validation.domain.text.letters import fold_letters
from validation.evidence.quantities.clock_words import clock_words
from validation.evidence.quantities.hour_ranges import GAP, HALF, HOUR_OF_DAY, HOURS_OF_DAY, RANGE_AHEAD, RANGE_BEHIND
from validation.evidence.quantities.units import CURRENCY_BEFORE
from validation.evidence.words import alternatives, groups_of

Date = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class TemporalExpression:
    """A clock time has `minutes`, a date `dates`; never both. `ambiguous` is true of `9:0`, `in_words` of `at nine`.
    `zone` is how many minutes the time zone that is named behind a clock time lies before UTC. `hour` is what
    a clock time without minutes is written as: `Thu 14-16`."""

    start: int
    end: int
    minutes: tuple[int, ...] = ()
    dates: tuple[Date, ...] = ()
    ambiguous: bool = False
    in_words: bool = False
    zone: int | None = None
    hour: int | None = None


MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS = {name: number for number, month in enumerate(MONTHS, 1) for name in (month, month[:3])} | {
    "sept": 9, "januar": 1, "februar": 2, "märz": 3, "mai": 5, "juni": 6, "juli": 7, "oktober": 10, "dezember": 12,
}  # fmt: skip
_MONTH = rf"(?:{alternatives(_MONTHS)})\b\.?"
_YEAR = r"(?:1\d|20)\d\d"
_NTH = r"(?:st|nd|rd|th|\.)?"
_THROUGH = r"[ \t]?(?:-|–|to|until|through|and|bis|und)[ \t]?"
_DATE = re.compile(
    rf"(?=[\djfmasond])(?:(?<![\w.-])(?P<iso_y>{_YEAR})-(?P<iso_m>\d\d)-(?P<iso_d>\d\d)(?=T|\b)"
    rf"|(?<![\w.-])(?P<basic_y>{_YEAR})(?P<basic_m>[01]\d)(?P<basic_d>[0-3]\d)(?=T[0-2]\d[0-5]\d)"
    rf"|(?<![\w./-])(?P<ym_y>{_YEAR})-(?P<ym_m>0[1-9]|1[0-2])(?![\w-]|[.,]\d)"
    rf"|(?<![\w./])(?P<dot_d>\d{{1,2}})\.(?P<dot_m>\d{{1,2}})\.(?P<dot_y>{_YEAR})(?=T|\b)"
    rf"|(?<![\w./])(?P<sl_a>\d{{1,2}})/(?P<sl_b>\d{{1,2}})/(?P<sl_y>{_YEAR}|\d\d)\b"
    rf"|(?<![\w.,:])(?P<first_d>\d{{1,2}}){_NTH}(?={_THROUGH}\d{{1,2}}{_NTH}[ \t]+(?:of[ \t]+)?(?P<first_m>{_MONTH})"
    rf"(?:,?[ \t]+(?P<first_y>{_YEAR})\b)?)"
    rf"|(?<![\w.,:])(?P<dm_d>\d{{1,2}}){_NTH}[ \t]+(?:of[ \t]+)?(?P<dm_m>{_MONTH})"
    rf"(?:,?[ \t]+(?P<dm_y>{_YEAR})\b)?"
    rf"|(?<![\w./-])(?P<dash_d>\d{{1,2}})-(?P<dash_m>(?:{alternatives(_MONTHS)})\b)(?:-(?P<dash_y>{_YEAR}|\d\d)\b)?"
    rf"|\b(?P<md_m>{_MONTH})[ \t]+(?P<md_d>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:]|[.,]\d)(?:,?[ \t]+(?P<md_y>{_YEAR})\b)?"
    rf"|\b(?P<my_m>{_MONTH})[ \t]+(?:of[ \t]+)?(?P<my_y>{_YEAR})\b)",
    re.IGNORECASE,
)
_LAST_DAY = re.compile(
    rf"{_THROUGH}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:%€$£]|[.,]\d|[ \t]?(?:[ap]\.?m\b|(?:of[ \t]+)?{_MONTH}))"
    rf"(?:,?[ \t]+(?P<year>{_YEAR})\b)?",
    re.IGNORECASE,
)
_MONEY_REACH = 12
_HOURS = ("h", "basic", "full", "uhr_h", "fh", "from", "till", "von")
_WORD_BEHIND = re.compile(r"[ \t]+[a-z]")
_DATE_BEFORE = re.compile(r"\b(?:on|by|until|till|from|since|before|after|the)[ \t]+(?:the[ \t]+)?$", re.IGNORECASE)
_COLON = (
    rf"(?::|\.(?=[0-5]\d(?:[ \t]?(?:-|–|to|and|until)[ \t]?\d{{1,2}}(?:[.:][0-5]\d)?)?"
    rf"{GAP}{{0,2}}{HALF})(?!\d\d[ ]am[ ](?:(?-i:Abend|Morgen|Mittwoch|[A-Z]\w*tag)\b|\d\d?\.[ ])))"
)
"""A stop only where the half of the day follows, as in British texts: `8.15 p.m.`, `9.30 to 10.30 am`; no `7.30 am
Abend`."""
_TIME = re.compile(
    rf"(?=[\dnm])(?:(?:(?<![\w:.])|(?<=\dT))(?P<h>[01]?\d|2[0-4]){_COLON}(?P<m>[0-5]?\d)(?::[0-5]\d)?(?!\d|:\d)(?:{GAP}{{0,2}}(?P<half>{HALF}))?"
    rf"|(?<![\w:.$€£-])(?P<from>1[0-2]|0?[1-9])(?=[ \t]?(?:-|–|to|and)[ \t]?(?P<to>1[0-2]|0?[1-9]){GAP}?"
    rf"(?:(?P<to_half>{HALF})|in[ ]the[ ](?:morning|afternoon|evening)))"
    rf"|(?<![\w:.$€£-])(?P<till>1[0-2]|0?[1-9])(?=[ \t]?(?:-|–|to|and)[ \t]?"
    rf"(?:(?:1[0-2]|0?[1-9]):[0-5]\d{GAP}?{HALF}|(?:12[ ])?(?:noon|midday|midnight)\b))"
    r"|(?<![\w:.$€£-])(?P<von>[01]?\d|2[0-4])(?=[ \t]?(?:-|–|bis|und)[ \t]?(?:[01]?\d|2[0-4])[ \t]?Uhr\b)"
    rf"|(?<![\w:.$€£])(?P<full>1[0-2]|0?\d){GAP}?(?P<whole_half>{HALF})"
    r"|(?<=\d{8}T)(?P<basic>[01]\d|2[0-3])(?P<past>[0-5]\d)(?:[0-5]\d)?(?![\d:])"
    r"|(?<![\w:.])(?P<uhr_h>[01]?\d|2[0-4])(?:[.:](?P<uhr_m>[0-5]\d))?[ \t]?(?:Uhr|o'clock)\b"
    r"|(?<![\w:.])(?P<fh>[01]?\d|2[0-3])h(?P<fm>[0-5]\d)\b|(?<![\w:.])(?:12[ ])?(?P<word>noon|midday|midnight)\b)",
    re.IGNORECASE,
)


_ZONES = {name: int(minutes) for name, minutes in groups_of("moments.zones").items()}
_ZONE = re.compile(rf"{GAP}?(?P<name>{alternatives(_ZONES)})\b(?![+-]\d)")
_MAY_HOLD = re.compile(
    r"\d[-–/.:hT]\d|\d[ ](?:[-–]|to|until)[ ]\d|\bat[ ]\d|\d[ \t\u202f\u00a0]?(?:[ap]\.?[ \t]?m\b|Uhr|o'clock)|"
    r"noon|midday|midnight|"
    r"\d[ ]in[ ]the[ ](?:morn|after|even)|"
    r"(?:jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]{0,7}\.?,?[ \t]+\d|"
    r"\d(?:-|(?:st|nd|rd|th|\.)?[ \t]+(?:of[ \t]+)?)(?:jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])",
    re.IGNORECASE,
)
"""One quick look that spares most texts the two long patterns."""


def find_moments(text: str) -> tuple[TemporalExpression, ...]:
    """Dates and clock times in order, without overlap."""
    text = fold_letters(text)
    worded = tuple(TemporalExpression(start, end, minutes, in_words=True) for start, end, minutes in clock_words(text))
    if not _MAY_HOLD.search(text):
        return worded
    dates = list(_dates(text))
    taken = {at for moment in dates for at in range(moment.start, moment.end)}
    clock = [*_times(text), *worded]
    times = [moment for moment in clock if taken.isdisjoint(range(moment.start, moment.end))]
    return tuple(_apart(sorted([*dates, *times], key=lambda moment: (moment.start, -moment.end))))


def _apart(moments: Iterable[TemporalExpression]) -> Iterator[TemporalExpression]:
    """Of two at one place the one that begins first, or is longer."""
    end = 0
    for moment in moments:
        if moment.start >= end:
            yield moment
            end = moment.end


def _dates(text: str) -> Iterator[TemporalExpression]:
    for match in _DATE.finditer(text):
        if _is_verb(match):
            continue
        dates = [date for date in _candidates(match) if _is_possible(date)]
        last = _LAST_DAY.match(text, match.end()) if match["md_m"] and not match["md_y"] else None
        if last and dates:
            year = int(last["year"]) if last["year"] else None
            dates = [(year, month, day) for _, month, day in dates]
            until = (year, dates[0][1], int(last["day"]))
            if _is_possible(until):
                yield TemporalExpression(last.start("day"), last.end(), dates=(until,))
        if dates:
            yield TemporalExpression(match.start(), match.end(), dates=tuple(dates))


def _is_verb(match: re.Match[str]) -> bool:
    """`Adolescents over 12 may take one`."""
    behind = match.end("first_m") if match["first_d"] else match.end()
    return (
        "may" in (match["dm_m"], match["first_m"])
        and not (match["dm_y"] or match["first_y"])
        and _WORD_BEHIND.match(match.string, behind) is not None
        and _DATE_BEFORE.search(match.string, max(0, match.start() - 12), match.start()) is None
    )


def _is_possible(date: Date) -> bool:
    return 1 <= (date[1] or 1) <= 12 and 1 <= (date[2] or 1) <= 31


def _candidates(match: re.Match[str]) -> Iterator[Date]:
    if match["sl_y"]:
        full = int(match["sl_y"]) + (2000 if len(match["sl_y"]) == 2 else 0)
        one, other = int(match["sl_a"]), int(match["sl_b"])
        yield from ((full, one, other), (full, other, one))
    else:
        parts = {name[-1]: value for name, value in match.groupdict().items() if value}
        month = parts["m"].lower().rstrip(".")
        year, day = (int(parts[part]) if part in parts else None for part in "yd")
        year = year + 2000 if year is not None and year < 100 else year
        yield year, int(month) if month.isdigit() else _MONTHS[month], day


def _times(text: str) -> Iterator[TemporalExpression]:
    for match in _TIME.finditer(text):
        if match["word"]:
            yield TemporalExpression(*match.span(), minutes=(0,) if match["word"].lower() == "midnight" else (720,))
        elif not _is_amount(match):
            yield _clock(match)
    for match in HOURS_OF_DAY.finditer(text):
        hours = int(match["open"]), int(match["close"])
        for name, hour in zip(("open", "close"), hours, strict=True):
            minutes = _minutes(hour, 0, "") if max(hours) <= 12 else (hour % 24 * 60,)
            yield TemporalExpression(*match.span(name), minutes=minutes, hour=hour)
    for match in HOUR_OF_DAY.finditer(text):
        hour, past = int(match["hour"]), match["past"]
        minutes, end = _minutes(hour, int(past or 0), ""), match.end("past" if past else "hour")
        yield TemporalExpression(match.start("hour"), end, minutes=minutes, hour=None if past else hour)


def _is_amount(match: re.Match[str]) -> bool:
    """`£8.15 p.m.`, `EUR 8.15 p.m.`: a rent."""
    before = match.string[max(0, match.start() - _MONEY_REACH) : match.start()]
    return "." in match[0][:3] and CURRENCY_BEFORE.search(before) is not None


def _clock(match: re.Match[str]) -> TemporalExpression:
    hour = int(next(match[name] for name in _HOURS if match[name]))
    minute = int(match["m"] or match["past"] or match["uhr_m"] or match["fm"] or 0)
    half = (match["half"] or match["whole_half"] or _half_of_range(match)).lower()[:1]
    ambiguous = match["m"] is not None and len(match["m"]) == 1 and not half and not _is_of_range(match)
    return TemporalExpression(
        match.start(),
        match.start() + len(match[0].rstrip()),
        minutes=_minutes(hour, minute, half),
        ambiguous=ambiguous or bool(match["from"] and not half),
        zone=_zone(match),
    )


def _is_of_range(match: re.Match[str]) -> bool:
    """`10:0-21:30`: zeros are left out, as some directories write."""
    text, start, end = match.string, match.start(), match.end()
    return bool(RANGE_AHEAD.match(text, end) or RANGE_BEHIND.search(text, max(0, start - 7), start))


def _half_of_range(match: re.Match[str]) -> str:
    """The half of the day in which a range begins that names only the half of its end: `1 to 5 pm`, `9 to 5 pm`."""
    if not match["to_half"]:
        return ""
    end = match["to_half"][0].lower()
    begins_before = int(match["from"]) % 12 < int(match["to"]) % 12
    return end if begins_before else "a" if end == "p" else "p"


def zone_end(text: str, at: int) -> int:
    """Behind the name of the time zone that stands at `at`."""
    named = _ZONE.match(text, at)
    return named.end() if named else at


def _zone(match: re.Match[str]) -> int | None:
    named = _ZONE.match(match.string, match.end())
    return _ZONES[named["name"]] if named else None


def _minutes(hour: int, minute: int, half: str) -> tuple[int, ...]:
    if half:
        return ((hour % 12 + (12 if half == "p" else 0)) * 60 + minute,)
    at = hour % 24 * 60 + minute
    return (at, at + 720) if 1 <= hour < 12 else (at, minute) if hour == 12 else (at,)


_LAST_HOUR = 24
_JOINED = re.compile(
    r"(?<![\w.,:-])(?=\d+[dhm][ ]?\d)(?:(?P<d>\d{1,3})d[ ]?)?(?:(?P<h>\d{1,4})h[ ]?)?(?:(?P<m>\d{1,4})m(?:in)?[ ]?)?"
    r"(?:(?P<s>\d{1,5})s(?:ec)?)?\b(?<=[dhmscn])"
)
"""`40m54s`, `1h 30m`: two parts or more."""
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1}
_ISO = re.compile(
    r"(?<![\w-])(?:(?<=[:=][ ])|(?<=[:=\"'])|(?=PT))P(?=T?\d)(?:(?P<Y>\d{1,3})Y)?(?:(?P<M>\d{1,3})M)?"
    r"(?:(?P<w>\d{1,3})W)?(?:(?P<d>\d{1,4})D)?(?:T(?:(?P<h>\d{1,4})H)?(?:(?P<m>\d{1,4})M)?(?:(?P<s>\d{1,5})S)?)?(?<=[YMWDHS])(?![\w-])"
)
"""Without hours, minutes or seconds only as a value: `Bay P2D` names a thing."""
_STOPWATCH = re.compile(
    r"(?<![\w:.,/-])(?P<first_d>\d{1,3}):(?P<second>[0-5]\d)(?::(?P<third>[0-5]\d))?(?![\d:]|[.,]\d)"
    r"(?:[ \t\u00a0-]?(?P<unit>h|hrs?|hours?|std|stunden?|heures?|min|mins|minutes?|minuten)\b)?",
    re.IGNORECASE,
)


def find_durations(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Start, end, value and unit, `s` or `month`, of each duration that is written with colons, `42:30 minutes`,
    `2:11:50 hours`, with its units, `40m54s`, or as ISO 8601 has it, `PT1H30M`. Without a unit only what cannot be a
    clock time, since its first part is too high: minutes and seconds."""
    for match in _ISO.finditer(text):
        amounts = {unit: int(value) for unit, value in match.groupdict().items() if value}
        months = 12 * amounts.pop("Y", 0) + amounts.pop("M", 0)
        seconds = sum(value * _SECONDS[unit] for unit, value in amounts.items())
        if bool(months) != bool(seconds):
            yield match.start(), match.end(), float(months or seconds), "month" if months else "s"
    for match in _JOINED.finditer(text):
        amounts = {unit: int(value) for unit, value in match.groupdict().items() if value}
        if len(amounts) > 1:
            yield match.start(), match.end(), float(sum(value * _SECONDS[unit] for unit, value in amounts.items())), "s"
    for match in _STOPWATCH.finditer(text) if ":" in text else ():
        first, unit = int(match["first_d"]), (match["unit"] or "").lower()
        parts = [first, int(match["second"]), *((int(match["third"]),) if match["third"] else ())]
        is_elapsed = len(parts) > 2 and match["first_d"] == "0"  # `0:42:30`, no clock writes it
        if not unit and not is_elapsed and (first <= _LAST_HOUR or len(parts) > 2):
            continue
        if len(parts) == 2 and not unit.startswith(("h", "s")):
            parts = [0, *parts]
        seconds = sum(part * factor for part, factor in zip(parts, (3600, 60, 1), strict=False))
        yield match.start(), match.end(), float(seconds), "s"
