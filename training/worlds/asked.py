"""Questions beside short texts that answer them or only speak of the same thing.

The texts lie in `texts/questions*.txt`: `E` the text, `Q question = what answers it`, `Q-` what it leaves open. A
question of two parts is answered only when both are.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import NamedTuple

from training.examples import Example, Group
from training.worlds.claims import read_marks
from training.worlds.evidence_forms import clean
from training.worlds.properties import CLOSE, OPEN
from training.worlds.slots import Slots
from training.worlds.statements import read_blocks

SOURCE = "ask_texts"


class Asked(NamedTuple):
    text: str
    answered: tuple[tuple[str, str], ...]
    """Questions, each with the words that answer it."""
    open: tuple[str, ...]


@cache
def read_asked(unseen: bool) -> tuple[Asked, ...]:
    return tuple(map(_read, read_blocks("questions*.txt", unseen)))


def _read(block: str) -> Asked:
    first, *lines = block.splitlines()
    pairs = [line[2:].split(" = ") for line in lines if line.startswith("Q ")]
    answered = tuple((question, answer) for question, answer in pairs)
    return Asked(first.removeprefix("E "), answered, tuple(line[3:] for line in lines if line.startswith("Q- ")))


def draw_asked(random: Random, *, unseen: bool) -> Group:
    texts = read_asked(unseen)
    asked = random.choice(texts)
    slots = Slots(random)
    beside = slots_text(random.choice(texts).text, Slots(random)) if random.random() < 0.3 else ""
    question, answer = random.choice(asked.answered)
    marked = asked.text.replace(answer, f"{OPEN}{answer}{CLOSE}", 1)
    window, places = read_marks(_beside(random, slots_text(marked, slots), beside))
    group = [_example("told", slots.fill(question), window, places[0] if places else None)]
    group.append(_example("left_open", slots.fill(random.choice(asked.open)), window))
    second, _ = random.choice(asked.answered)
    if second != question:
        group.append(_example("told", slots.fill(second), window, answered=True))
    if "{" in question:
        group.append(_example("other_thing", slots.with_another(question).fill(question), window))
    if random.random() < 0.35:
        group += _two_parts(random, asked, slots, window)
    return group


def slots_text(text: str, slots: Slots) -> str:
    return slots.fill(text.replace(" ; | ", "\n| ")).replace("{{", "{").replace("}}", "}")


def _beside(random: Random, text: str, beside: str) -> str:
    if not beside:
        return text
    return clean(beside) + " " + text if random.random() < 0.5 else f"{text} {clean(beside)}"


def _two_parts(random: Random, asked: Asked, slots: Slots, window: str) -> Group:
    (first, _), (second, _) = random.sample(asked.answered, 2)
    both = f"{slots.fill(first).rstrip('?')}, and {_lowered(slots.fill(second))}"
    half = [slots.fill(first), slots.fill(random.choice(asked.open))]
    random.shuffle(half)
    return [
        _example("two_parts", both, window, answered=True),
        _example("one_part", f"{half[0].rstrip('?')}, and {_lowered(half[1])}", window),
    ]


def _lowered(text: str) -> str:
    return text[0].lower() + text[1:]


def _example(
    kind: str, question: str, window: str, place: tuple[int, int] | None = None, *, answered: bool = False
) -> Example:
    return Example(
        SOURCE, kind, re.sub(r"\s+", " ", question), window, answerable=answered or place is not None, answer=place
    )
