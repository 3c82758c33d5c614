"""Words and signs of one meaning in one form each, as the reader was found to take them for two: `fortnight` and 14
days, `>= 18` and at least 18, `once a week` and every week. What may mean two things stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

_UNIT = r"(hour|day|week|month|year)"
_FIGURE = r"(?=[ ]?[€$£]?\d)"
_ENDS = r"(?=[ ]{0,3}(?:[.,;:)!?]|$)|[ ](?:at|between|during|except|for|from|in|on|to|until)\b)"
"""Behind an adverb; before a noun, `daily` says of what sort it is."""
_DONE = (
    r"(?:is|are|was|were|gets?) (?!allowed|permitted|possible|available|free|valid|covered|included)[a-z]+"
    r"|meets|goes out|takes place|runs"
)
"""What is done once a year is done every year; what can be done once a year need not be."""
_HALF_PRICE = r"half (?:the )?(?:usual |normal |regular |full )?(?:price|fare)\b(?! of| now| in advance)"
_LASTS = "takes?|took|lasts?|in|within|about|up to|at least"
_SIZES = {"half a": 6, "a": 12, "one": 12, "two": 24, "three": 36}
_DAYS = {
    "Mo": "Monday", "Di": "Tuesday", "Tu": "Tuesday", "Mi": "Wednesday", "We": "Wednesday", "Do": "Thursday",
    "Th": "Thursday", "Fr": "Friday", "Sa": "Saturday", "So": "Sunday", "Su": "Sunday",
}  # fmt: skip
_BEGIN, _END = "Mo|Di|Tu|Mi|We|Do|Th|Fr", "Di|Tu|Mi|We|Do|Th|Fr|Sa|So|Su"
_EVERY = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}
_OF_ALL = r"(?:^|(?<=[(:,]))[ ]?|(?<!\d )(?<!\w)[A-Za-z]{2,}[ ]?"
"""Before a sign that compares. Between two figures, or names of a menu, it is an arrow: `10 EUR > 12 EUR`."""
_ALONE = r"(?<![\w.,/–-])(?<!\bto )"
"""Before a figure that is not the end of a range or of another."""
_LED = r"(?:^|(?<=[.:;,(|])|(?<=[.:;,(|] )|(?<=\bthe ))"
"""Before `min. age`; behind anything else `min.` may be minutes."""
_MEASURED = r"(?=[ ]?(?:[€$£]|[\d.,]+[ ]?(?:[€$£%°]|(?:EUR|USD|GBP|CHF|[ck]?m|k?g|euros|hours|days|years)\b)))"
_SIGNS = {">": "over", "<": "under", ">=": "at least", "<=": "at most", "≥": "at least", "≤": "at most"}

Replacement = str | Callable[[re.Match[str]], str]


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def _cased(said: str) -> Callable[[re.Match[str]], str]:
    """`Max. 4 guests` as `At most 4 guests`."""
    return lambda match: said.capitalize() if match[0][0].isupper() else said


def _times(match: re.Match[str]) -> str:
    return {"1": "once ", "2": "twice "}.get(match[1], f"{match[1]} times ")


_SPELLINGS: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile("[ \t]?[✨🎉🎊🚀💡📌👉🤗🤞😀-🙏]\ufe0f?"), ""),  # decoration; circles and ticks say something
    (_any(r"\b(\w+) and a half (hour|day|week|month|year|minute|mile|met|km)"), r"\1.5 \2"),
    (_any(rf"\b({_LASTS}) an? (?=(?:hour|week|year)\b(?!-| and a half))"), r"\1 1 "),
    (_any(r"\b(?:approx\b\.?|approximately|roughly|ca\.|circa|around)(?= ?[\d€$£])"), "about"),
    (re.compile(r"[~≈][ ]?(?=\d)"), "about "),
    (re.compile("[\u2010\u2011]"), "-"),
    (_any(r"\bN/A(?= (?:at|for|in|on)\b)"), "not available"),
    (_any(rf"{_ALONE}([1-9])[ ]?[x×] (?=(?:an?|per|every|each) {_UNIT}\b|{'|'.join(_EVERY)})"), _times),
    (_any(r"\b(?:24/7|(?<!around )round the clock|(?:24|twenty-four) hours (?:a|per) day)\b"), "around the clock"),
    (_any(r"\b(?:seven|7) days (?:a|per) week\b"), "every day"),
    (_any(r"\bcloses at(?= [\dnm])"), "is open until"),
    (_any(r"\bopens at(?= [\dnm])"), "is open from"),
    (_any(r"(?<!some )\b(?:on (?:all )?)?weekdays\b(?! of)"), "Monday to Friday"),
    (_any(r"(?<!some )\b(?:(?:at|on) )?weekends\b(?! of)|\b(?:at|on) the weekend\b(?! of)"), "on Saturday and Sunday"),
    (re.compile(rf"\b({_BEGIN})\.?([-–])({_END})\b"), lambda match: f"{_DAYS[match[1]]}{match[2]}{_DAYS[match[3]]}"),
    (_any(r"\b(?:per|every|each|once (?:a|per|every)) fortnight\b|\bfortnightly\b"), "every 14 days"),
    (_any(r"\bevery (?:other|second) (day|week|month|year)\b"), r"every 2 \1s"),
    (_any(r"\bquarterly\b" + _ENDS), "every 3 months"),
    (_any(rf"\b({_DONE}) (?:once (?:a|per|every)|every) quarter\b{_ENDS}"), r"\1 every 3 months"),
    (_any(rf"\b({_DONE}) once (?:an?|per|every|each) {_UNIT}\b(?! (?:has|is|was))"), r"\1 every \2"),
    (_any(rf"\b({'|'.join(_EVERY)})\b{_ENDS}"), lambda match: f"every {_EVERY[match[1].lower()]}"),
    (_any(rf"\bpay(s?) (?:only |just )?{_HALF_PRICE}"), r"get\1 50 % off"),
    (_any(r"\bhalf off\b"), "50 % off"),
    (_any(r"\b(half a|one|two|three|a) dozen\b"), lambda match: str(_SIZES[match[1].lower()])),
    (_any(rf"({_OF_ALL})([<>]){_MEASURED}[ ]?"), lambda match: f"{match[1].rstrip()} {_SIGNS[match[2]]} "),
    (_any(rf"[ ]?([<>]=|[≥≤]){_FIGURE}[ ]?"), lambda match: f" {_SIGNS[match[1]]} "),
    (_any(rf"\b(?-i:max\b\.?|Max\.|[Mm]aximum\b)(?: of)?{_FIGURE}"), _cased("at most")),
    (_any(rf"(?<![\d-])(?<!\d )\bmin\.(?: of)?{_FIGURE}"), _cased("at least")),
    (_any(rf"{_LED}(?-i:([Mm]in|max|Max(?=\. ?[a-z]))\.)(?= ?[a-z])"), r"\1imum"),
    (_any(r"\bexcl\b\.?"), "excluding"),
    (_any(r"\bincl\b\.?"), "including"),
    (_any(r"(?<!\w)w/o[ ]?(?=\w)"), "without "),
    (_any(r"(?<!\w)w/[ ]?(?=[a-z])"), "with "),
)  # fmt: skip


def unify_spellings(text: str) -> str:
    """The same text with each of these in its one form."""
    for pattern, instead in _SPELLINGS:
        text = pattern.sub(instead, text)
    return text
