"""Examples of responses that answer a query, and of true ones that do not: read as the product reads them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from training.examples import Example, Group
from training.worlds.answers import Case
from validation.evidence.reading.answers import write_statements
from validation.evidence.text.claims import split_claims

SOURCE = "ask_answers"
RIGHT, OFF = 2, 3
"""Responses of one case in a group."""


def draw_addressed(random: Random, cases: Sequence[Case]) -> Group:
    """`cases` have something that does not answer."""
    case = random.choice(cases)
    answers = [answer.text for answer in random.sample(case.answers, min(RIGHT, len(case.answers)))]
    off = random.sample(case.off, min(OFF, len(case.off)))
    asked = [(text, True) for text in answers] + [(text, False) for text in off]
    return [example(case, text, answerable) for text, answerable in asked]


def example(case: Case, response: str, answerable: bool) -> Example:
    return Example(SOURCE, case.task, case.query, write_statements(split_claims(response)), answerable=answerable)
