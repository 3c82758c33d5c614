"""True and false claims about one thing beside a window that is mostly about that thing alone."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label, Span
from training.worlds import forms
from training.worlds.domain import Domain
from training.worlds.evidence_forms import Thing, capital, clean, draw_things, write_thing, write_things
from training.worlds.properties import CLOSE, OPEN, Flag, Moment, Number, Property, mark

SOURCE = "worlds"


def draw_claims(random: Random, domains: tuple[Domain, ...]) -> Group:
    """Two true claims and two that are not, of one window."""
    domain = random.choice(domains)
    known = random.choice((1, 2, 2, 3, 3, 4, 5))
    rivals = random.choices((1, 2, 3), (6, 3, 1))[0]
    things = draw_things(random, domain, rivals, known)
    thing = random.choice(things)
    window = write_thing(random, thing) if len(things) == 1 else write_things(random, things)
    unknown = [one for one in domain.properties if all(_differs(one, each) for each in thing.values)]
    if random.random() < 0.3:
        return _short_claims(random, thing, window)
    group = [_true(random, thing, window), _second_true(random, thing, window)]
    group.append(_false(random, thing, things, window))
    group.append(
        _unsaid(random, thing, unknown, window)
        if unknown and random.random() < 0.55
        else _false(random, thing, things, window)
    )
    return group


def _differs(one: Property, other: Property) -> bool:
    return one.label != other.label and one.noun != other.noun


def _short_claims(random: Random, thing: Thing, window: str) -> Group:
    """A list item or table row with values alone, or an answer of a word or two to its question."""
    one, value = random.choice(list(thing.values.items()))
    wrong, kind = one.wrong(random, value)
    group = []
    for said, label in ((value, Label.ENTAILED), (wrong, Label.CONTRADICTED)):
        name = "short" if label is Label.ENTAILED else kind
        text, spans = read_marks(_answer(random, one, said, thing.name))
        spans = spans if label is Label.CONTRADICTED else ()
        group.append(Example(SOURCE, f"{name}_answer", text, window, one.ask(random, thing.name), "", label, spans))
        values = {two: said if two is one else other for two, other in thing.values.items()}
        text, spans = read_marks(_listing(random, thing.name, values, one if label is Label.CONTRADICTED else None))
        group.append(Example(SOURCE, f"{name}_item", text, window, "", "", label, spans))
    return group


def _answer(random: Random, one: Property, value: object, name: str) -> str:
    if isinstance(one, Flag):
        said = mark("Yes" if value else "No")
        return random.choice(
            (f"{said}.", f"{said}, {one.say(random, name, value)}.", f"{said}, {one.say(random, 'it', value)}.")
        )
    said = mark(short(random, one, value))
    return random.choice(
        (f"{said}.", said, f"It is {said}.", f"**{said}**", f"That would be {said}.", f"{capital(one.noun)}: {said}")
    )


def _listing(random: Random, name: str, values: dict[Property, object], wrong: Property | None) -> str:
    """`- **Lumo H4**: $49.90, 1.2 kg, comes without batteries`; only the wrong value is marked."""
    parts = []
    for one, value in values.items():
        said = short(random, one, value)
        said = mark(said) if one is wrong else said
        parts.append(f"{one.noun} {said}" if not isinstance(one, Flag) and random.random() < 0.3 else said)
    random.shuffle(parts)
    way = random.random()
    if way < 0.2:
        return f"| {' | '.join([name, *parts])} |"
    front = random.choice((f"- **{name}**: ", f"**{name}**: ", f"{name}: ", f"1. {name}, ", f"- {name} ("))
    return front + ", ".join(parts) + (")" if front.endswith("(") else random.choice((".", "", " (source_ref: t1.r2)")))


def short(random: Random, one: Property, value: object) -> str:
    """The value as an answer gives it, without its subject."""
    if isinstance(one, Number):
        return one.spoken(random, value)
    if isinstance(one, Moment):
        return forms.SPEAK[one.form](random, value)
    if isinstance(one, Flag):
        return random.choice(one.yes if value else one.no)
    return str(value)


def _true(random: Random, thing: Thing, window: str) -> Example:
    one, value = random.choice(list(thing.values.items()))
    return build(random, "same", thing, window, [say(random, one, subject_of(random, thing), value)], Label.ENTAILED)


def _second_true(random: Random, thing: Thing, window: str) -> Example:
    """Two facts joined, or another one alone."""
    facts = list(thing.values.items())
    if len(facts) < 2 or random.random() < 0.4:
        return _true(random, thing, window)
    (one, value), *others = random.sample(facts, min(len(facts), random.choice((2, 2, 3, 3, 4))))
    parts = [
        say(random, one, subject_of(random, thing), value),
        *(say(random, two, "it", other) for two, other in others),
    ]
    return build(random, "joined", thing, window, parts, Label.ENTAILED)


def _false(random: Random, thing: Thing, things: list[Thing], window: str) -> Example:
    one, value = random.choice(list(thing.values.items()))
    rivals = [other.values[one] for other in things if other is not thing and other.values[one] != value]
    if rivals and not isinstance(one, Flag) and random.random() < 0.8:
        wrong, kind = random.choice(rivals), "other_row"
    else:
        wrong, kind = one.wrong(random, value)
    parts = [say(random, one, subject_of(random, thing), wrong, wrong=True)]
    others = [(two, said) for two, said in thing.values.items() if two is not one]
    if others and random.random() < 0.5:
        chosen = random.sample(others, min(len(others), random.choice((1, 1, 2, 3))))
        parts += [say(random, two, "it", said) for two, said in chosen]
        if random.random() < 0.5:
            (two, said), *rest = chosen
            parts = [say(random, two, subject_of(random, thing), said), say(random, one, "it", wrong, wrong=True)]
            parts += [say(random, each, "it", value) for each, value in rest]
    return build(random, kind, thing, window, parts, Label.CONTRADICTED)


def _unsaid(random: Random, thing: Thing, unknown: list[Property], window: str) -> Example:
    """Nothing but an unknown property, or a detail behind a true one."""
    one = random.choice(unknown)
    parts = [say(random, one, subject_of(random, thing), one.draw(random), wrong=True, whole=True)]
    kind = "unsaid"
    if random.random() < 0.6:
        two, said = random.choice(list(thing.values.items()))
        parts = [
            say(random, two, subject_of(random, thing), said),
            say(random, one, "it", one.draw(random), wrong=True, whole=True),
        ]
        kind = "added_detail"
    return build(random, kind, thing, window, parts, Label.NEUTRAL)


def say(random: Random, one: Property, subject: str, value: object, *, wrong: bool = False, whole: bool = False) -> str:
    """A sentence whose mark stands only where it is wrong; with `whole` the mark is around all of it."""
    said = one.say(random, subject, value)
    if not wrong:
        return clean(said)
    return f"{OPEN}{clean(said)}{CLOSE}" if whole else said


def subject_of(random: Random, thing: Thing) -> str:
    way = random.random()
    if way < 0.7:
        return thing.name
    if way < 0.8:
        return f"**{thing.name}**"
    return "it" if way < 0.92 else f"the {thing.domain.thing}"


def build(random: Random, kind: str, thing: Thing, window: str, parts: list[str], label: Label) -> Example:
    """Joins the parts, ends them, and reads the spans off their marks."""
    text = join(random, parts)
    question, heading = "", ""
    if thing.name not in text:
        heading = thing.name if random.random() < 0.6 else ""
        question = (
            ""
            if heading and random.random() < 0.6
            else f"{random.choice(('Tell me about', 'What about', 'What do you know of'))} {thing.name}?"
        )
    elif random.random() < 0.15:
        question = random.choice(list(thing.values)).ask(random, thing.name)
    text, spans = read_marks(text)
    return Example(SOURCE, kind, text, window, question, heading, label, spans)


def join(random: Random, parts: list[str]) -> str:
    joint = random.choice((" and ", ", and ", ", while ", ". ", "; "))
    text = parts[0]
    for part in parts[1:]:
        text += joint + (capital(part) if joint == ". " else part)
    way = random.random()
    if way < 0.1 and "**" not in text:
        text = f"{random.choice(('According to the evidence, ', 'As listed, ', 'Yes, ', 'In short, ', 'Note that ', '- '))}{text}"
    end = "." if random.random() < 0.85 else random.choice(("", "!", " (see section 4).", " (source_ref: t1.r3)."))
    return capital(text) + end


def marked_example(source: str, kind: str, text: str, window: str, label: Label) -> Example:
    """With the words that its marks are around as made up."""
    plain, spans = read_marks(capital(text))
    return Example(source, kind, plain, window, label=label, made_up=spans)


def read_marks(text: str) -> tuple[str, tuple[Span, ...]]:
    spans, plain, begin = [], "", 0
    for letter in text:
        if letter == OPEN:
            begin = len(plain)
        elif letter == CLOSE:
            spans.append((begin, len(plain)))
        else:
            plain += letter
    return plain, tuple(spans)
