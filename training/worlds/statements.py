"""Short texts of many kinds, each with claims that it carries and claims that differ from it in one thing.

The texts lie in `texts/statements*.txt`: `E` evidence in two or three forms, `T` what it carries in other words, `F kind:`
what it contradicts (`F~` what it does not entail, `F-` and `F+` what it does not say), wrong words in double brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from training.examples import Example, Group, Label
from training.held_out import hash_number
from training.worlds.claims import capital, read_marks
from training.worlds.evidence_forms import clean
from training.worlds.names import product, venue
from training.worlds.properties import CLOSE, OPEN
from training.worlds.slots import Slots
from validation.evidence.reading.canonical import canonical

SOURCE = "statements"
TEXTS = Path(__file__).with_name("texts")
_LABELS = {"": Label.CONTRADICTED, "~": Label.NOT_ENTAILED, "-": Label.NEUTRAL, "+": Label.NEUTRAL}
_FALSE = re.compile(r"F([~+-]?) ([a-z_]+): (.*)")
_JOINTS = (" and ", ", and ", "; ", ". ", ". ", ", while ", " - ")
_FRONTS = ("", "", "", "", "", "", "Yes, ", "- ", "According to the page, ", "In short: ", "Note that ", "As listed, ")
UNSEEN_SHARE = 8


@dataclass(slots=True)
class Statement:
    evidence: tuple[str, ...]
    true: list[str] = field(default_factory=list)
    false: list[tuple[Label, str, str]] = field(default_factory=list)


@cache
def read_statements(unseen: bool) -> tuple[Statement, ...]:
    return tuple(map(_read, read_blocks("statements*.txt", unseen)))


def read_blocks(files: str, unseen: bool) -> list[str]:
    """The texts of some files. One in eight is kept for measuring."""
    texts = "\n\n".join(path.read_text("utf-8") for path in sorted(TEXTS.glob(files)))
    blocks = [block.strip() for block in texts.split("\n\n") if block.strip()]
    return [one for one in blocks if (hash_number(one[:60]) % UNSEEN_SHARE == 0) == unseen]


def _read(block: str) -> Statement:
    first, *lines = block.splitlines()
    evidence = first.removeprefix("E ")
    statement = Statement((evidence,) if evidence.startswith("|") else tuple(evidence.split(" | ")))
    for line in lines:
        if line.startswith("T "):
            statement.true.append(_lowered(line[2:]))
        elif match := _FALSE.match(line):
            statement.false.append((_LABELS[match[1]], match[2], _lowered(_marked(match[3]))))
        elif not line.startswith("Q "):
            raise ValueError(f"line of no kind: {line}")
    return statement


def _lowered(text: str) -> str:
    """Without the capital of its beginning, which is not that of a name: names stand in gaps."""
    return text[0].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _marked(text: str) -> str:
    return text.replace("[[", OPEN).replace("]]", CLOSE)


def draw_statements(random: Random, *, unseen: bool) -> Group:
    statements = read_statements(unseen)
    statement = random.choice(statements)
    slots = Slots(random)
    way = random.random()
    if way < 0.12:
        return _of_two_things(random, statement, slots)
    if way < 0.56:
        return _turned_around(random, statement, slots)
    evidence = _evidence(random, statement, slots)
    beside = _evidence(random, random.choice(statements), Slots(random)) if random.random() < 0.4 else ""
    parts = [evidence, beside] if random.random() < 0.5 else [beside, evidence]
    window = random.choice((" ", "\n")).join(part for part in parts if part)
    if random.random() < 0.25:
        window = f"{capital(venue(random, random.choice(('notes', 'page', 'guide', 'service', 'office'))))}: {window}"
    return _claims(random, statement, slots, window, "")


def _evidence(random: Random, statement: Statement, slots: Slots) -> str:
    number = random.randrange(len(statement.evidence))
    text = slots.fill(statement.evidence[number].replace(" ; | ", "\n| "), rows=number > 0)
    text = text.replace("{{", "{").replace("}}", "}")
    return text if text[-1] in ".|}" or random.random() < 0.5 else f"{text}."


def _turned_around(random: Random, statement: Statement, slots: Slots) -> Group:
    """What else is false is the evidence here: no claim is told as true or false from its own words alone."""
    wrong = [text for label, _, text in statement.false if label is Label.CONTRADICTED]
    if len(wrong) < 2:
        return _claims(random, statement, slots, _evidence(random, statement, slots), "")
    told, untold = random.sample(wrong, 2)
    lines = [capital(clean(slots.fill(told))).rstrip(".") + "."]
    if random.random() < 0.5:
        beside = random.choice(read_statements(unseen=False))
        lines.append(capital(Slots(random).fill(random.choice(beside.true))).rstrip(".") + ".")
        random.shuffle(lines)
    window = random.choice((" ", "\n")).join(lines)
    group = [_example(random, "told_turned", clean(slots.fill(told)), window, Label.ENTAILED, "")]
    if len(lines) > 1:
        group.append(_example(random, "told_turned", " ".join(lines), window, Label.ENTAILED, ""))
    true = random.sample(statement.true, min(2, len(statement.true)))
    others = [*true, untold] if random.random() < 0.3 else true
    said = [clean(slots.fill(text)) for text in others]
    return [*group, *(_example(random, "untold_turned", one, window, Label.NOT_ENTAILED, "") for one in said)]


def _of_two_things(random: Random, statement: Statement, slots: Slots) -> Group:
    """The same is told of two things with other values: what holds of the one is false of the other."""
    one, two = product(random), product(random)
    if one == two:
        two += " II"
    others = Slots(random)
    rows = [f"{one}: {_evidence(random, statement, slots)}", f"{two}: {_evidence(random, statement, others)}"]
    random.shuffle(rows)
    window = "\n".join(rows)
    group = _claims(random, statement, slots, window, one)
    gaps = [text for text in statement.true if "{" in text]
    if gaps:
        said = others.fill(random.choice(gaps))
        if said not in window:
            group.append(_example(random, "other_thing", said, window, Label.NOT_ENTAILED, one))
    return group


def _claims(random: Random, statement: Statement, slots: Slots, window: str, heading: str) -> Group:
    true = random.sample(statement.true, min(len(statement.true), random.choice((2, 3))))
    false = random.sample(statement.false, min(len(statement.false), random.choice((2, 3))))
    group = []
    for number, text in enumerate(true):
        said, kind = slots.fill(text), "told"
        others = [other for other in statement.true if other != text]
        if number and others and random.random() < 0.5:
            said, kind = _join(random, [said, slots.fill(random.choice(others))]), "told_joined"
        group.append(_example(random, kind, said, window, Label.ENTAILED, heading))
    for label, kind, text in false:
        said = slots.fill(text)
        if random.random() < 0.35:
            parts = [said, slots.fill(random.choice(statement.true))]
            random.shuffle(parts)
            said = _join(random, parts)
        group.append(_example(random, f"told_{kind}", said, window, label, heading))
    return group


def _is_canonical(window: str) -> bool:
    """Every second window, with its claims, has its figures in the form that the product gives them."""
    return hash_number(window) % 2 == 0


def _join(random: Random, parts: list[str]) -> str:
    first, second = parts
    joint = random.choice(_JOINTS)
    return f"{first.rstrip('.')}{joint}{capital(second) if joint == '. ' else second}"


def _example(random: Random, kind: str, said: str, window: str, label: Label, heading: str) -> Example:
    if _is_canonical(window):
        window, said = canonical(window), canonical(said)
    said = said.rstrip(".") + ("." if random.random() < 0.85 or said.endswith("m.") else "")
    text, spans = read_marks(capital(f"{random.choice(_FRONTS)}{said}"))
    known = label is Label.ENTAILED or bool(spans)
    return Example(SOURCE, kind, text, window, heading=heading, label=label, made_up=spans if known else None)
