"""What one or several things look like as evidence: rows, lists, JSON, tables, prose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from training.worlds.domain import Domain
from training.worlds.properties import CLOSE, OPEN, Property
from validation.reader.templates import write_passage, write_row

HEADINGS = (
    "Search results", "Results", "Overview", "Details", "Catalogue", "Tool output", "Product page", "Notes", "Listing", "Section 4",
    "Facts", "Database record", "Web page", "Summary of findings", "Records",
)  # fmt: skip


@dataclass(frozen=True)
class Thing:
    """A member of a domain with what is known of it."""

    domain: Domain
    name: str
    values: dict[Property, object]


def draw_thing(random: Random, domain: Domain, properties: Sequence[Property]) -> Thing:
    return Thing(domain, domain.draw_name(random), {one: one.draw(random) for one in properties})


def draw_things(random: Random, domain: Domain, number: int, known: int) -> list[Thing]:
    """With the same properties and different names."""
    properties = random.sample(domain.properties, min(known, len(domain.properties)))
    found: dict[str, Thing] = {}
    for _ in range(5 * number):
        if len(found) < number:
            thing = draw_thing(random, domain, properties)
            found.setdefault(thing.name, thing)
    return list(found.values())


def clean(text: str) -> str:
    return text.replace(OPEN, "").replace(CLOSE, "")


def capital(text: str) -> str:
    """The first letter, behind a mark or asterisks, in upper case."""
    for at, letter in enumerate(text):
        if letter.isalnum():
            return text[:at] + letter.upper() + text[at + 1 :]
    return text


def label_form(random: Random, label: str) -> str:
    way = random.random()
    if way < 0.2:
        return label.replace(" ", "_").replace("-", "_").lower()
    return capital(label) if way < 0.55 else label


def write_thing(random: Random, thing: Thing) -> str:
    return random.choices((_row, _lines, _json, _prose, _mixed, _paths), (5, 3, 2, 4, 1, 1))[0](random, thing)


def write_things(random: Random, things: Sequence[Thing]) -> str:
    way = random.random()
    if way < 0.3:
        return _table(random, things)
    if way < 0.4:
        return json.dumps([_record(random, one) for one in things], ensure_ascii=False)
    return "\n".join(random.choice((_row, _prose, _row))(random, one) for one in things)


def _cells(random: Random, thing: Thing) -> list[tuple[str, str]]:
    lower = random.random() < 0.5
    return [
        (one.label if lower else label_form(random, one.label), one.cell(random, value))
        for one, value in thing.values.items()
    ]


def _row(random: Random, thing: Thing) -> str:
    heading = random.choice(HEADINGS) if random.random() < 0.3 else ""
    return write_row(thing.name, _cells(random, thing), heading)


def _lines(random: Random, thing: Thing) -> str:
    sign = random.choice(("- ", "* ", "", "• "))
    bold = "**" if random.random() < 0.3 else ""
    rows = [f"{sign}{bold}{label}:{bold} {value}" for label, value in _cells(random, thing)]
    return "\n".join([f"{random.choice(('', '## ', '### '))}{thing.name}", *rows])


def _record(random: Random, thing: Thing) -> dict[str, object]:
    record: dict[str, object] = {random.choice(("name", "title", "id")): thing.name}
    for label, value in _cells(random, thing):
        key = label.replace(" ", "_").lower()
        record[key] = {"true": True, "false": False}.get(value, value)
    return record


def _json(random: Random, thing: Thing) -> str:
    return json.dumps(_record(random, thing), ensure_ascii=False, indent=random.choice((None, None, 2)))


def _paths(random: Random, thing: Thing) -> str:
    front = random.choice(("results[0]", "items[1]", "data", "response.item"))
    rows = [f"{front}.{key}: {value}" for key, value in _record(random, thing).items()]
    return random.choice(("\n", "; ")).join(rows)


def _prose(random: Random, thing: Thing) -> str:
    facts = list(thing.values.items())
    random.shuffle(facts)
    sentences = []
    for number, (one, value) in enumerate(facts):
        subject = (
            thing.name if number == 0 or random.random() < 0.3 else random.choice(("it", f"the {thing.domain.thing}"))
        )
        sentences.append(f"{capital(clean(one.say(random, subject, value)))}.")
    heading = thing.name if random.random() < 0.25 else ""
    return write_passage(" ".join(sentences).replace("**", ""), heading)


def _mixed(random: Random, thing: Thing) -> str:
    facts = list(thing.values.items())
    half = len(facts) // 2
    first = Thing(thing.domain, thing.name, dict(facts[: half or 1]))
    second = Thing(thing.domain, thing.name, dict(facts[half or 1 :]))
    return f"{_prose(random, first)}\n{_lines(random, second)}" if second.values else _prose(random, first)


def _table(random: Random, things: Sequence[Thing]) -> str:
    properties = list(things[0].values)
    head = [
        random.choice(("Name", "Item", capital(things[0].domain.thing))),
        *(label_form(random, one.label) for one in properties),
    ]
    rows = [[one.name, *(each.cell(random, value) for each, value in one.values.items())] for one in things]
    lines = [" | ".join(row) for row in [head, *rows]]
    return "\n".join(f"| {line} |" for line in lines) if random.random() < 0.5 else "\n".join(lines)
