"""Hostile texts: what one takes, and that none gets by. `make bench` measures the seconds of all shapes up to 8 MB."""

from __future__ import annotations

import pytest

from benchmarks.hostile import MOST_MEGABYTES, SHAPES, measured_apart
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.response.gate.gate import judge_response


def test_a_hostile_text_is_judged_within_its_share_of_memory() -> None:
    found = measured_apart("long acronyms", 1_000_000)
    assert found is not None
    assert found["megabytes"] < MOST_MEGABYTES


@pytest.mark.parametrize("shape", ["links", "one word"])
def test_text_that_was_not_read_to_its_end_is_never_approved(shape: str) -> None:
    context, response = SHAPES[shape](1_000_000)
    judged = judge_response(Submission("t1", context, response), policy=ResponsePolicy())
    assert judged.decided is None or judged.decided.decision is not Decision.APPROVE
    assert "rest_unchecked" in {finding.code for finding in judged.report.findings}
