"""Kinds of properties: how a value is drawn, printed in a cell, said in a sentence, asked for and made wrong.

A sentence carries its value between OPEN and CLOSE, so that the words which another value changes are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from training.worlds import forms
from training.worlds.names import person

OPEN, CLOSE = "\x01", "\x02"


class Wrong(NamedTuple):
    value: object
    kind: str


class Property(Protocol):
    """`label` is what rows call it, `noun` what sentences do."""

    @property
    def label(self) -> str: ...
    @property
    def noun(self) -> str: ...

    def draw(self, random: Random) -> object: ...
    def cell(self, random: Random, value: object) -> str: ...
    def say(self, random: Random, subject: str, value: object) -> str:
        """A sentence without its full stop."""
        ...

    def wrong(self, random: Random, value: object) -> Wrong: ...
    def ask(self, random: Random, subject: str) -> str: ...


def mark(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def noun_frames(random: Random, subject: str, noun: str, value: str) -> str:
    article = "an" if noun[0] in "aeiou" else "a"
    return random.choice(
        (
            f"the {noun} of {subject} is {value}",
            f"{subject} has {article} {noun} of {value}",
            f"{forms.possessive(subject)} {noun} is {value}",
            f"{subject} comes with {article} {noun} of {value}",
            f"for {subject}, the {noun} is {value}",
            f"the {noun} for {subject} is listed as {value}",
            f"{subject}: {noun} {value}",
            f"{noun}: {value} ({subject})",
            f"**{noun.capitalize()}:** {value}",
            f"with {article} {noun} of {value}, {subject} is in the list",
        )
    )


def say_value(random: Random, subject: str, one: Number | Choice | Moment | Person, value: str, share: float) -> str:
    """By one of its verbs, where it has any, in so large a share of sentences; else by its noun."""
    if one.verbs and random.random() < share:
        return random.choice(one.verbs).format(s=subject, v=value)
    return noun_frames(random, subject, one.noun, value)


@dataclass(frozen=True)
class Number:
    """`unit` and `unit_long` stand behind the number, `before` in front of it."""

    label: str
    noun: str
    low: float
    high: float
    decimals: int = 0
    unit: str = ""
    unit_long: str = ""
    before: str = ""
    verbs: tuple[str, ...] = ()
    more: str = ""
    most: str = ""
    less: str = ""
    least: str = ""
    other_unit: str = ""
    ask_with: str = ""
    same: tuple[float, str] | None = None
    """What one unit is in another one: (1000, "g") for kilograms."""

    def draw(self, random: Random) -> float:
        value = random.uniform(self.low, self.high)
        if self.decimals == 0 and self.high >= 200 and random.random() < 0.5:
            return float(round(value / 10) * 10)
        if self.decimals == 2 and random.random() < 0.7:
            return round(value) - random.choice((0.01, 0.05, 0.1, 0.5, 0.0))
        return round(value, self.decimals)

    def cell(self, random: Random, value: object) -> str:
        number = self._digits(random, float(str(value)))
        if self.before:
            code = {"$": "USD", "€": "EUR"}[self.before]
            return random.choices((f"{self.before}{number}", f"{number} {code}", number), (6, 3, 1))[0]
        if not self.unit or random.random() < 0.08:
            return number
        return f"{number} {random.choice((self.unit, self.unit, self.unit_long or self.unit))}"

    def spoken(self, random: Random, value: object) -> str:
        if isinstance(value, str):
            return value  # a number with another unit
        number = float(str(value))
        if self.same and random.random() < 0.1:
            factor, unit = self.same
            return f"{forms.plain_number(round(number * factor, 3))} {unit}"
        if self.before == "$" and random.random() < 0.25:
            return f"{self._digits(random, number)} {random.choice(('dollars', 'USD'))}"
        if self.before == "€" and random.random() < 0.3:
            return f"{self._digits(random, number)} {random.choice(('EUR', 'euros'))}"
        if self.before:
            return f"{self.before}{self._digits(random, number)}"
        digits = self._digits(random, number)
        if number == int(number) and 0 < number <= 12 and random.random() < 0.4:
            digits = forms.number_word(int(number))
        elif number >= 1000 and random.random() < 0.15:
            digits = f"{random.choice(('about', 'roughly', 'around', 'nearly'))} {forms.rounded(number)}"
        unit = random.choice((self.unit, self.unit_long or self.unit))
        return f"{digits} {unit}" if unit else digits

    def say(self, random: Random, subject: str, value: object) -> str:
        spoken = mark(self.spoken(random, value))
        return say_value(random, subject, self, spoken, 0.6)

    def wrong(self, random: Random, value: object) -> Wrong:
        number = float(str(value))
        if self.other_unit and random.random() < 0.15:
            return Wrong(f"{forms.plain_number(number)} {self.other_unit}", "unit")
        return Wrong(forms.near_number(random, number, self.decimals), "digit")

    def ask(self, random: Random, subject: str) -> str:
        if self.ask_with and random.random() < 0.7:
            return self.ask_with.format(s=subject)
        return random.choice(
            (
                f"What is the {self.noun} of {subject}?",
                f"{subject} {self.noun}",
                f"What {self.noun} does {subject} have?",
            )
        )

    def _digits(self, random: Random, number: float) -> str:
        if self.decimals == 2 and number != int(number):
            return f"{number:,.2f}" if random.random() < 0.7 else f"{number:.2f}"
        if number == int(number):
            return f"{int(number):,}" if random.random() < 0.6 else str(int(number))
        return forms.plain_number(number)


@dataclass(frozen=True)
class Choice:
    label: str
    noun: str
    values: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    ask_with: str = ""

    def draw(self, random: Random) -> str:
        return random.choice(self.values)

    def cell(self, random: Random, value: object) -> str:
        return str(value)

    def say(self, random: Random, subject: str, value: object) -> str:
        return say_value(random, subject, self, mark(str(value)), 0.7)

    def wrong(self, random: Random, value: object) -> Wrong:
        return Wrong(random.choice([one for one in self.values if one != value]), "value")

    def ask(self, random: Random, subject: str) -> str:
        if self.ask_with and random.random() < 0.7:
            return self.ask_with.format(s=subject)
        return random.choice((f"What is the {self.noun} of {subject}?", f"Which {self.noun} does {subject} have?"))


@dataclass(frozen=True)
class Flag:
    """`yes` and `no` are said of a subject: `includes batteries`, `comes without batteries`."""

    label: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    cells: tuple[tuple[str, str], ...] = field(
        default=(
            ("yes", "no"),
            ("true", "false"),
            ("Yes", "No"),
            ("True", "False"),
            ("✓", "✗"),
            ("included", "not included"),
        )
    )

    @property
    def noun(self) -> str:
        return self.label

    def draw(self, random: Random) -> bool:
        return random.random() < 0.5

    def cell(self, random: Random, value: object) -> str:
        pair = random.choice(self.cells[:5] if "includ" not in self.label else self.cells)
        return pair[0] if value else pair[1]

    def say(self, random: Random, subject: str, value: object) -> str:
        return f"{subject} {mark(random.choice(self.yes if value else self.no))}"

    def wrong(self, random: Random, value: object) -> Wrong:
        return Wrong(not value, "flag")

    def ask(self, random: Random, subject: str) -> str:
        return random.choice(
            (
                f"Is it true that {subject} {random.choice(self.yes)}?",
                f"{subject}: {self.label}?",
                f"I need to know whether {subject} {random.choice(self.yes)}",
            )
        )


@dataclass(frozen=True)
class Moment:
    """`form` is one of clock, date, year, weekday, month, hours, days."""

    label: str
    noun: str
    form: str
    verbs: tuple[str, ...] = ()
    ask_with: str = ""

    def draw(self, random: Random) -> object:
        return forms.DRAW[self.form](random)

    def cell(self, random: Random, value: object) -> str:
        return forms.PRINT[self.form](random, value)

    def say(self, random: Random, subject: str, value: object) -> str:
        spoken = mark(forms.SPEAK[self.form](random, value))
        return say_value(random, subject, self, spoken, 0.8)

    def wrong(self, random: Random, value: object) -> Wrong:
        return Wrong(forms.WRONG[self.form](random, value), self.form)

    def ask(self, random: Random, subject: str) -> str:
        return self.ask_with.format(s=subject) if self.ask_with else f"What is the {self.noun} of {subject}?"


@dataclass(frozen=True)
class Person:
    label: str
    noun: str
    verbs: tuple[str, ...] = ()
    ask_with: str = ""

    def draw(self, random: Random) -> str:
        return person(random)

    def cell(self, random: Random, value: object) -> str:
        return str(value)

    def say(self, random: Random, subject: str, value: object) -> str:
        return say_value(random, subject, self, mark(str(value)), 0.8)

    def wrong(self, random: Random, value: object) -> Wrong:
        name = person(random)
        if random.random() < 0.4:
            name = f"{str(value).split()[0]} {name.split()[-1]}"
        return Wrong(name if name != value else f"{name}-Brown", "person")

    def ask(self, random: Random, subject: str) -> str:
        return self.ask_with.format(s=subject) if self.ask_with else f"Who is the {self.noun} of {subject}?"
