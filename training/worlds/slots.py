"""What stands in the gaps of a text: `{p1}` a person, `{n1}` a small number, `{h2}` a clock time. One value a gap, said
in another form each time."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from training.worlds import forms
from training.worlds.names import MAKERS, PLACE_WORDS, TOWNS, code, company, person, product, team

_GAP = re.compile(r"\{([A-Za-z]+)(\d*)\}")
_UNITS = (("EUR", "€"), ("USD", "$"), ("GBP", "£"))
_WORDS = (*PLACE_WORDS, *MAKERS)
Draw = Callable[[Random], object]
_DRAW: dict[str, Draw] = {
    "p": person,
    "c": company,
    "t": lambda random: random.choice(TOWNS),
    "x": product,
    "w": lambda random: random.choice(_WORDS).lower(),
    "k": code,
    "team": team,
    "n": lambda random: random.randint(2, 12),
    "N": lambda random: random.choice((random.randint(13, 99), random.randrange(15, 300, 5), random.randint(100, 980))),
    "M": lambda random: random.choice((random.randint(1001, 9999), random.randrange(1000, 90000, 100))),
    "f": lambda random: random.randint(11, 149) / 10,
    "c50": lambda random: random.choice((10, 15, 20, 25, 30, 40, 50, 75, 80)),
    "eur": lambda random: random.choice((random.randint(2, 180) + random.choice((0.0, 0.5, 0.9, 0.95, 0.99)), float(random.randrange(5, 1500, 5)))),
    "h": forms.DRAW["clock"],
    "date": forms.DRAW["date"],
    "d": lambda random: random.choice(forms.WEEKDAYS),
    "m": lambda random: random.choice(forms.MONTHS),
    "y": lambda random: random.randint(1850, 2024),
}  # fmt: skip


class Slots:
    """Values of one family differ: `{p1}` is not `{p2}`."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._values: dict[tuple[str, str], object] = {}
        self._unit = random.choice(_UNITS)

    def with_another(self, text: str) -> Slots:
        """The same values but for one of the gaps of `text`, which gets another one."""
        made = Slots(self._random)
        made._unit, made._values = self._unit, dict(self._values)
        gaps = [(match[1], match[2]) for match in _GAP.finditer(text)]
        if gaps:
            family, number = self._random.choice(gaps)
            value = made._value(family, f"{number}0{number}")
            made._values[family, number] = value
        return made

    def fill(self, text: str, *, rows: bool = False) -> str:
        """`rows`: in the short forms of rows and lists more often than in words."""
        return _GAP.sub(lambda match: self._say(match, text, rows), text)

    def _say(self, match: re.Match[str], text: str, rows: bool) -> str:
        family, number = match[1], match[2]
        if family == "c" and number == "50":
            family, number = "c50", ""
        value = self._value(family, number)
        if family == "n":
            alone = (
                text[match.start() - 1 : match.start()] in ("", " ", "[")
                and text[match.end() : match.end() + 1] in "] .,;"
            )
            return self._number(int(str(value)), alone and not rows)
        return self._form(family, value, rows)

    def _value(self, family: str, number: str) -> object:
        key = (family, number)
        if family == "n" and number == "0":
            return self._values.setdefault(key, self._random.choice((0, 0, 1)))
        if key not in self._values:
            taken = [value for (other, _), value in self._values.items() if other == family]
            if family == "y" and ("y", "1") in self._values and number == "3":
                return self._values.setdefault(key, int(str(self._values["y", "1"])) + self._random.randint(3, 30))
            if family == "N" and ("N", "1") in self._values and number == "3":
                return self._values.setdefault(key, int(str(self._values["N", "1"])) + self._random.randint(5, 400))
            self._values[key] = next(
                value for value in (_DRAW[family](self._random) for _ in range(1000)) if value not in taken
            )
        return self._values[key]

    def _number(self, value: int, may_be_word: bool) -> str:
        return forms.number_word(value) if may_be_word and self._random.random() < 0.45 else str(value)

    def _form(self, family: str, value: object, rows: bool) -> str:
        random = self._random
        if family == "h":
            return (
                forms.PRINT["clock"](random, value)
                if rows or random.random() < 0.5
                else forms.SPEAK["clock"](random, value)
            )
        if family == "date":
            return forms.PRINT["date"](random, value) if rows else forms.SPEAK["date"](random, value)
        if family == "eur":
            return self._money(float(str(value)))
        if family == "M":
            number = int(str(value))
            return f"{number:,}" if random.random() < 0.6 else str(number)
        if family == "d" and rows and random.random() < 0.4:
            return str(value)[:3]
        return str(value)

    def _money(self, value: float) -> str:
        code_of, sign = self._unit
        digits = f"{value:,.2f}" if value != int(value) or self._random.random() < 0.4 else f"{int(value):,}"
        return self._random.choice((f"{digits} {code_of}", f"{sign}{digits}"))
