"""Values of cells and fields: `yes` and `no`, figures whose unit stands in the name, durations in two parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import BEING, WEEKDAYS
from validation.evidence.language.names import sides_of
from validation.evidence.language.terms import Term, read_terms
from validation.evidence.quantities.hour_ranges import BEGINS_RANGE, GERMAN_HOURS
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.time_spans import is_year
from validation.evidence.quantities.units import CURRENCIES, UNITS
from validation.evidence.text.lookup import holding

TICKS, CROSSES, DASHES = frozenset("✓✔✅☑"), frozenset("✗✘❌✖☒"), frozenset("-–—")
_TRUE = TICKS.union(("yes", "true", "y", "ja"))
_FALSE = CROSSES.union(("no", "false", "none", "n", "nein"))
_LEADING = re.compile(r"[ \t]{0,3}(yes|no|none)[ \t]{0,2}(?=[,;(–—])", re.IGNORECASE)
UNKNOWN = DASHES.union(("", "null", "n/a", "na", "unknown", "tbd", "?"))
_UNIT_IN_NAME = re.compile(r"[(\[]([^()\[\]]{1,14})[)\]]\s*$|[_\s]([a-zA-Z°/$€£]{1,8})$")
_PERCENT_NAMES = frozenset(("pct", "percent", "percentage"))
_CODES = frozenset(CURRENCIES.values())
"""Currencies that stand anywhere in a name: `rent_eur_month`."""
_INCHES = re.compile(r"[ ]?(?:in\b\.?|\")")
_GAP = re.compile(r"[ \t]{0,2}(?:,|and|und)?[ \t]{0,2}")
_HALF = re.compile(r"[ \t-]and[ \t-]a[ \t-]half[ \t-](hours?|minutes?|years?|days?|weeks?|months?)\b", re.IGNORECASE)
_SPAN = r"(?P<unit>minute|hour|day|week|month|year)s?\b"
_PART = r"(?P<part>three[ -]quarters|quarter|half)"
_WORDED = re.compile(
    rf"(?<!\band[ -])(?<!\ba[ -])\b(?:(?:an?|one)[ -])?{_PART}(?:[ ]of)?[ -](?:an?[ ])?{_SPAN}"
    rf"|\b(?:an?|one)[ ]{_SPAN.replace('unit', 'whole')}(?:[ ]and[ ](?:a[ ])?(?P<more>half|(?:three[ ])?quarters?)\b)"
    r"|(?:(?<=\bthan )|(?<=\bover )|(?<=\babout )|(?<=\bwithin )|(?<=\bup to )|(?<=\bat most )|(?<=\bat least )"
    rf"|(?<=\bafter ))an?[ ]{_SPAN.replace('unit', 'than')}"
    rf"|\b(?:an?|one)[ ]{_SPAN.replace('unit', 'shift')}(?=[ ](?:later|earlier|afterwards))"
    r"|(?<!\bonce )(?<!\btwice )(?<!\btimes )(?<!(?-i:[A-Z]{3}) )(?<!\d )\b(?:an?|one)[ ](?P<fortnight>fortnight)\b",
    re.IGNORECASE,
)
"""`Three quarters of an hour`, `a month and a half`, `over a minute`, `a day later`, `a fortnight`, and not the end of
`two and a half hours`."""
_PARTS = {"quarter": 0.25, "half": 0.5, "three": 0.75}
_WEEKDAY = re.compile(
    r"\b(?:(mon|tue|wed|thu|fri|sat|sun)(?:day|s|nes|nesday|sday|r|rs|rsday|urday)?s?"
    r"|(?:(mon|diens|donners|frei|sams|sonn)tag|(mittwoch|sonnabend))s?"
    rf"|(?-i:(Mo|Di|Mi|Do|Fr|Sa|So))(?={GERMAN_HOURS}))\b\.?",
    re.IGNORECASE,
)
_DAYS = ("mon", "tue diens di", "wed mittwoch mi", "thu donners do", "fri frei", "sat sams sonnabend", "sun sonn so")
_DAY_OF = {name: place for place, names in enumerate(_DAYS) for name in (*names.split(), names[:2])}
_THROUGH = re.compile(r"[ \t]{0,2}(?:-|–|—|to|through|until|bis)[ \t]{0,2}")
_DAILY = re.compile(r"\b(?:daily|every day|all week|(?:seven|7) days (?:a|per) week|täglich)\b", re.IGNORECASE)
_TAG = 2
"""Letters of `Mo`."""
_UPPER = "A-ZÀ-ÖØ-Þ"
_LOWER = rf"[^\W\d_{_UPPER}]"
_WORDY = re.compile(rf"[{_UPPER}]?{_LOWER}+|[{_UPPER}]+(?!{_LOWER})|\d+")


def truth_of(value: str) -> bool | None:
    """What a cell or field says that holds nothing but yes or no."""
    bare = value.strip("\ufe0f \t\n").strip(".").lower()
    return True if bare in _TRUE else False if bare in _FALSE else None


def leading_truth(value: str) -> bool | None:
    """As `truth_of`, of a value that begins with yes or no and says more: `none (from 24 EUR each)`."""
    match = _LEADING.match(value)
    return None if match is None else truth_of(match[1])


def weekdays_of(text: str) -> frozenset[str]:
    """The weekdays of a label, ranges written out: `Tue-Fri`, `Saturday and Sunday`, `daily`."""
    found: set[str] = set()
    last: tuple[int, int] | None = None
    if _DAILY.search(text):
        return frozenset(WEEKDAYS)
    for match in _WEEKDAY.finditer(text):
        day = _DAY_OF[(match[match.lastindex or 0]).lower()]
        if last is not None and _THROUGH.fullmatch(text, last[1], match.start()):
            found.update(WEEKDAYS[place % 7] for place in range(last[0], day + 1 if day >= last[0] else day + 8))
        found.add(WEEKDAYS[day])
        last = day, match.end()
    return frozenset(found)


def field_concepts(prop: str, value: str) -> frozenset[str]:
    """The concepts of the name of a field, with those of opening hours where it is a weekday: `Tuesday: 9-17`."""
    days = weekdays_of(prop)
    return sides_of(prop) | days | (frozenset(("open",)) if days and BEGINS_RANGE.search(value) else frozenset())


def as_hours(statement: Statement, days: frozenset[str]) -> Statement:
    """A line of opening hours as what it says: open on these days, unless it says closed."""
    kept = tuple(term for term in statement.terms if len(term.word) > _TAG and not _WEEKDAY.fullmatch(term.word))
    implied = () if any(term.key == "open" for term in kept) else ("open",)
    start, end = statement.start, statement.end
    made = tuple(Term(start, end, word, word, 0) for word in (*sorted(days), *implied))
    return replace(statement, terms=(*made, *kept), prop="opening hours")


_WITHOUT = re.compile(r"(?<=\w) free\b", re.IGNORECASE)
_WITHOUT_THAT = re.compile(
    r"(?:(?<=\bstep)|(?<=\bbarrier)|(?<=\blactose)|(?<=\bgluten)|(?<=\bsugar)|(?<=\bdairy)|(?<=\bnut)|(?<=\balcohol)|"
    r"(?<=\bsmoke)|(?<=\bfat)|(?<=\bmeat)|(?<=\ballergen)|(?<=\bcaffeine)) free\b",
    re.IGNORECASE,
)


def spaced(key: str) -> str:
    """`breakfastIncluded` and `breakfast_included` as words; `Step-free` and `gluten_free` name what is not there."""
    words = " ".join(_WORDY.findall(key)) or key
    return _WITHOUT.sub("-free", words) if "-free" in key.lower() else _WITHOUT_THAT.sub("-free", words)


def with_unit(figures: tuple[Quantity, ...], value: str, start: int, name: str) -> tuple[Quantity, ...]:
    """The figures of a cell; one bare number takes the unit that its column or key names: `price (EUR)`, `weight_g`;
    `year` 2023 lasts no 2023 years."""
    if len(figures) > 1 or (figures and figures[0].kind is not Kind.NUMBER):
        return figures
    unit = unit_in(name)
    bare = value.strip()
    if not unit or not bare or not bare[0].isdigit() or (figures and is_year(figures[0]) and unit.startswith("year")):
        return figures
    read = find_quantities(f"{bare} {unit}")
    if len(read) != 1 or read[0].kind is Kind.NUMBER:
        return figures
    begin = start + value.index(bare)
    return (replace(read[0], start=begin, end=begin + len(bare)),)


def denied_by(prop: str, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The words of a value, denied where the name of its field denies that they are there: `not_covered: ["hose"]`."""
    named = read_terms(prop)
    if len(named) != 1 or not named[0].denied or named[0].key not in BEING:
        return terms
    return tuple(replace(term, denials=(*term.denials, term.start)) for term in terms)


