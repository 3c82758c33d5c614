"""What keeps an intervention out of a ruling on many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from validation.domain.desk.bulk import BULK_RULINGS, Candidate, Obstacle, obstacle
from validation.domain.intervention import Ruling

FAIL = Candidate("response", "fail", "open", "", 1, 1, has_draft=True, judged_again=True)
HALT = replace(FAIL, kind="halt")
GROUP = replace(HALT, count=7, waiting=5)
ELSEWHERE = replace(FAIL, gate="retrieval", has_draft=False)
EVERY = (*BULK_RULINGS, None)


@pytest.mark.parametrize("ruling", EVERY)
@pytest.mark.parametrize(
    ("candidate", "found"),
    [
        (replace(HALT, state="ruled"), Obstacle.CLOSED),
        (replace(HALT, state="expired"), Obstacle.CLOSED),
        (replace(HALT, state="claimed", holder="otto"), Obstacle.HELD),
        (replace(HALT, state="claimed", holder="rita"), None),
        (replace(HALT, state="claimed", holder=""), None),
        (replace(HALT, waiting=0), Obstacle.PENDING),
        (replace(FAIL, kind="audit"), Obstacle.AUDIT),
        (replace(HALT, state="ruled", holder="otto", waiting=0), Obstacle.CLOSED),
    ],
)
def test_what_stands_in_the_way_of_one_ruling_stands_in_the_way_of_every(
    candidate: Candidate, found: Obstacle | None, ruling: Ruling | None
) -> None:
    assert obstacle(candidate, "rita", ruling) is found


@pytest.mark.parametrize(
    ("candidate", "ruling", "found"),
    [
        (FAIL, Ruling.DISMISS, None),
        (FAIL, Ruling.CONFIRM_FAIL, None),
        (FAIL, Ruling.REVISE, None),
        (FAIL, Ruling.RETRY, None),
        (FAIL, None, Obstacle.NOT_HALTED),
        (HALT, Ruling.REVISE, None),
        (HALT, None, None),
        (replace(HALT, judged_again=False), None, Obstacle.NOT_HALTED),
        (GROUP, Ruling.DISMISS, None),
        (GROUP, Ruling.CONFIRM_FAIL, None),
        (GROUP, Ruling.REVISE, Obstacle.GROUP),
        (GROUP, Ruling.RETRY, Obstacle.GROUP),
        (GROUP, None, None),
        (ELSEWHERE, Ruling.DISMISS, None),
        (ELSEWHERE, Ruling.REVISE, Obstacle.NO_DRAFT),
        (ELSEWHERE, Ruling.RETRY, Obstacle.NO_DRAFT),
    ],
)
def test_each_ruling_leaves_out_what_it_makes_no_sense_for(
    candidate: Candidate, ruling: Ruling | None, found: Obstacle | None
) -> None:
    assert obstacle(candidate, "rita", ruling) is found


@pytest.mark.parametrize("ruling", [Ruling.APPROVE, Ruling.APPROVE_EDITED])
def test_nothing_is_approved_in_bulk(ruling: Ruling) -> None:
    assert ruling not in BULK_RULINGS
