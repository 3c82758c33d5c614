"""Examples drawn by rules: pairs that can be learned from, the same for the same number."""

from __future__ import annotations

from random import Random

import pytest

from training.examples import Example, Group, Label
from training.mix import DrawnSource, Mix, StoredSource
from training.sources.drawn import drawn_sources
from training.worlds import LEARNED, UNSEEN

TEXTS = [
    "In 1923, the Harbour Museum was founded by Ingrid Novak. It is open on Mondays and has 12 rooms.",
    "Albert Keller bought the mill from Rosa Weber. The price rose by 40 percent before the sale.",
]
PUBLISHED = {
    "ragtruth_qa": [
        [Example("ragtruth_qa", "", f"{text.split('.')[0]} and nobody else.", text, label=Label.ENTAILED)]
        for text in TEXTS
    ]
}
SOURCES = drawn_sources(PUBLISHED, "tests")
EACH = 60


def groups(name: str) -> list[Group]:
    return [SOURCES[name].group(number) for number in range(EACH)]


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_number_always_gives_the_same_group(name: str) -> None:
    assert groups(name) == groups(name)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_every_group_has_good_and_bad(name: str) -> None:
    for group in groups(name):
        good = {one.answerable if one.label is None else one.label is Label.ENTAILED for one in group}
        assert good == {True, False}


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_marked_span_lies_in_the_claim(name: str) -> None:
    spans = [(one, span) for group in groups(name) for one in group for span in one.made_up or ()]
    assert all(one.text[begin:end].strip() for one, (begin, end) in spans)


@pytest.mark.parametrize("name", sorted(set(SOURCES) - {"ask_worlds"}))
def test_a_claim_that_the_window_carries_has_no_span(name: str) -> None:
    assert all(not one.made_up for group in groups(name) for one in group if one.label is Label.ENTAILED)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_no_mark_is_left_in_a_text(name: str) -> None:
    for group in groups(name):
        assert not any(mark in one.text + one.window + one.question for one in group for mark in "\x01\x02")


def test_an_answer_lies_in_its_passage() -> None:
    found = [one for group in groups("ask_worlds") for one in group if one.answer]
    assert found
    assert all(one.window[one.answer[0] : one.answer[1]].strip() for one in found if one.answer)


def test_training_knows_no_kind_of_thing_that_is_measured_on() -> None:
    assert UNSEEN
    assert not {one.name for one in LEARNED} & {one.name for one in UNSEEN}


def test_a_mix_goes_on_where_it_was() -> None:
    stored = [[Example("stored", str(number), "text", "window")] for number in range(7)]

    def made() -> Mix:
        return Mix(
            {
                "stored": StoredSource("stored", stored),
                "drawn": DrawnSource("drawn", lambda random: stored[random.randrange(7)]),
            }
        )

    weights = {"stored": 2.0, "drawn": 1.0}
    whole, first, second = made(), made(), made()
    wanted = whole.draw(Random(1), weights, 20) + whole.draw(Random(2), weights, 20)
    begun = first.draw(Random(1), weights, 20)
    second.drawn.update(first.drawn)
    assert begun + second.draw(Random(2), weights, 20) == wanted


def test_every_pass_over_stored_groups_brings_each_once() -> None:
    stored = [[Example("stored", str(number), "text", "window")] for number in range(5)]
    source = StoredSource("stored", stored)
    passes = [[source.group(turn * 5 + number)[0].kind for number in range(5)] for turn in range(3)]
    assert all(sorted(one) == list("01234") for one in passes)
