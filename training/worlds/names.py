"""Names of people, places, makers and things. Most are invented, so that nothing but the evidence can say what is true."""

from __future__ import annotations

from random import Random

from training.worlds.words import words

FIRST = words("names", "first")
LAST = words("names", "last")
TOWNS = words("names", "towns")
MAKERS = words("names", "makers")
SERIES = words("names", "series")
PLACE_WORDS = words("names", "place_words")
TITLES = words("names", "titles")
FOODS = words("names", "foods")
DRUGS = words("names", "drugs")
TEAMS = words("names", "teams")


def person(random: Random) -> str:
    name = f"{random.choice(FIRST)} {random.choice(LAST)}"
    return f"{random.choice(['Dr. ', 'Ms. ', 'Mr. ', 'Prof. '])}{name}" if random.random() < 0.08 else name


def town(random: Random) -> str:
    return random.choice(TOWNS)


def product(random: Random) -> str:
    maker = random.choice(MAKERS)
    form = random.random()
    if form < 0.25:
        return f"{maker} {random.choice(SERIES)}"
    if form < 0.5:
        return f"{maker} {random.choice('ABCDGHKMRSTVXZ')}{random.randint(1, 999)}"
    if form < 0.75:
        return f"{maker} {random.choice(PLACE_WORDS)} {random.choice(SERIES)}"
    return f"{maker} {random.choice(SERIES)} {random.choice(SERIES)}"


def company(random: Random) -> str:
    ending = random.choice(
        ["", " GmbH", " Ltd", " Group", " Labs", " Systems", " & Co", " Foods", " Energy", " Logistics", " Health"]
    )
    return random.choice([random.choice(MAKERS), random.choice(LAST)]) + ending


def venue(random: Random, kind: str) -> str:
    word = random.choice([random.choice(PLACE_WORDS), random.choice(LAST), random.choice(MAKERS), town(random)])
    return random.choice([f"{word} {kind}", f"{kind} {word}", f"The {word} {kind}"])


def team(random: Random) -> str:
    return f"{town(random)} {random.choice(TEAMS)}"


def code(random: Random) -> str:
    return f"{random.choice('ABCDEFGHKLMNPRSTX')}{random.choice('ABCDEFGHKLMNPRSTX')}-{random.randint(100, 9999)}"
