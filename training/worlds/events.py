"""Short reports: who did what to whom, what rose or fell, what was true before, what a tool returned, what adds up."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label
from training.worlds import forms
from training.worlds.claims import capital, marked_example
from training.worlds.names import FOODS, TITLES, code, company, person, product, team, town
from training.worlds.properties import mark
from training.worlds.words import rows, words

SOURCE = "events"
PEOPLE_VERBS = rows("events", "people_verbs")
FIRM_VERBS = rows("events", "firm_verbs")
MEASURES = words("events", "measures")
UP = words("events", "up")
DOWN = words("events", "down")
TOOL_TASKS = words("events", "tool_tasks")
GOOD = words("events", "good")
BAD = words("events", "bad")
NOW_SAID = words("events", "now_said")


def draw_events(random: Random) -> Group:
    return random.choices((_roles, _trend, _update, _tool, _sum, _sequence, _lists), (5, 3, 5, 3, 2, 2, 3))[0](random)


def _roles(random: Random) -> Group:
    people = random.random() < 0.55
    draw = (team if random.random() < 0.25 else person) if people else company
    one, two, three = draw(random), draw(random), draw(random)
    active, passive = random.choice(PEOPLE_VERBS if people else FIRM_VERBS)
    when = random.choice(
        ("", "", f" in {random.randint(1950, 2025)}", f" last {random.choice(forms.WEEKDAYS)}", f" in {town(random)}")
    )
    direct, turned = f"{one} {active} {two}", f"{two} {passive} {one}"
    said = random.choice((direct, turned))
    rest = random.choice(
        (
            "",
            f" {capital(three)} was present.",
            f" {capital(three)} {active} someone else.",
            f" This was reported by {three}.",
        )
    )
    window = f"{said}{when}.{rest}"
    wrong = random.choice((f"{mark(two)} {active} {mark(one)}", f"{mark(one)} {passive} {mark(two)}"))
    return [
        _example("roles", random.choice((direct, turned)), window, Label.ENTAILED),
        _example("role_swap", wrong, window, Label.CONTRADICTED),
        _example("roles", turned if said is direct else direct, window, Label.ENTAILED),
        _example("other_person", f"{mark(draw(random))} {active} {two}", window, Label.NOT_ENTAILED),
    ]


def _trend(random: Random) -> Group:
    what = random.choice(MEASURES).format(x=town(random))
    rises = random.random() < 0.5
    low, high = sorted(random.sample(range(5, 300), 2))
    first, last = (low, high) if rises else (high, low)
    right, wrong = (UP, DOWN) if rises else (DOWN, UP)
    numbers = f" from {first} to {last}" if random.random() < 0.6 else f" by {random.randint(2, 60)} percent"
    when = random.choice(
        (
            f" in {random.choice(forms.MONTHS)}",
            f" between {random.randint(2001, 2012)} and {random.randint(2013, 2025)}",
            " last year",
            "",
        )
    )
    window = capital(f"{what} {random.choice(right)}{numbers}{when}.")
    if "from" in numbers and random.random() < 0.3:
        window = f"{capital(what)}; before: {first}; now: {last}"
        numbers = ""
    return [
        _example("trend", f"{what} {random.choice(right)}{random.choice((numbers, ''))}", window, Label.ENTAILED),
        _example(
            "trend",
            f"{what} {mark(random.choice(wrong))}{random.choice((numbers if 'by' in numbers else '', ''))}",
            window,
            Label.CONTRADICTED,
        ),
    ]


def _update(random: Random) -> Group:
    """Of an old and a new value only the new one holds."""
    thing, noun, old, new = _change(random)
    window = capital(random.choice((
        f"the {noun} of {thing} was {old}; it is now {new}.", f"the {noun} of {thing} changed from {old} to {new}.", f"{thing}; {noun}: {new} (previously {old})",
        f"until last month the {noun} of {thing} was {old}. Since then it has been {new}.", f"update: the {noun} of {thing} is {new}, no longer {old}.",
        f"correction: the {noun} of {thing} is not {old} but {new}.", f"{thing}: old {noun} {old}, new {noun} {new}", f"on Monday: {thing} {noun} {old}. On Friday: {thing} {noun} {new}.",
    )))  # fmt: skip
    now = random.choice(NOW_SAID)
    return [
        _example("current", now.format(n=noun, t=thing, v=new), window, Label.ENTAILED),
        _example("stale", now.format(n=noun, t=thing, v=mark(old)), window, Label.CONTRADICTED),
        _example("earlier", f"earlier, the {noun} of {thing} was {old}", window, Label.ENTAILED),
        _example("stale", f"earlier, the {noun} of {thing} was {mark(new)}", window, Label.CONTRADICTED),
    ]


def _change(random: Random) -> tuple[str, str, str, str]:
    kind = random.randrange(5)
    if kind == 0:
        first, last = random.sample(range(5, 900), 2)
        return product(random), "price", f"${first}", f"${last}"
    if kind == 1:
        return f"meeting {code(random)}", "room", *(f"Room {one}" for one in random.sample(range(1, 60), 2))  # type: ignore[return-value]
    if kind == 2:
        return company(random), "head", person(random), person(random)
    if kind == 3:
        first, last = random.sample(range(6, 23), 2)
        return f"train {random.randint(1, 999)}", "departure", f"{first}:15", f"{last}:40"
    first_day, last_day = random.sample(forms.WEEKDAYS, 2)
    return random.choice(FOODS), "day on the menu", first_day, last_day


def _tool(random: Random) -> Group:
    task, mark_of = random.choice(TOOL_TASKS), code(random)
    good = random.random() < 0.45
    state = random.choice(
        ("ok", "success", "200", "completed", "done")
        if good
        else ("error", "failed", "500", "timeout", "aborted", "permission denied")
    )
    window = random.choice((
        f'{{"tool": "{task}", "id": "{mark_of}", "status": "{state}"}}', f"{task} {mark_of}; status: {state}", f"Tool {task} ({mark_of}) returned: {state}",
        f"{task}: {state} [{mark_of}]", f"The {task} {mark_of} {random.choice(GOOD if good else BAD)}.",
    ))  # fmt: skip
    said = random.choice(("the {t} {v}", "the {t} {m} {v}", "your {t} {v}"))
    return [
        _example(
            "tool", said.format(t=task, m=mark_of, v=random.choice(GOOD if good else BAD)), window, Label.ENTAILED
        ),
        _example(
            "tool",
            said.format(t=task, m=mark_of, v=mark(random.choice(BAD if good else GOOD))),
            window,
            Label.CONTRADICTED,
        ),
    ]


def _sum(random: Random) -> Group:
    """Small sums and counts: the reader only learns that such claims are made. Arithmetic is done elsewhere."""
    number, price = random.randint(2, 5), random.choice((5, 10, 12, 20, 25, 50))
    thing = random.choice(("ticket", "night", "seat", "licence", "bottle", "lesson"))
    window = f"{number} {thing}s at ${price} each"
    total = number * price
    wrong = forms.near_number(random, float(total), 0)
    return [
        _example("sum", f"{forms.number_word(number)} {thing}s cost ${total} in total", window, Label.ENTAILED),
        _example(
            "sum",
            f"{forms.number_word(number)} {thing}s cost {mark(f'${wrong:.0f}')} in total",
            window,
            Label.CONTRADICTED,
        ),
    ]


def _sequence(random: Random) -> Group:
    """Which of two dated things came first."""
    one, two = random.sample(TITLES, 2)
    first, last = sorted(random.sample(range(1900, 2025), 2))
    verb = random.choice(("was published", "appeared", "was shown", "was finished"))
    lines = [f"{one} {verb} in {first}.", f"{two} {verb} in {last}."]
    random.shuffle(lines)
    window = " ".join(lines)
    form = random.choice(
        ("{a} {v} before {b}", "{b} {v} after {a}", "{a} came first, {b} later", "{a} is older than {b}")
    )
    return [
        _example("first", form.format(a=one, b=two, v=verb), window, Label.ENTAILED),
        _example("first", mark(form.format(a=two, b=one, v=verb)), window, Label.CONTRADICTED),
    ]


def _lists(random: Random) -> Group:
    """What a list holds, one thing that it does not hold, how many it holds."""
    kind = random.choice(("ingredients", "participants", "cities on the route", "files", "guests"))
    draw = {"ingredients": lambda r: r.choice("flour sugar butter eggs milk rice onions garlic salt basil leeks beans lemons cream yeast oats".split()), "files": lambda r: f"{r.choice('abcdef')}{r.randint(1, 99)}.csv", "cities on the route": town}.get(kind, person)  # fmt: skip
    wanted = random.randint(3, 7)
    things = list(dict.fromkeys(draw(random) for _ in range(20)))[:wanted]
    *held, other = things
    window = random.choice(
        (
            f"{kind}: {', '.join(held)}",
            "\n".join([capital(kind) + ":", *(f"- {one}" for one in held)]),
            f"The {kind} are {', '.join(held[:-1])} and {held[-1]}.",
        )
    )
    said = random.choice(
        ("{x} is among the {k}", "the {k} include {x}", "one of the {k} is {x}", "{x} is on the list of {k}")
    )
    count, wrong = len(held), len(held) + random.choice((-1, 1, 2))
    return [
        _example("listed", said.format(x=random.choice(held), k=kind), window, Label.ENTAILED),
        _example("not_listed", said.format(x=mark(other), k=kind), window, Label.NOT_ENTAILED),
        _example("list_count", f"there are {forms.number_word(count)} {kind}", window, Label.ENTAILED),
        _example("list_count", f"there are {mark(forms.number_word(wrong))} {kind}", window, Label.CONTRADICTED),
    ]


def _example(kind: str, text: str, window: str, label: Label) -> Example:
    return marked_example(SOURCE, kind, f"{text}.", capital(window), label)
