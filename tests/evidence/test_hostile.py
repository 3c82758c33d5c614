"""Small hostile texts that once cost minutes. `make bench` measures all shapes up to 8 MB."""

from __future__ import annotations

import pytest

from benchmarks.hostile import MOST_SECONDS, SHAPES, measure
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.response.gate.gate import judge_response

SMALL = 125_000


@pytest.mark.parametrize("shape", ["long acronyms", "dates"])
def test_a_small_hostile_text_is_judged_in_seconds_of_cpu(shape: str) -> None:
    assert measure(shape, SMALL)["seconds"] < MOST_SECONDS


@pytest.mark.parametrize("shape", ["links", "one word"])
def test_text_that_was_not_read_to_its_end_is_never_approved(shape: str) -> None:
    context, response = SHAPES[shape](1_000_000)
    judged = judge_response(Submission("t1", context, response), policy=ResponsePolicy())
    assert judged.decided is None or judged.decided.decision is not Decision.APPROVE
