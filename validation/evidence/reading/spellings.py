"""Words and signs of one meaning in one form each, as the reader was found to take them for two: `fortnight` and 14
days, `>= 18` and at least 18, `once a week` and every week. What may mean two things stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

_UNIT = r"(hour|day|week|month|year)"
_FIGURE = r"(?=[ ]?[€$£]?\d)"
_COUNT = r"(?:\d{1,2}|two|three|five|six|ten|fifteen|twenty|forty)"
_ENDS = r"(?=[ ]{0,3}(?:[.,;:)!?]|$)|[ ](?:at|between|during|except|for|from|in|on|to|until)\b)"
"""Behind an adverb; before a noun, `daily` says of what sort it is."""
_CLAUSE = r"(?<=[\w):,(])[ ]?"
"""Before a sign that compares: a quotation begins with one, an arrow ends with it."""
_BEGINS = r"(?:^|(?<=[.:;(|] )|(?<=[(|])|(?<=\bopen ))"
"""Where nothing before it counts the days."""
_MIN = r"(^|[.:;,(|] ?|\b(?:is|or|for|and|with|the) |\ban? (?=min\. (?:age|stay|order|spend|deposit)\b))(min\.)"
"""Behind a number `min.` are minutes: five min., a 5-min. walk."""
_HALF_PRICE = r"half(?: the (?:usual|normal|regular))? (?:price|fare)\b(?! of)"
_REDUCED = r"(?:children|kids|infants|seniors|pensioners)(?: under \d\d?)?"
"""Half of the price is all that they pay; a tenant or a guest pays half as a share, or in advance."""
_LASTS = r"(?:takes?|took|is|lasts?|lasted|runs)(?: for)?|in|within|about|nearly|almost|up to|at (?:least|most)"
"""Before a time that goes on behind `and`; `3 EUR an hour and 20 minutes are free` are two."""
_DONE = (
    r"(?:is|are|was|were) (?:paid|billed|charged|due|held|sent|published|updated|checked|inspected|tested|serviced|"
    r"changed|replaced|emptied|cleaned|washed|watered|collected|served|reviewed)|meets|goes out|takes place|runs"
)
"""What is done once a year is done every year; what can be done once a year need not be."""
_OF_RATE = r"once|twice|times|hours|days|euros?|dollars|pounds|(?-i:[A-Z]{3})|\d"
_SIZES = {"half": 6, "a": 12, "one": 12, "two": 24, "three": 36, "2": 24, "3": 36}
_SHORT_DAYS = {
    "Mo": "Monday", "Di": "Tuesday", "Tu": "Tuesday", "Mi": "Wednesday", "We": "Wednesday", "Do": "Thursday",
    "Th": "Thursday", "Fr": "Friday", "Sa": "Saturday", "So": "Sunday", "Su": "Sunday",
}  # fmt: skip
_SHORT_DAY = "|".join(_SHORT_DAYS)
_EVERY = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}
_MEASURED = r"[ ](?:[€$£]|[\d.,]+[ ]?(?:[€$£%°]|(?:(?-i:EUR|USD|GBP|CHF)|[ck]?m|k?g|euros|hours|days|years)\b))"
"""Behind `>`, which before anything else leads from one menu to the next: `Settings > 2 step login`."""
_STEP = re.compile(r"[\d>][^.;:!?\n]*\Z")
_NEAR = 40
_SIGNS = {">": "over", "<": "under", ">=": "at least", "<=": "at most", "≥": "at least", "≤": "at most"}

Replacement = str | Callable[[re.Match[str]], str]


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def _as_begun(match: re.Match[str], said: str) -> str:
    return said.capitalize() if match[0].lstrip()[:1].isupper() else said


def _days(match: re.Match[str]) -> str:
    return f"{_SHORT_DAYS[match[1]]}{match[2]}{_SHORT_DAYS[match[3]]}"


def _sign(match: re.Match[str]) -> str:
    """Behind a figure or another sign `>` is an arrow: `10 EUR > 12 EUR`."""
    is_arrow = match[1] == ">" and _STEP.search(match.string, max(0, match.start() - _NEAR), match.start())
    return match[0] if is_arrow else f" {_SIGNS[match[1]]} "


def _led(said: str) -> Callable[[re.Match[str]], str]:
    """`Max. 4 guests`, behind what the first group holds."""
    return lambda match: match[1] + (said.capitalize() if match[2][0].isupper() else said)


_SPELLINGS: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile("[ \t]?[✨🎉🎊🚀💡📌👉🤗🤞😀-🙏]\ufe0f?"), ""),  # decoration; circles and ticks say something
    (_any(r"\b(\w+) and a half (hour|day|week|month|year|minute|mile|met|km)"), r"\1.5 \2"),
    (_any(r"\bhalf every hour\b"), "30 minutes"),
    (_any(rf"\b({_LASTS}) an? (?=(?:hour|year),? (?:and )?{_COUNT} (?:min|month))"), r"\1 1 "),
    (_any(r"\b(?:approx\b\.?|approximately|roughly|ca\.|circa|around)(?= ?[\d€$£])"), "about"),
    (re.compile(r"[~≈][ ]?(?=\d)"), "about "),
    (re.compile("[\u2010\u2011]"), "-"),
    (_any(r"\b(?:24/7|(?<!around )round the clock|day and night)\b"), "around the clock"),
    (_any(r"\b(?:24|twenty-four) hours (?:a|per) day\b"), "around the clock"),
    (_any(r"\b(?:seven|7) days (?:a|per) week\b"), "every day"),
    (_any(r"\bwi-?fi\b"), "Wi-Fi"),
    (_any(r"\bopens at ([\w:. ]{1,10}) and closes at(?= [\dnm])"), r"is open from \1 until"),
    (_any(r"\bcloses at(?= [\dnm])"), "is open until"),
    (_any(r"\bopens at(?= [\dnm])"), "is open from"),
    (_any(rf"\bon weekdays\b|{_BEGINS}weekdays\b"), "Monday to Friday"),
    (_any(rf"\b(?:at|on) (?:weekends\b|the weekend(?=[.,;)]|$))|{_BEGINS}weekends\b"), "on Saturday and Sunday"),
    (re.compile(rf"\b(Mo)\.?([-–])({_SHORT_DAY})\b"), _days),
    (re.compile(rf"\b({_SHORT_DAY})\.?([-–])(Fr|Sa|So|Su)\b(?<!So[-–]So)"), _days),
    (_any(r"\bN/A (?=for|in|on\b)"), "not available "),
    (_any(rf"\b(takes?|lasts?) an? {_UNIT}\b(?!-| (?:and|to|or)\b)"), r"\1 1 \2"),
    (_any(rf"\b({_OF_RATE}) a fortnight\b"), r"\1 every 14 days"),
    (_any(r"\b(?:per|every|each) fortnight\b|\bfortnightly\b"), "every 14 days"),
    (_any(r"\bevery (?:other|second) (day|week|month|year)\b"), r"every 2 \1s"),
    (_any(rf"\b({_DONE}) (?:once (?:an?|per|every|each)|every|each) quarter\b" + _ENDS), r"\1 every 3 months"),
    (_any(rf"\b({_DONE}) once (?:an?|per|every|each) (14 days|{_UNIT})\b(?! (?:has|is|was))"), r"\1 every \2"),
    (_any(r"\b(?:two times|2 times|2x) (?=(?:an?|per|every|each) [dwmyh]|daily|weekly|monthly)"), "twice "),
    (_any(r"\b([2-9])x (?=(?:an?|per|every|each) [dwmyh]|daily|weekly|monthly)"), r"\1 times "),
    (_any(rf"\b(twice|times) ({'|'.join(_EVERY)})\b"), lambda match: f"{match[1]} a {_EVERY[match[2].lower()]}"),
    (
        _any(rf"\b({'|'.join(_EVERY)})\b{_ENDS}"),
        lambda match: _as_begun(match, f"every {_EVERY[match[1].lower()]}"),
    ),
    (_any(r"\bquarterly\b" + _ENDS), "every 3 months"),
    (_any(rf"\bpay(s?) (?:only |just )?{_HALF_PRICE}"), r"get\1 50 % off"),
    (_any(rf"\b({_REDUCED}) pay half(?: the price)?(?=[.,;)]|$)"), r"\1 get 50 % off"),
    (_any(r"\b(pays?) (?:only |just )?half(?=[.,;)]|$)"), r"\1 50 %"),
    (_any(rf"\bhalf off\b|\b(?<=\bat ){_HALF_PRICE}|\bhalf[ -](?:price|fare)\b"), "50 % off"),
    (_any(r"\b(half|one|two|three|2|3|a)(?: an?)? dozen\b"), lambda match: str(_SIZES[match[1].lower()])),
    (
        _any(
            rf"{_CLAUSE}(?<![-=<>|] )(>(?=[€$£]?\d|{_MEASURED})|<|[<>]=|[≥≤]){_FIGURE}(?![ ]?\d+(?:-[a-z]|D\b))[ ]?"
        ),
        _sign,
    ),
    (_any(rf"(\b)((?-i:max\b\.?|Max\.))(?: of)?{_FIGURE}"), _led("at most")),
    (_any(rf"{_MIN}(?: of)?{_FIGURE}"), _led("at least")),
    (_any(r"(\b)(max\.)(?= ?[a-z])"), _led("maximum")),
    (_any(rf"{_MIN}(?= ?[a-z])"), _led("minimum")),
    (_any(r"\b(?:a )?maximum (?:of )?(?=\d)"), "at most "),
    (_any(r"\b(?:excl?\.|excl|exc\.|ex\.?)(?= ?(?:VAT|tax|GST)\b)"), "excluding"),
    (_any(r"\bexcl\."), "excluding"),
    (_any(r"\bincl\b\.?"), "including"),
    (_any(r"(?<!\w)w/o[ ]?(?=\w)"), "without "),
    (_any(r"(?<!\w)w/[ ]?(?=[a-z])"), "with "),
)  # fmt: skip


def unify_spellings(text: str) -> str:
    """The same text with each of these in its one form."""
    for pattern, instead in _SPELLINGS:
        text = pattern.sub(instead, text)
    return text
