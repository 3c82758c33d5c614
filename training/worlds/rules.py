"""Instructions, leaflets and policies: steps in order, what must not be done, conditions, limits."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label
from training.worlds.claims import capital, read_marks
from training.worlds.properties import mark
from training.worlds.words import rows, words

SOURCE = "rules"
ACTIONS = words("rules", "actions")
PROHIBITIONS = words("rules", "prohibitions")
RIGHTS = rows("rules", "rights")
ORDER_SAID = words("rules", "order_said")
FORBIDDEN = words("rules", "forbidden")
ALLOWED = words("rules", "allowed")
RIGHT_SAID = words("rules", "right_said")
CONDITION_DROPPED = words("rules", "condition_dropped")
CONDITION_FLIPPED = words("rules", "condition_flipped")


def draw_rules(random: Random) -> Group:
    return random.choices((_steps, _prohibition, _right), (4, 3, 5))[0](random)


def _steps(random: Random) -> Group:
    """Steps are said in the right and in the wrong order."""
    steps = random.sample(ACTIONS, random.randint(3, 6))
    unknown = random.choice([one for one in ACTIONS if one not in steps])
    window = _write_steps(random, steps)
    first, second = sorted(random.sample(range(len(steps)), 2))
    one, two = steps[first], steps[second]
    form, other = random.choice(ORDER_SAID), random.choice(ORDER_SAID)
    return [
        _example("order", form.format(a=one, b=two), window, Label.ENTAILED),
        _example("order", mark(other.format(a=two, b=one)), window, Label.CONTRADICTED),
        _example(
            "step",
            f"{random.choice(('you need to', 'one step is to', 'the guide tells you to', 'make sure to'))} {one}",
            window,
            Label.ENTAILED,
        ),
        _example(
            "step_unsaid",
            f"{random.choice(('you need to', 'one step is to', 'the guide tells you to', 'make sure to'))} {mark(unknown)}",
            window,
            Label.NEUTRAL,
        ),
    ]


def _write_steps(random: Random, steps: list[str]) -> str:
    way = random.random()
    if way < 0.5:
        return "\n".join(f"{number}. {capital(step)}." for number, step in enumerate(steps, 1))
    if way < 0.7:
        return "\n".join(f"- {capital(step)}" for step in steps)
    joints = ["first", *["then"] * (len(steps) - 2), "finally"]
    return " ".join(f"{capital(joint)}, {step}." for joint, step in zip(joints, steps, strict=True))


def _prohibition(random: Random) -> Group:
    """Things forbidden and things allowed, turned around."""
    first, second, third = random.sample(PROHIBITIONS, 3)
    is_forbidden = random.random() < 0.65
    right, wrong = (FORBIDDEN, ALLOWED) if is_forbidden else (ALLOWED, FORBIDDEN)
    lines = [random.choice(right).format(x=first), random.choice(random.choice((FORBIDDEN, ALLOWED))).format(x=second)]
    random.shuffle(lines)
    window = random.choice((" ", "\n")).join(f"{capital(line)}." for line in lines[: random.choice((1, 2, 2))])
    if first not in window:
        window = f"{capital(random.choice(right).format(x=first))}. {window}"
    return [
        _example("prohibition", random.choice(right).format(x=first), window, Label.ENTAILED),
        _example("prohibition", mark(random.choice(wrong).format(x=first)), window, Label.CONTRADICTED),
        _example("prohibition_unsaid", mark(random.choice(right).format(x=third)), window, Label.NEUTRAL),
        _example("prohibition", random.choice(right).format(x=first), window, Label.ENTAILED),
    ]


def _right(random: Random) -> Group:
    """A right with its condition and limit: kept, dropped, turned around, with another limit."""
    what, condition, limit = random.choice(RIGHTS)
    number, hour = random.choice((2, 3, 5, 7, 10, 14, 21, 28, 30, 60)), f"{random.randint(6, 22)}:00"
    other, later = (
        random.choice([one for one in (2, 3, 4, 6, 8, 12, 15, 20, 45, 90) if one != number]),
        f"{random.randint(6, 22)}:30",
    )
    condition_said, limit_said = condition.format(n=number, h=hour), limit.format(n=number, h=hour)
    limit_wrong = limit.format(n=other, h=later)
    window = capital(random.choice((
        f"you can {what} {limit_said} if {condition_said}.", f"if {condition_said}, you may {what} {limit_said}.", f"customers may {what} {limit_said}, provided {condition_said}.",
        f"it is possible to {what} {limit_said}, but only if {condition_said}.", f"{what}: {limit_said}; condition: {condition_said}.", f"you cannot {what} unless {condition_said}. It is possible {limit_said}.",
    )))  # fmt: skip
    said = random.choice(RIGHT_SAID)
    dropped = random.choice(CONDITION_DROPPED)
    flipped = random.choice(CONDITION_FLIPPED)
    group = [
        _example("condition", said.format(w=what, l=limit_said, c=condition_said), window, Label.ENTAILED),
        _example("dropped_condition", mark(dropped.format(w=what)), window, Label.NOT_ENTAILED),
        _example("condition_flipped", mark(flipped.format(w=what, c=condition_said)), window, Label.CONTRADICTED),
    ]
    if limit_wrong != limit_said:
        group.append(_example("limit", f"if {condition_said}, you can {what} {limit_said}", window, Label.ENTAILED))
        group.append(
            _example("limit", f"if {condition_said}, you can {what} {mark(limit_wrong)}", window, Label.CONTRADICTED)
        )
    return group


def _example(kind: str, text: str, window: str, label: Label) -> Example:
    plain, spans = read_marks(f"{capital(text)}.")
    return Example(SOURCE, kind, plain, window, label=label, made_up=spans if kind != "dropped_condition" else None)
