"""Shares that are told as fractions: `a quarter of the members`, `fell by a third`, `one in five patients`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.evidence.quantities.numbers import NUMBER_WORDS
from validation.evidence.words import any_of, pattern_of

_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "twelfth": 12, "twentieth": 20,
}  # fmt: skip
_COUNTS = {**NUMBER_WORDS, "a": 1, "an": 1, "a hundred": 100, "a thousand": 1000}
_WORDS = "|".join(sorted(_COUNTS, key=len, reverse=True))
_FRACTION = re.compile(
    rf"\b(?:(?:(?P<count>{_WORDS})[ -])?(?P<part>{'|'.join(_PARTS)})(?P<several>s?)"
    r"|(?P<some>one|two|three|four|five|six|seven|eight|nine|1)[ ]in[ ](?:every[ ])?"
    rf"(?P<all>{_WORDS}|\d{{1,3}}(?:,000)?))(?![\w-])",
    re.IGNORECASE,
)
_OF = re.compile(
    r"[ ]of[ ](?!\d|an?\b|one[ ]per[ ]?cent|(?:the|its|our|their)[ ](?:\w+[ ])?\d[\d.,]*[ ]?(?:%|per[ ]?cent))",
    re.IGNORECASE,
)
"""`A quarter of a litre` is an amount, `three quarters of 2024` are periods, `a third of the planned 60%` is 20%."""
_OF_PERIODS = any_of("fractions.periods", front="[ ]of[ ]")
_OF_SEVERAL = re.compile(r"[ ](?:the|our|all|its|their)[ ]\w+(?<!s)s\b", re.IGNORECASE)
_ENDS = re.compile(rf"[ ]?(?:[.,;:!?)]|$)|[ ](?:{pattern_of('fractions.behind')})\b", re.IGNORECASE | re.MULTILINE)
_PERSONS = re.compile(rf"[ ](?:of[ ]|(?:\w+[ ])?(?:{pattern_of('fractions.persons')})\b)", re.IGNORECASE)
_SEVERAL = re.compile(rf"[ ](?!(?:{pattern_of('fractions.timed')})\b)\w+s\b", re.IGNORECASE)
_NEARLY = rf"(?:{pattern_of('fractions.rounds')}|{pattern_of('fractions.limits')})"
_ROUNDED = any_of("fractions.rounds", behind=r"[ ]$")
_LIMITED = any_of("fractions.limits", behind=r"[ ]$")
_BY = re.compile(rf"\bby[ ](?:{_NEARLY}[ ])?$", re.IGNORECASE)
_TO = re.compile(rf"\b(?:{pattern_of('fractions.changed')})[ ](?:\w+[ ])?to[ ](?:{_NEARLY}[ ])?$", re.IGNORECASE)
_OF_FORMER = any_of("fractions.former", front=r"[ ](?:of[ ])?(?:the|its|their)[ ](?:[\w-]+[ ]){0,3}")
"""`Cut to a third of the old price` is no cut by 33 percent; `rose to a third of the members` is a share of them."""
_PARTED = any_of("fractions.parted", behind=r"[ -]$")
_OPENS = re.compile(
    rf"(?:^|[.,;:!?(|][ ]|\b(?:{_NEARLY}|{pattern_of('fractions.opening')})[ ])\Z", re.IGNORECASE | re.M
)
_WHOLE = 100.0
_BEFORE = 32
"""Characters that such words take."""
_MAY_HOLD = re.compile(r"half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twe[ln]|\w[ ]in[ ]\w", re.IGNORECASE)


def find_shares(text: str) -> Iterator[tuple[int, int, tuple[float, ...], float]]:
    """Start, end, percent as people round it and exactly, and how far off what it rounds may lie. Only where the words
    around it leave no doubt: `a quarter past nine`, `a third party` and `the first half` are no shares."""
    if not _MAY_HOLD.search(text):
        return
    for match in _FRACTION.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        share = _share(match)
        if share < _WHOLE and _is_share(match, before):
            is_told_whole = share >= 1 and share * 2 % 2 != 1  # an eighth is 12.5 percent
            rounded = (*((float(round(share)),) if is_told_whole else ()), round(share, 1), round(share, 2), share)
            yield *match.span(), tuple(dict.fromkeys(rounded)), _off(share, before)


def _is_share(match: re.Match[str], before: str) -> bool:
    text, end = match.string, match.end()
    ends = _ENDS.match(text, end) is not None
    if match["all"]:
        begins = _OPENS.search(before) is not None
        return _PERSONS.match(text, end) is not None or (begins and (ends or _SEVERAL.match(text, end) is not None))
    is_half = match["part"].lower() == "half"
    if _TO.search(before) and _OF_FORMER.match(text, end):
        return False
    if _BY.search(before) and ends:
        return match["count"] is not None or is_half
    of = _OF.match(text, end) is not None
    if is_half:
        whole = of or _OF_SEVERAL.match(text, end) is not None
        return whole and not (match["count"] or match["several"] or _PARTED.search(before))
    return of and match["count"] is not None and not (match["several"] and _OF_PERIODS.match(text, end))


def _share(match: re.Match[str]) -> float:
    if match["all"]:
        said = match["all"].lower().replace(",", "")
        return _WHOLE * _COUNTS.get(match["some"].lower(), 1) / (_COUNTS.get(said) or max(1, int(said)))
    return _WHOLE * _COUNTS.get((match["count"] or "one").lower(), 1) / _PARTS[match["part"].lower()]


def _off(share: float, before: str) -> float:
    """`About a third` may be 31 percent, `half` 51; `more than half` is more than 50."""
    if _ROUNDED.search(before):
        return min(4.0, 0.1 * share)
    return 0.0 if _LIMITED.search(before) else min(1.5, 0.05 * share)
