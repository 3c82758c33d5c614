"""Questions about things beside windows and single sentences that answer them or only come near."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group
from training.worlds.claims import read_marks
from training.worlds.domain import Domain
from training.worlds.evidence_forms import Thing, capital, clean, draw_things, write_thing
from training.worlds.properties import Flag, Property, mark

SOURCE = "ask_worlds"


def draw_questions(random: Random, domains: tuple[Domain, ...]) -> Group:
    """One question, a text that answers it, and two that do not."""
    domain = random.choice(domains)
    properties = [one for one in domain.properties if not isinstance(one, Flag) or random.random() < 0.3]
    wanted = random.choice(properties)
    others = [one for one in domain.properties if one.label != wanted.label and one.noun != wanted.noun]
    chosen = Domain(
        domain.name, domain.thing, domain.draw_name, (wanted, *random.sample(others, random.choice((1, 2, 3))))
    )
    thing, rival = draw_things(random, chosen, 2, len(chosen.properties))
    question = wanted.ask(random, thing.name)
    rest = {one: value for one, value in thing.values.items() if one is not wanted}
    without = Thing(thing.domain, thing.name, rest)
    group = [_answered(random, question, wanted, thing)]
    group.append(_unanswered(question, "other_property", _text(random, without)))
    group.append(_unanswered(question, "other_subject", _text(random, rival)))
    if random.random() < 0.4:
        group.append(_unanswered(question, "nothing_found", _nothing(random, thing.name, wanted)))
    return group


def _answered(random: Random, question: str, wanted: Property, thing: Thing) -> Example:
    """With its place marked where a sentence says it, without where it stands in a row."""
    if random.random() < 0.55:
        said = capital(wanted.say(random, thing.name, thing.values[wanted])) + "."
        others = [
            f"{capital(clean(one.say(random, 'it', value)))}."
            for one, value in thing.values.items()
            if one is not wanted
        ]
        parts = others[: random.choice((0, 1, 2))]
        parts.insert(random.randint(0, len(parts)), said)
        text, spans = read_marks(" ".join(parts))
        answer = spans[0] if spans and not isinstance(wanted, Flag) else None
        return Example(SOURCE, "said", question, text, answerable=True, answer=answer)
    cells = {one: one.cell(random, value) for one, value in thing.values.items()}
    text = f"{thing.name}; " + "; ".join(
        f"{one.label}: {mark(cell) if one is wanted else cell}" for one, cell in cells.items()
    )
    text, spans = read_marks(text)
    return Example(
        SOURCE, "row", question, text, answerable=True, answer=None if isinstance(wanted, Flag) else spans[0]
    )


def _text(random: Random, thing: Thing) -> str:
    if random.random() < 0.4:
        one, value = random.choice(list(thing.values.items()))
        return f"{capital(clean(one.say(random, thing.name, value)))}."
    return write_thing(random, thing)


def _unanswered(question: str, kind: str, text: str) -> Example:
    return Example(SOURCE, kind, question, text, answerable=False)


def _nothing(random: Random, name: str, wanted: Property) -> str:
    return random.choice((
        f"The {wanted.noun} of {name} is not given.", f"I could not find the {wanted.noun} of {name}.", f"No information on {name} was found.",
        f"{name}; {wanted.label}: unknown", f"{name}; {wanted.label}: null", "The search returned no results.", f"Error: the lookup of {name} timed out.",
    ))  # fmt: skip
