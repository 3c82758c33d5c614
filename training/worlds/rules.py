"""Instructions, leaflets and policies: steps in order, what must not be done, conditions, limits."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label
from training.worlds.claims import capital, read_marks
from training.worlds.properties import mark

SOURCE = "rules"
ACTIONS = (
    "switch off the power|remove the cover|drain the water|wait ten minutes|clean the filter|dry all parts|put the cover back|press the reset button|hold the button for five seconds|"
    "open the settings|choose Network|enter the password|restart the device|download the update|back up your files|close all programs|insert the card|tighten the screws|"
    "loosen the bolt|lift the lid|preheat the oven|mix flour and sugar|add the eggs|fold in the butter|line the tin with paper|pour in the batter|bake for half an hour|let it cool|"
    "wash the rice|chop the onions|fry the garlic|add the stock|stir the sauce|cover the pot|sand the surface|apply the primer|let the paint dry|apply a second coat|measure the opening|"
    "drill the holes|set the plugs|hang the frame|fill in the form|sign the last page|attach a copy of your passport|pay the fee|book an appointment|send the documents|keep the receipt|"
    "unplug the cable|empty the tank|check the seal|replace the cartridge|run a test page|level the feet|connect the hose|turn the tap on slowly|soak the seeds|fill the pot with soil|water the plant"
).split("|")
PROHIBITIONS = (
    "use it near water|take it with alcohol|drive after taking it|open the housing|leave it in the sun|use bleach|exceed the stated dose|give it to children|iron the print|mix it with other cleaners|"
    "charge it overnight|store it below zero|use metal tools|overfill the tank|touch the blade|cover the vents|tumble dry it|freeze it|reuse the filter|park in front of the gate|"
    "share your password|bring glass bottles|feed the animals|smoke on the balcony|use the lift during a fire|cancel by phone|install it outdoors|connect two units in series"
).split("|")
RIGHTS: tuple[tuple[str, str, str], ...] = tuple(
    tuple(one.split("/"))  # type: ignore[misc]
    for one in (
        "return the item/the packaging is unopened/within {n} days|cancel the booking/you do so before {h}/up to {n} days ahead|change the seat/seats are left/until {n} hours before departure|"
        "claim the warranty/you keep the receipt/for {n} months|work from home/your manager agrees/on {n} days a week|use the gym/you have a pass/until {h}|bring a guest/you register the guest/for {n} nights|"
        "borrow books/your card is valid/for {n} weeks|get a refund/the event is cancelled/within {n} days|park for free/you shop here/for {n} hours|carry over vacation/it was approved/until the end of month {n}|"
        "enter for free/you are under {n}/on weekdays|take photos/no flash is used/until {h}|renew the licence/no fine is open/every {n} years|apply for the grant/you live in the district/until day {n} of the month|"
        "book the room/at least {n} people attend/from {h}|use the discount/you order online/for {n} weeks|extend the rental/nobody else booked/by {n} days|keep pets/the landlord agrees/up to {n} animals|"
        "submit the form online/you have an account/at any time|get a replacement/the damage is reported/within {n} days|travel with a bicycle/you hold a bicycle ticket/after {h}|"
        "take a second dose/the pain continues/after {n} hours|drink coffee/you sleep well/up to {n} cups a day|use the cream/the skin is intact/for {n} days"
    ).split("|")
)


def draw_rules(random: Random) -> Group:
    return random.choices((_steps, _prohibition, _right), (4, 3, 5))[0](random)


def _steps(random: Random) -> Group:
    """Steps are said in the right and in the wrong order."""
    steps = random.sample(ACTIONS, random.randint(3, 6))
    unknown = random.choice([one for one in ACTIONS if one not in steps])
    window = _write_steps(random, steps)
    first, second = sorted(random.sample(range(len(steps)), 2))
    one, two = steps[first], steps[second]
    forms = (
        "{a} before you {b}",
        "first {a}, then {b}",
        "{b} only after you {a}",
        "you should {a} and later {b}",
        "once you {a}, you can {b}",
        "before you {b}, {a}",
    )
    form, other = random.choice(forms), random.choice(forms)
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
    forbidden = (
        "do not {x}",
        "never {x}",
        "you must not {x}",
        "it is not allowed to {x}",
        "avoid this: {x}",
        "you should not {x}",
        "please don't {x}",
    )
    allowed = (
        "you may {x}",
        "you can {x}",
        "it is fine to {x}",
        "it is allowed to {x}",
        "feel free to {x}",
        "nothing speaks against it: {x}",
    )
    is_forbidden = random.random() < 0.65
    right, wrong = (forbidden, allowed) if is_forbidden else (allowed, forbidden)
    lines = [random.choice(right).format(x=first), random.choice(random.choice((forbidden, allowed))).format(x=second)]
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
    said = random.choice(
        (
            "you can {w} {l} if {c}",
            "if {c}, you can {w} {l}",
            "you may {w} {l} as long as {c}",
            "as long as {c}, you may {w}",
            "you can {w}, but only if {c}",
        )
    )
    dropped = random.choice(
        (
            "you can {w}",
            "you can {w} in any case",
            "you may {w} without conditions",
            "anyone can {w}",
            "you can always {w}",
        )
    )
    flipped = random.choice(
        (
            "you cannot {w} even if {c}",
            "you can {w} even if it is not true that {c}",
            "if {c}, you cannot {w}",
            "you may not {w} when {c}",
        )
    )
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