def unit_in(name: str) -> str:
    words = name.strip().lower().replace("_", " ").split()
    if words and words[-1] in _PERCENT_NAMES:
        return "%"
    if currency := next((word for word in words if word.upper() in _CODES), None):
        return currency
    match = _UNIT_IN_NAME.search(name.strip())
    unit = (match[1] or match[2]).lower().removeprefix("in ").strip() if match else name.strip().lower()
    if match and unit == "s":
        return "seconds"
    if unit in ("c", "f") and "temp" in words[0]:
        return f"°{unit}"
    return unit if unit in UNITS or unit in CURRENCIES or unit == "%" else ""


def join_measures(text: str, figures: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """`8 hours and 30 minutes`, `6 ft 1 in` and `eight and a half hours` as one figure each."""
    found: list[Quantity] = []
    for figure in figures:
        last = found[-1] if found else None
        figure = _as_lesser(text, last, figure)
        if last is not None and _continues(text, last, figure):
            found[-1] = replace(
                last,
                end=figure.end,
                text=text[last.start : figure.end],
                candidates=(last.candidates[0] + figure.candidates[0],),
                raw=(),
            )
        else:
            found.append(_with_half(text, figure))
    return tuple(found)


def worded_durations(text: str, offset: int) -> list[Quantity]:
    """Durations in words alone, at their places moved by `offset`."""
    found = []
    for match in _WORDED.finditer(text):
        fields = {name: value.lower() for name, value in match.groupdict().items() if value}
        part = _PARTS[re.split(r"[ -]|s$", fields.get("part") or fields.get("more") or "half")[0]]
        unit = next(value for name, value in fields.items() if name not in ("part", "more"))
        value = part if "part" in fields else 1 + part if "more" in fields else 1.0
        base, factor = UNITS[unit]
        start, end = match.start() + offset, match.end() + offset
        amounts = (value * factor,)
        found.append(Quantity(Kind.MEASURE, start, end, match[0], base, amounts, (value,), tolerance=0.02 * amounts[0]))
    return found


def _as_lesser(text: str, last: Quantity | None, figure: Quantity) -> Quantity:
    """The bare number behind hours or feet: `2 hours 20`, `6 ft 1 in`."""
    is_bare = figure.kind is Kind.NUMBER and bool(figure.raw)
    if not is_bare or last is None or not last.raw or text[last.end : figure.start] != " ":
        return figure  # also behind what was joined, which has no value as written
    if last.unit == "inch" and last.candidates == (12 * last.raw[0],) and (inches := _INCHES.match(text, figure.end)):
        text, end = text[figure.start : inches.end()], inches.end()
        return replace(figure, kind=Kind.MEASURE, unit="inch", candidates=figure.raw, end=end, text=text)
    hours = last.unit == "s" and last.candidates == tuple(3600 * value for value in last.raw)
    if not hours or not figure.text.isdecimal() or figure.raw[0] >= 60 or len(figure.text) != 2:
        return figure
    return replace(figure, kind=Kind.MEASURE, unit="s", candidates=(60 * figure.raw[0],))


def _continues(text: str, last: Quantity, figure: Quantity) -> bool:
    """Hours and then minutes, years and then months, pounds and then ounces: the same unit, and less of it."""
    return (
        (last.kind, last.unit) == (figure.kind, figure.unit)
        and last.unit in ("s", "month", "inch", "oz")
        and figure.start - last.end <= 6
        and _GAP.fullmatch(text, last.end, figure.start) is not None
        and bool(last.candidates and figure.candidates and last.raw and figure.raw)
        and last.candidates[0] / max(last.raw[0], 1e-9) > figure.candidates[0] / max(figure.raw[0], 1e-9)
    )


def _with_half(text: str, figure: Quantity) -> Quantity:
    match = _HALF.match(text, figure.end) if figure.kind is Kind.NUMBER and figure.candidates else None
    if match is None:
        return figure
    unit, factor = UNITS[match[1].lower()]
    value = figure.candidates[0] + 0.5
    return replace(
        figure,
        kind=Kind.MEASURE,
        unit=unit,
        end=match.end(),
        text=text[figure.start : match.end()],
        candidates=(value * factor,),
        raw=(value,),
        in_words=False,
    )


def merge_worded(figures: tuple[Quantity, ...], worded: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Figures and durations in words, in order; `three` is no figure within `three quarters of an hour`."""
    kept = [figure for figure in figures if holding(worded, figure.start) is None]
    return tuple(sorted((*kept, *worded), key=lambda figure: figure.start))
