"""Draws, agreement and truth of audits."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.trust.audit import (
    Answer,
    CheckAnswer,
    OpinionRole,
    Truth,
    TruthSource,
    agree,
    hash_share,
    is_disputed,
    is_drawn,
    truth_of,
)
from validation.domain.verdict import Decision

RIGHT, WRONG, CANNOT = CheckAnswer.RIGHT, CheckAnswer.WRONG, CheckAnswer.CANNOT_TELL
FIRST, SECOND, THIRD = OpinionRole.FIRST, OpinionRole.SECOND, OpinionRole.ADJUDICATOR


def answer(role: OpinionRole, decision: str, **checks: CheckAnswer) -> Answer:
    return Answer(role, Decision(decision), checks)


@given(st.text(), st.integers())
def test_a_draw_is_a_share_and_always_the_same(name: str, number: int) -> None:
    assert 0 <= hash_share(name, number) < 1
    assert hash_share(name, number) == hash_share(name, number)


def test_a_rate_draws_its_share() -> None:
    drawn = sum(is_drawn("audit", 1, index, rate=0.02) for index in range(50_000))
    assert 900 < drawn < 1100


def test_draws_of_two_purposes_are_independent() -> None:
    both = sum(is_drawn("audit", index, rate=0.1) and is_drawn("second", index, rate=0.1) for index in range(50_000))
    assert 400 < both < 600


@pytest.mark.parametrize(("rate", "drawn"), [(0.0, 0), (1.0, 100)])
def test_nothing_and_everything_can_be_drawn(rate: float, drawn: int) -> None:
    assert sum(is_drawn("audit", index, rate=rate) for index in range(100)) == drawn


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (answer(FIRST, "APPROVE"), answer(SECOND, "APPROVE"), True),
        (answer(FIRST, "REVISE"), answer(SECOND, "RETRY"), False),
        (answer(FIRST, "REVISE", claims=RIGHT), answer(SECOND, "REVISE", claims=WRONG), False),
        (answer(FIRST, "REVISE", claims=CANNOT), answer(SECOND, "REVISE", claims=WRONG), True),
        (answer(FIRST, "REVISE", claims=WRONG), answer(SECOND, "REVISE", format=WRONG), True),
    ],
)
def test_two_agree_on_the_decision_and_contradict_each_other_in_no_check(
    first: Answer, second: Answer, same: bool
) -> None:
    assert agree(first, second) is agree(second, first) is same
    assert is_disputed([first, second]) is not same


@pytest.mark.parametrize(
    ("answers", "truth"),
    [
        ([], None),
        ([answer(SECOND, "REVISE", claims=WRONG)], Truth(Decision.REVISE, TruthSource.SINGLE, {"claims": WRONG})),
        ([answer(FIRST, "REVISE"), answer(SECOND, "APPROVE")], None),
        (
            [answer(FIRST, "REVISE", claims=CANNOT, form=RIGHT), answer(SECOND, "REVISE", claims=WRONG, form=CANNOT)],
            Truth(Decision.REVISE, TruthSource.AGREED, {"claims": WRONG, "form": RIGHT}),
        ),
        (
            [answer(FIRST, "REVISE"), answer(SECOND, "APPROVE"), answer(THIRD, "FAIL", claims=WRONG)],
            Truth(Decision.FAIL, TruthSource.ADJUDICATED, {"claims": WRONG}),
        ),
    ],
)
def test_the_truth_is_adjudicated_else_agreed_else_single(answers: list[Answer], truth: Truth | None) -> None:
    assert truth_of(answers) == truth


@pytest.mark.parametrize("order", set(permutations(["APPROVE", "APPROVE", "FAIL"])))
def test_two_of_three_who_agree_are_the_truth_in_any_order(order: tuple[str, ...]) -> None:
    truth = truth_of([Answer(OpinionRole.REVIEWER, Decision(one)) for one in order])
    assert (truth and truth.decision, truth and truth.source) == (Decision.APPROVE, TruthSource.AGREED)


def test_two_against_two_leave_no_truth() -> None:
    answers = [Answer(OpinionRole.REVIEWER, Decision(one)) for one in ("APPROVE", "FAIL", "APPROVE", "FAIL")]
    assert truth_of(answers) is None
