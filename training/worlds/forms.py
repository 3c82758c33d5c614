"""How numbers, times and dates are drawn, printed, said and made wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def number_word(number: int) -> str:
    return _WORDS[number] if 0 <= number <= 12 else str(number)


def plain_number(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def rounded(number: float) -> str:
    size = 1000 if number >= 20000 else 100
    return f"{round(number / size) * size:,}"


def possessive(subject: str) -> str:
    return {"it": "its", "It": "Its", "you": "your", "You": "Your"}.get(subject, f"{subject}'s")


def near_number(random: Random, number: float, decimals: int) -> float:
    """Another number such as a slip gives: a digit changed, two swapped, ten times, a little or much more or less."""
    for _ in range(8):
        found = _slip(random, number, decimals)
        if found > 0 and abs(found - number) > max(0.02 * abs(number), 10**-decimals / 2):
            return found
    return number + (1 if decimals == 0 else 1.5)


def _slip(random: Random, number: float, decimals: int) -> float:
    way = random.random()
    if way < 0.25:
        return round(number * random.choice((0.5, 2, 10, 0.1, 1.5, 3)), decimals)
    if way < 0.5:
        step = 1 if number < 30 else 10 if number < 300 else 50
        return round(number + random.choice((-3, -2, -1, 1, 2, 3)) * step, decimals)
    digits = list(f"{number:.{decimals}f}")
    places = [at for at, one in enumerate(digits) if one.isdigit()]
    at = random.choice(places[: max(2, len(places) - decimals)])
    if way < 0.65 and at + 1 < len(digits) and digits[at + 1].isdigit():
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
    else:
        digits[at] = random.choice("123456789")
    return float("".join(digits))


Clock = tuple[int, int]


def _draw_clock(random: Random) -> Clock:
    return random.randint(5, 23), random.choice((0, 0, 0, 15, 30, 30, 45, 5, 20, 50))


def _print_clock(random: Random, value: Any) -> str:
    hour, minute = value
    if random.random() < 0.7:
        return f"{hour:02d}:{minute:02d}"
    return _twelve(hour, minute, random)


def _speak_clock(random: Random, value: Any) -> str:
    hour, minute = value
    return f"{hour}:{minute:02d}" if random.random() < 0.6 else _twelve(hour, minute, random)


def _twelve(hour: int, minute: int, random: Random) -> str:
    half = random.choice(("am", " a.m.", " AM")) if hour < 12 else random.choice(("pm", " p.m.", " PM"))
    shown = (hour - 1) % 12 + 1
    return f"{shown}:{minute:02d}{half}" if minute or random.random() < 0.5 else f"{shown}{half}"


def _wrong_clock(random: Random, value: Any) -> Clock:
    hour, minute = value
    if random.random() < 0.25:
        return hour, (minute + random.choice((15, 30, 45, 10))) % 60
    return (hour + random.choice((-3, -2, -1, 1, 2, 3, 12)) - 1) % 23 + 1, minute


Date = tuple[int, int, int]


def _draw_date(random: Random) -> Date:
    return random.choice((2021, 2022, 2023, 2024, 2025, 2026)), random.randint(1, 12), random.randint(1, 28)


def _print_date(random: Random, value: Any) -> str:
    year, month, day = value
    return f"{year}-{month:02d}-{day:02d}" if random.random() < 0.5 else _speak_date(random, value)


def _speak_date(random: Random, value: Any) -> str:
    year, month, day = value
    name = MONTHS[month - 1]
    return random.choice(
        (f"{day} {name} {year}", f"{name} {day}, {year}", f"{name} {day}", f"{day} {name}", f"{name[:3]} {day}, {year}")
    )


def _wrong_date(random: Random, value: Any) -> Date:
    year, month, day = value
    if random.random() < 0.5:
        return year, month, (day + random.randint(1, 20)) % 28 + 1
    return year, (month - 1 + random.randint(1, 11)) % 12 + 1, day


def _draw_hours(random: Random) -> tuple[Clock, Clock]:
    return (random.randint(6, 11), random.choice((0, 0, 30))), (random.randint(14, 23), random.choice((0, 0, 30)))


def _print_hours(random: Random, value: Any) -> str:
    return f"{_print_clock(random, value[0])}{random.choice((' - ', '–', ' to ', '-'))}{_print_clock(random, value[1])}"


def _speak_hours(random: Random, value: Any) -> str:
    first, last = _speak_clock(random, value[0]), _speak_clock(random, value[1])
    return random.choice(
        (
            f"from {first} to {last}",
            f"between {first} and {last}",
            f"{first} to {last}",
            f"{first}–{last}",
            f"from {first} until {last}",
        )
    )


def _wrong_hours(random: Random, value: Any) -> tuple[Clock, Clock]:
    first, last = value
    if random.random() < 0.5:
        return _wrong_clock(random, first), last
    return first, _wrong_clock(random, last)


def _draw_days(random: Random) -> tuple[int, ...]:
    return tuple(sorted(random.sample(range(7), random.choice((1, 1, 2)))))


def _speak_days(random: Random, value: Any) -> str:
    return " and ".join(WEEKDAYS[day] + random.choice(("s", "")) for day in value)


def _wrong_days(random: Random, value: Any) -> tuple[int, ...]:
    others = [day for day in range(7) if day not in value]
    return tuple(sorted([random.choice(others), *value[1:]]))


def _speak_weekday(random: Random, value: Any) -> str:
    return WEEKDAYS[value]


def _speak_month(random: Random, value: Any) -> str:
    return MONTHS[value]


def _year(random: Random, value: Any) -> str:
    return str(value)


DRAW: dict[str, Callable[[Random], Any]] = {
    "clock": _draw_clock,
    "date": _draw_date,
    "year": lambda random: random.randint(1850, 2025),
    "weekday": lambda random: random.randrange(7),
    "month": lambda random: random.randrange(12),
    "hours": _draw_hours,
    "days": _draw_days,
}
PRINT: dict[str, Callable[[Random, Any], str]] = {
    "clock": _print_clock,
    "date": _print_date,
    "year": _year,
    "weekday": _speak_weekday,
    "month": _speak_month,
    "hours": _print_hours,
    "days": _speak_days,
}
SPEAK: dict[str, Callable[[Random, Any], str]] = {
    "clock": _speak_clock,
    "date": _speak_date,
    "year": _year,
    "weekday": _speak_weekday,
    "month": _speak_month,
    "hours": _speak_hours,
    "days": _speak_days,
}
WRONG: dict[str, Callable[[Random, Any], Any]] = {
    "clock": _wrong_clock,
    "date": _wrong_date,
    "year": lambda random, value: value + random.choice((-30, -10, -5, -2, -1, 1, 2, 3, 10, 20)),
    "weekday": lambda random, value: (value + random.randint(1, 6)) % 7,
    "month": lambda random, value: (value + random.randint(1, 11)) % 12,
    "hours": _wrong_hours,
    "days": _wrong_days,
}
