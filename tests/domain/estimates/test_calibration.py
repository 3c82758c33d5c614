"""Judge against rulings, by hand-counted examples."""

from __future__ import annotations

import pytest

from validation.domain.estimates.calibration import RuledVerdict, check_agreement, decision_agreement, reliability
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision

RIGHT = RuledVerdict(0.9, Decision.APPROVE, Ruling.APPROVE, {"claims_supported": True})
TOO_KIND = RuledVerdict(
    0.9, Decision.APPROVE, Ruling.REVISE, {"claims_supported": True}, frozenset({"claims_supported"})
)
TOO_HARSH = RuledVerdict(0.6, Decision.REVISE, Ruling.APPROVE, {"claims_supported": False})
STRICT = RuledVerdict(0.6, Decision.REVISE, Ruling.CONFIRM_FAIL, {"claims_supported": False})


def test_a_bin_holds_the_share_that_was_approved_as_it_stood() -> None:
    (low, high) = reliability([RIGHT, RIGHT, TOO_KIND, STRICT])
    assert (low.low, low.sound.value, low.sound.n) == (0.6, 0.0, 1)
    assert (high.low, high.high, high.sound.value) == (0.9, 1.0, 2 / 3)


def test_one_belongs_to_the_last_bin() -> None:
    assert [one.low for one in reliability([RuledVerdict(1.0, Decision.APPROVE, Ruling.APPROVE)])] == [0.9]


def test_an_edited_approval_says_that_the_draft_was_not_sound() -> None:
    assert not RuledVerdict(0.9, Decision.APPROVE, Ruling.APPROVE_EDITED).sound


def test_agreement_is_corrected_for_chance() -> None:
    told = decision_agreement([RIGHT, TOO_KIND, TOO_HARSH, STRICT])
    assert (told.same.value, told.kappa.value) == (0.5, 0.0)


def test_a_marked_check_is_one_the_reviewer_disagrees_with() -> None:
    told = check_agreement([RIGHT, TOO_KIND])
    assert (told.same.value, told.same.n) == (0.5, 2)


def test_approving_a_failing_draft_disagrees_with_its_failing_checks() -> None:
    told = check_agreement([TOO_HARSH] * 5 + [RIGHT] * 5)
    assert told.same.value == 0.5


@pytest.mark.parametrize("ruling", [Ruling.CONFIRM_FAIL, Ruling.REVISE, Ruling.RETRY, Ruling.APPROVE_EDITED])
@pytest.mark.parametrize("holds", [True, False])
def test_a_ruling_without_a_mark_says_nothing_of_any_check(ruling: Ruling, holds: bool) -> None:
    told = check_agreement([RuledVerdict(0.6, Decision.REVISE, ruling, {"claims_supported": holds})])
    assert (told.same.value, told.kappa.value, told.same.n) == (None, None, 0)


def test_a_mark_answers_for_the_checks_beside_it() -> None:
    checks = {"claims_supported": False, "coherent_format": True}
    told = check_agreement([RuledVerdict(0.6, Decision.REVISE, Ruling.REVISE, checks, frozenset({"claims_supported"}))])
    assert (told.same.value, told.same.n) == (0.5, 2)


def test_a_judge_that_always_says_the_same_leaves_no_kappa() -> None:
    assert decision_agreement([STRICT, TOO_HARSH]).kappa.value is None


def test_where_both_always_say_the_same_there_is_no_kappa() -> None:
    assert decision_agreement([STRICT, STRICT]).kappa.value is None


def test_nothing_ruled_is_nothing_measured() -> None:
    told = decision_agreement([])
    assert (told.same.value, told.kappa.value, told.same.n) == (None, None, 0)
