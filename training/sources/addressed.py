"""Examples of responses that answer a query, and of true ones that do not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from training.examples import Example, Group
from training.sources.scenes import canonical_of
from training.worlds.answers import Case
from validation.evidence.reading.support import as_claim
from validation.evidence.text.claims import split_claims

SOURCE = "ask_answers"
_RIGHT, _OFF = 2, 3
"""Responses of one case in a group."""


def draw_addressed(random: Random, cases: Sequence[Case]) -> Group:
    """`cases` have something that does not answer."""
    case = random.choice(cases)
    answers = [answer.text for answer in random.sample(case.answers, min(_RIGHT, len(case.answers)))]
    off = random.sample(case.off, min(_OFF, len(case.off)))
    asked = [(text, True) for text in answers] + [(text, False) for text in off]
    return [_example(case, text, answerable) for text, answerable in asked]


def _example(case: Case, response: str, answerable: bool) -> Example:
    return Example(SOURCE, case.task, case.query, _statements_of(response), answerable=answerable)


def _statements_of(response: str) -> str:
    """What a response states, as one passage."""
    claims = split_claims(response)
    return " ".join(canonical_of(as_claim(claim)[0]) for claim in claims if claim.factual or claim.is_label)
