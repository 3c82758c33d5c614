"""Patterns of weekdays and ranges of clock times, such as `Tue-Fri 11:30-14:30`: the only place to extend when evidence
writes opening hours in a new form."""

from __future__ import annotations

import re

GAP = r"[ \t\u202f\u00a0]"
"""A space between a time and its half of the day, also a narrow or a fixed one."""
HALF = r"[ap]\.?[ \t]?m\b\.?"
"""`am`, `p.m.`, `p m`."""
_THIN_GAP = r"[ \u2009]?"
_UNTIL = r"(?:-|–|—|to|until)"
_DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}s?\.?"
_TIME = r"(?:\d{1,2}(?::\d{1,2})?(?:[ \u202f\u00a0]?[ap]\.?m\b\.?)?|noon|midnight)"
_RANGE = rf"{_TIME}{_THIN_GAP}{_UNTIL}{_THIN_GAP}{_TIME}"

DAYS = re.compile(rf"{_DAY}(?:[ ]?(?:-|–|,|&|to|and)[ ]?{_DAY}){{0,6}}", re.IGNORECASE)
"""The name of a field: `Mon-Fri`, `Saturday and Sunday`."""
HOURS = re.compile(rf"{_RANGE}(?:(?:, ?| and | & ){_RANGE}){{0,3}}|closed", re.IGNORECASE)
"""The value of a field: `9:00-12:00, 1 pm to 5 pm`, `closed`."""
RANGE_ENDS = re.compile(rf"(?P<begin>{_TIME}){_THIN_GAP}{_UNTIL}{_THIN_GAP}(?P<end>{_TIME})", re.IGNORECASE)
BEGINS_RANGE = re.compile(rf"\d[^\w\n]{{0,4}}(?:[ap]\.?m\.?[ ]?)?{_UNTIL}[ ]?\d", re.IGNORECASE)
"""A quick look at a value: `9-17`, `9 am to 5`."""

GERMAN_HOURS = (
    r"\.?[ \t]{0,2}(?:(?:-|–|,|&|bis|und)[ \t]?(?:Mo|Di|Mi|Do|Fr|Sa|So)\b|"
    r"\d{1,2}(?:[:.]\d\d)?[ \t]?(?:-|–|bis|Uhr)|geschlossen)"
)
"""What must follow a weekday of two letters."""
_TAG = rf"(?:(?:Mon|Diens|Donners|Frei|Sams|Sonn)tags?|Mittwochs?|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?(?={GERMAN_HOURS}))"
_ANY_DAY = rf"(?:(?i:{_DAY})|{_TAG})"
HOURS_LINE = re.compile(
    rf"{_ANY_DAY}(?:[ \t]{{0,2}}(?:-|–|to|and|bis|und|,|&)[ \t]{{0,2}}{_ANY_DAY}){{0,6}}[ \t]{{1,4}}"
    rf"(?=\d|(?i:closed|geschlossen))(?!\d{{1,2}}(?:st|nd|rd|th|\.)?[ \t](?:of[ \t])?(?!Uhr)[A-Z][a-zä]{{2}})"
)
"""The beginning of a line: `Tue 10-16`, and no date: `Tue 10 June`."""

_HOUR = r"[01]?\d|2[0-4]"
_WEEKDAY = (
    r"mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:rs?|rsdays?)?|fri(?:days?)?|sat(?:urdays?)?|"
    r"sun(?:days?)?|weekdays?|weekends?|(?-i:Mo|Fr|Sa)"
)
_NO_AMOUNT = (
    r"(?![\w:%€$£°/-]|[.,]\d|"
    rf"[ \t]+(?!(?:{_WEEKDAY}|and|und|or|but|with|in|at|on|only|from|every|daily|each|during|except|h|Uhr)\b)[a-z€$£°])"
)
HOURS_OF_DAY = re.compile(
    rf"\b(?:{_WEEKDAY}|early|late|shift|opens?|opening hours)\b\.?[\"']?[ \t]*[:|,(]?[ \t]*[\"']?(?:from[ ])?"
    rf"(?P<open>{_HOUR})[ \t]?(?:[-–]|to|until)[ \t]?(?P<close>{_HOUR}){_NO_AMOUNT}",
    re.IGNORECASE,
)
"""`Thu 14-16`, `Late 14-22`: no minutes and no half of the day, so only the word before says that these are hours."""
HOUR_OF_DAY = re.compile(
    rf"\b(?:opens?|closes?|shuts|(?P<trip>ends|leaves|departs|arrives))[ ](?:[a-z]+[ ])?at[ ](?P<hour>{_HOUR})"
    rf"(?(trip)(?:\.(?P<past>[0-5]\d))?){_NO_AMOUNT}",
    re.IGNORECASE,
)
"""`Opens at 10`, `leaves at 18.30`. What starts at 10 may be a price, and so may what a share closes at: `13.10`."""
RANGE_AHEAD = re.compile(r"-\d{1,2}:\d{1,2}(?![\d:])")
RANGE_BEHIND = re.compile(r"(?<![\d:])\d{1,2}:\d{1,2}-$")
