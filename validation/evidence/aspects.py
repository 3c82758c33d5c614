"""What a figure says of its thing: an opening or a closing time, a price or its delivery, a limit or an onset.

Two figures of one unit are only compared when they may answer the same question. A figure's aspect is read from the
words of its own clause; the nearest word decides. Where no word tells, the aspect is unknown, and nothing is claimed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from validation.evidence.quantities import Kind, Quantity
from validation.evidence.words import content_words

UNKNOWN = ""
_BEFORE, _AFTER = 70, 30
_AFTER_COUNTS = 2
"""A word behind the figure counts as twice as far: `delivery 4.90 EUR, deposit 10 EUR`."""
_CLAUSE = re.compile(r"[.,;!?\n|](?=\s|$)|\s(?:but|while|whereas|aber)\s")

_Lexicon = dict[str, str]
_TIMES: _Lexicon = {
    "start": r"opens?|opening|open|from|starts?|starting|begins?|doors|departs?|leaves|since|öffnet|ab|von",
    "end": r"clos(?:es?|ing|ed)|until|till|to|ends?|ending|through|arriv(?:es?|al)|schließt|bis",
}
_DATES: _Lexicon = {
    "start": r"opens?|opened|opening|founded|established|from|start(?:s|ed)?|begins?|began|launch(?:es|ed)?|born|since",
    "end": r"clos(?:es?|ed|ing)|until|till|to|ends?|ended|expir(?:es?|ed|y)|died|deadline|through",
    "published": r"published|released?|issued|updated|posted|written|announced",
}
_SPANS: _Lexicon = {
    "limit": r"no (?:more|longer) than|not (?:more|longer) than|more than|longer than|at most|max(?:imum|\.)?|up to|"
    r"limit(?:ed to|s)?|höchstens",
    "onset": r"onset|takes? effect|starts? (?:to work|working)|kicks? in|works? (?:with)?in|relief|"
    r"effects? (?:begins?|starts?|appears?|sets? in)|sets? in",
    "lasting": r"lasts?|lasting|duration|run ?times?|runs?|battery(?: life)?|playback|hält",
    "delivery": r"deliver(?:y|s|ed)|ships?|shipped|shipping|arrives?|dispatch(?:ed)?|lieferung|lieferzeit",
    "return": r"returns?|returned|refunds?|sen[dt] back|money[- ]back|rückgabe",
    "warranty": r"warrant(?:y|ies)|guaranteed?|garantie",
    "charging": r"charg(?:es?|ing|ed)|recharg(?:es?|ing)",
    "age": r"old|aged?|ages",
    "interval": r"every|each|intervals?|jede[nrs]?",
    "preparation": r"prep(?:aration)?|cook(?:s|ing)?|bakes?|baking|simmer|boil|rests?|soak",
}
_PRICES: _Lexicon = {
    "delivery": r"shipping|deliver(?:y|ed)|postage|freight|versand(?:kosten)?",
    "saving": r"sav(?:es?|ings?|ed)|discount(?:ed by)?|off|rebate|cheaper|less|rabatt|voucher|coupon",
    "former": r"was|were|originally|formerly|before|list price|rrp|msrp|instead of|statt",
    "fee": r"fees?|deposit|tax(?:es)?|vat|tip|fine|surcharge|kaution",
    "repair": r"repairs?|replacement|spare|refill",
    "by the time": r"(?:per|a|each) (?:month|year|week|day|night|hour)|monthly|yearly|annual(?:ly)?|nightly|hourly",
    "earnings": r"salary|revenue|profits?|turnover|income|raised|funding|donat(?:ed|ion)|worth|valued?",
    "price": r"costs?|prices?|priced|sells?|sold|retails?|asks?|pay|buy|kostet|preis",
}
_LENGTHS: _Lexicon = {
    "length": r"long|length|länge",
    "width": r"wide|width|breit|breite",
    "height": r"high|height|tall|hoch|höhe",
    "depth": r"deep|depth|tief|tiefe|thick(?:ness)?",
    "diameter": r"diameters?|across|durchmesser",
    "distance": r"away|distance|far|from|range|reach|walk|drive|entfernt",
    "elevation": r"elevation|altitude|above sea level|climbs?|ascent",
}
_WEIGHTS: _Lexicon = {
    "load": r"supports?|carr(?:y|ies)|loads?|payload|capacity|holds?|bears?|traglast",
    "content": r"protein|fat|sugar|carb(?:s|ohydrates)?|fib(?:re|er)|salt|sodium|dose|dosage|per serving|contains?",
    "weight": r"weigh(?:s|t|ed|ing)?|heavy|gewicht|wiegt",
}
_BYTES: _Lexicon = {"memory": r"ram|memory", "storage": r"storage|ssd|disk|drive|speicherplatz"}
_SHARES: _Lexicon = {
    "saving": r"discount(?:ed)?|off|sav(?:es?|ings?)|reduced|rabatt|sale",
    "rise": r"ris(?:es?|en)|rose|increas(?:es?|ed)|grew|grow(?:s|n|th)?|up|gain(?:s|ed)?|climbed",
    "fall": r"fall(?:s|en)?|fell|decreas(?:es?|ed)|drop(?:s|ped)?|down|declin(?:es?|ed)|shrank|lost",
}
_BY_KIND = {Kind.TIME: _TIMES, Kind.DATE: _DATES, Kind.MONEY: _PRICES, Kind.PERCENT: _SHARES}
_BY_UNIT = {
    "s": _SPANS, "month": _SPANS, "m": _LENGTHS, "inch": _LENGTHS, "mile": _LENGTHS, "g": _WEIGHTS, "oz": _WEIGHTS,
    "byte": _BYTES,
}  # fmt: skip
_PLAIN = {Kind.MONEY: "price", "g": "weight", "oz": "weight"}
"""What a figure says when no word tells: an amount of money is a price, grams are a weight."""
_TELLS_ALL = frozenset({"w", "wh", "mah", "v", "hz", "mp", "nit", "dpi", "db", "star", "kcal", "px"})
"""Units that measure one thing only."""
_RANGE_AHEAD = re.compile(r"\s{0,2}(?:-|–|—|to|until|till|bis)\s{0,2}\d")
_RANGE_BEHIND = re.compile(r"\d\s{0,2}(?:[ap]\.?\s?m\.?|Uhr)?\s{0,2}(?:-|–|—|to|until|till|bis)\s{0,2}$", re.IGNORECASE)


def aspect_of(figure: Quantity, text: str, at: int) -> str:
    """The aspect of `figure`, which stands at `text[at:]`, or UNKNOWN."""
    lexicon = _BY_UNIT.get(figure.unit) if figure.kind is Kind.MEASURE else _BY_KIND.get(figure.kind)
    if lexicon is None:
        return figure.unit if figure.unit in _TELLS_ALL else UNKNOWN
    end = at + len(figure.text)
    if figure.kind in (Kind.TIME, Kind.DATE) and (place := _in_range(text, at, end)):
        return place
    before, after = clause_around(text, at, end)
    told = min(_told(lexicon, before, after), default=None)
    if told is not None:
        return told[1]
    return _PLAIN.get(figure.unit if figure.kind is Kind.MEASURE else figure.kind, UNKNOWN)


def clause_around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind `text[start:end]` in its own clause."""
    before, after = text[max(0, start - _BEFORE) : start], text[end : end + _AFTER]
    cuts = [match.end() for match in _CLAUSE.finditer(before)]
    cut = _CLAUSE.search(after)
    return before[cuts[-1] if cuts else 0 :], after[: cut.start() if cut else len(after)]


