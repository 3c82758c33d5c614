"""Superlatives, comparisons and counts over several things of one window."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label
from training.worlds import forms
from training.worlds.claims import SOURCE, marked_example
from training.worlds.domain import Domain
from training.worlds.evidence_forms import Thing, draw_things, write_things
from training.worlds.properties import Flag, Number, Property, mark


def draw_ranks(random: Random, domains: tuple[Domain, ...]) -> Group:
    ranked = [domain for domain in domains if any(_is_ranked(one) for one in domain.properties)]
    domain = random.choice(ranked)
    number = random.choice([one for one in domain.properties if _is_ranked(one)])
    assert isinstance(number, Number)
    things = _with_property(random, domain, number, random.choice((2, 2, 3, 3, 4)))
    values = [float(str(one.values[number])) for one in things]
    if len(set(values)) < len(values):
        return draw_ranks(random, domains)
    window = write_things(random, things)
    order = sorted(things, key=lambda one: float(str(one.values[number])))
    pick = random.random()
    if pick < 0.5:
        return _superlatives(random, number, order, window)
    if pick < 0.85:
        return _comparisons(random, number, order, window)
    return _counts(random, things, window) or _comparisons(random, number, order, window)


def _is_ranked(one: Property) -> bool:
    return isinstance(one, Number) and bool(one.most)


def _with_property(random: Random, domain: Domain, number: Number, things: int) -> list[Thing]:
    others = [one for one in domain.properties if one.label != number.label]
    chosen = [number, *random.sample(others, random.choice((0, 0, 1, 2)))]
    random.shuffle(chosen)
    return draw_things(random, Domain(domain.name, domain.thing, domain.draw_name, tuple(chosen)), things, len(chosen))


def _superlatives(random: Random, number: Number, order: list[Thing], window: str) -> Group:
    group = []
    for word, best, others in ((number.most, order[-1], order[:-1]), (number.least, order[0], order[1:])):
        if word:
            form = random.choice((
                "{s} is the {w}", "the {w} of them is {s}", "the {w} one is {s}", "{s} is the {w} option", "of these, {s} is the {w}",
                "if you want the {w}, take {s}", "{s} is {w} of all",
            ))  # fmt: skip
            group.append(_example("superlative", form.format(s=best.name, w=word), window, Label.ENTAILED))
            group.append(
                _example(
                    "superlative", form.format(s=mark(random.choice(others).name), w=word), window, Label.CONTRADICTED
                )
            )
    return group


def _comparisons(random: Random, number: Number, order: list[Thing], window: str) -> Group:
    low, high = sorted(random.sample(range(len(order)), 2))
    less, more = order[low].name, order[high].name
    group = []
    if number.more:
        group.append(_example("comparison", f"{more} is {number.more} than {less}", window, Label.ENTAILED))
        group.append(
            _example("comparison", f"{mark(less)} is {number.more} than {mark(more)}", window, Label.CONTRADICTED)
        )
    if number.less:
        group.append(_example("comparison", f"{less} is {number.less} than {more}", window, Label.ENTAILED))
        group.append(
            _example("comparison", f"{mark(more)} is {number.less} than {mark(less)}", window, Label.CONTRADICTED)
        )
    return group


def _counts(random: Random, things: list[Thing], window: str) -> Group:
    flags = [one for one in things[0].values if isinstance(one, Flag)]
    if not flags:
        return []
    flag = random.choice(flags)
    having = sum(bool(one.values[flag]) for one in things)
    wrong = random.choice([one for one in range(len(things) + 1) if one != having])
    said = random.choice(flag.yes)
    of = forms.number_word(len(things))
    true = f"for {forms.number_word(having)} of the {of} it holds: it {said}"
    false = f"for {mark(forms.number_word(wrong))} of the {of} it holds: it {said}"
    return [_example("count", true, window, Label.ENTAILED), _example("count", false, window, Label.CONTRADICTED)]


def _example(kind: str, text: str, window: str, label: Label) -> Example:
    return marked_example(SOURCE, kind, f"{text}.", window, label)
