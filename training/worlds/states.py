"""What is so or is not so, said in several ways: `is waterproof`, `lets water in`. The lines lie in `texts/states.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from training.examples import Example, Group, Label
from training.held_out import hash_number
from training.worlds.claims import capital, read_marks
from training.worlds.names import MAKERS, PLACE_WORDS, code, product, town
from training.worlds.properties import mark
from training.worlds.statements import TEXTS, UNSEEN_SHARE

SOURCE = "states"
_ASKED = {"is": "Is", "can": "Can", "may": "May", "was": "Was", "must": "Must", "will": "Will"}


@dataclass(frozen=True, slots=True)
class State:
    thing: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """What is said when it is not so, and when it is."""


@cache
def read_states(unseen: bool) -> tuple[State, ...]:
    lines = (TEXTS / "states.txt").read_text("utf-8").splitlines()
    return tuple(_read(line) for line in lines if (hash_number(line[:60]) % UNSEEN_SHARE == 0) == unseen)


def _read(line: str) -> State:
    thing, yes, no = line.split(";")
    return State(thing.strip(), (_phrases(no), _phrases(yes)))


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split("|"))


def draw_states(random: Random, *, unseen: bool) -> Group:
    states = read_states(unseen)
    state = random.choice(states)
    kin = [one for one in states if one.thing == state.thing and one is not state]
    name, other_name = _name(random, state), _name(random, state)
    holds = random.random() < 0.5
    said = random.choice(state.sides[holds])
    lines = [_line(random, name, said)]
    unsaid = random.choice(kin) if kin else None
    if other_name != name and random.random() < 0.35:
        lines.append(_line(random, other_name, random.choice(state.sides[not holds])))
    elif kin and random.random() < 0.5:
        beside = random.choice(kin)
        lines.append(_line(random, name, random.choice(random.choice(beside.sides))))
        unsaid = unsaid if unsaid is not beside else None
    random.shuffle(lines)
    window = random.choice((" ", "\n")).join(lines)
    others = [one for one in state.sides[holds] if one != said] or [said]
    group = [
        _claim(random, "state", name, random.choice(others), window, Label.ENTAILED),
        _claim(random, "state_flipped", name, random.choice(state.sides[not holds]), window, Label.CONTRADICTED),
        _answer(random, state, name, holds, holds, window),
        _answer(random, state, name, holds, not holds, window),
    ]
    if unsaid:
        group.append(
            _claim(random, "state_unsaid", name, random.choice(random.choice(unsaid.sides)), window, Label.NEUTRAL)
        )
    if random.random() < 0.6:
        group += _questions(random, name, state, unsaid, window)
    return group


def _questions(random: Random, name: str, state: State, unsaid: State | None, window: str) -> Group:
    """That something is not so answers the question too."""
    asked = _ask(random, name, random.choice(random.choice(state.sides)))
    group = [_question("state", asked, window, answerable=True)]
    if unsaid:
        asked = _ask(random, name, random.choice(random.choice(unsaid.sides)))
        group.append(_question("state_unsaid", asked, window, answerable=False))
    other = _name(random, state)
    if other.lower() not in window.lower() and name not in ("it", state.thing):
        asked = _ask(random, other, random.choice(random.choice(state.sides)))
        group.append(_question("state_elsewhere", asked, window, answerable=False))
    return group


def _question(kind: str, text: str, window: str, *, answerable: bool) -> Example:
    return Example("ask_states", kind, text, window, answerable=answerable)


def _name(random: Random, state: State) -> str:
    if "{x}" in state.thing:
        return product(random)
    noun = state.thing.removeprefix("the ")
    way = random.random()
    if way < 0.35:
        return f"the {random.choice((*PLACE_WORDS, *MAKERS))} {noun}"
    if way < 0.6:
        return f"the {noun} in {town(random)}" if way < 0.5 else f"{noun} {code(random)}"
    return state.thing


def _line(random: Random, name: str, said: str) -> str:
    way = random.random()
    if way < 0.2:
        return f"{capital(name.removeprefix('the '))}: {said.removeprefix('is ').removeprefix('has ')}."
    tail = random.choice(
        ("", "", "", f", as of {random.randint(2019, 2026)}", " according to the owner", " at the moment")
    )
    return capital(f"{name} {said}{tail}.")


def _claim(random: Random, kind: str, name: str, said: str, window: str, label: Label) -> Example:
    spoken = said if label is Label.ENTAILED else mark(said)
    way = random.random()
    question = heading = ""
    if way < 0.6:
        text = f"{name} {spoken}."
    elif way < 0.8:
        text, heading = f"it {spoken}.", name
    else:
        text = f"{random.choice(('Yes', 'No', 'Note', 'In short'))}, {name} {spoken}."
    plain, spans = read_marks(capital(text))
    return Example(SOURCE, kind, plain, window, question, heading, label, spans)


def _answer(random: Random, state: State, name: str, holds: bool, answered: bool, window: str) -> Example:
    """Yes or no, alone or with a reason, to a question in the words of the one side."""
    side = random.random() < 0.7
    asked = random.choice(state.sides[side])
    yes = answered == side
    word = "Yes" if yes else "No"
    reason = random.choice(state.sides[answered])
    text = random.choice((f"{word}.", f"{word}, it {reason}.", f"{word}, {name} {reason}.", f"{word}: {reason}."))
    plain, spans = read_marks(text if holds == answered else mark(text))
    label = Label.ENTAILED if holds == answered else Label.CONTRADICTED
    kind = "state_answer" if holds == answered else "state_answer_flipped"
    return Example(SOURCE, kind, plain, window, _ask(random, name, asked), "", label, spans)


def _ask(random: Random, name: str, said: str) -> str:
    first, _, rest = said.partition(" ")
    if first in _ASKED and random.random() < 0.8:
        return f"{_ASKED[first]} {name} {rest}?"
    if first == "has":
        return f"Does {name} have {rest}?"
    return random.choice(
        (f"Is it true that {name} {said}?", f"I wonder whether {name} {said}", f"Can you check that {name} {said}?")
    )