def share_a_word(said: tuple[str, str], held: tuple[str, str], names: frozenset[str]) -> bool:
    """Whether both clauses name the same attribute: a word right beside the figure that is no name of the thing."""
    return bool((_beside(said) & _beside(held)) - names)


def _beside(clause: tuple[str, str]) -> frozenset[str]:
    """The two words before a figure and the one behind it, as far as they mean anything."""
    before, after = (
        [word for word in content_words(part) if not any(char.isdigit() for char in word)] for part in clause
    )
    return frozenset([*before[-2:], *after[:1]])


def _in_range(text: str, at: int, end: int) -> str:
    if _RANGE_AHEAD.match(text, end):
        return "start"
    return "end" if _RANGE_BEHIND.search(text[max(0, at - 24) : at]) else UNKNOWN


def _told(lexicon: _Lexicon, before: str, after: str) -> list[tuple[int, str]]:
    """Every aspect that a word names, with how far from the figure it stands."""
    found = []
    for aspect, words in lexicon.items():
        pattern = _pattern(words)
        found += [(len(before) - match.end(), aspect) for match in pattern.finditer(before)]
        found += [(match.start() * _AFTER_COUNTS, aspect) for match in pattern.finditer(after)]
    return found


@lru_cache(maxsize=256)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?!\w)", re.IGNORECASE)
