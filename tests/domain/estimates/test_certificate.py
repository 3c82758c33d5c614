"""Certified thresholds: what they rest on, and that they are refused when the data does not allow one."""

from __future__ import annotations

import pytest

from validation.domain.estimates.certificate import AuditedApproval, Certificate, NoCertificate, certify
from validation.domain.estimates.reviewer_error import GoldCounts


def audits(confidence: float, right: int, wrong: int = 0, probability: float = 0.5) -> list[AuditedApproval]:
    made = [False] * right + [True] * wrong
    return [AuditedApproval(confidence, one, probability, (at + 0.5) / len(made)) for at, one in enumerate(made)]


def certified(*parts: list[AuditedApproval], gold: GoldCounts | None = None, error: float = 0.05) -> Certificate:
    """Twice as many approvals as audits, at the same confidences."""
    audited = [one for part in parts for one in part]
    approvals: dict[int, int] = {}
    for one in audited:
        at = int(one.confidence * 100 + 1e-9)
        approvals[at] = approvals.get(at, 0) + 2
    return certify(audited, approvals, floor=0.8, tolerated=0.02, error=error, gold=gold)


def test_the_lowest_threshold_whose_bound_is_tolerated_is_found() -> None:
    found = certified(audits(0.95, 400), audits(0.9, 300, 2), audits(0.85, 80, 20))
    assert found.threshold == 0.86
    assert found.chosen is not None
    assert found.chosen.bound <= 0.02
    assert found.chosen.share_approved == pytest.approx(702 / 802)


def test_a_step_below_one_that_fails_is_not_certified_however_good_it_looks() -> None:
    found = certified(audits(0.95, 300), audits(0.9, 80, 20), audits(0.85, 9_000))
    assert found.threshold == 0.91
    assert next(step for step in found.steps if step.threshold == 0.85).bound < 0.02


def test_what_could_be_drawn_rarely_and_was_not_drawn_is_thinned_for_too() -> None:
    counted = {97: 1000, 90: 6000}
    drawn, rates = audits(0.9, 300, probability=0.05), {97: 0.002, 90: 0.05}
    assert certify(drawn, counted, floor=0.8, tolerated=0.02, error=0.05, rarest=rates).threshold is None
    assert certify(drawn, counted, floor=0.8, tolerated=0.02, error=0.05, rarest={90: 0.05}).threshold is not None


def test_approvals_that_no_audit_could_draw_do_not_begin_the_test() -> None:
    """Of 10,000 approvals at each hundredth a tenth could be drawn, and of these a tenth were: 100 audits each."""
    drawn = [one for at in range(90, 100) for one in audits(at / 100, 100, probability=0.1)]
    counted, drawable, rates = (dict.fromkeys(range(90, 100), value) for value in (10_000, 1_000, 0.1))
    found = certify(drawn, counted, floor=0.9, tolerated=0.02, error=0.05, rarest=rates, drawable=drawable)
    assert found.threshold == 0.9
    assert found.begins is not None
    assert found.begins.threshold == 0.97  # 300 audits expected, 236 needed


def test_a_threshold_where_the_first_test_fails_has_no_certificate() -> None:
    found = certified(audits(0.95, 380, 20), audits(0.85, 9_000))
    assert (found.threshold, found.reason) == (None, NoCertificate.TOO_MANY_WRONG)
    assert found.begins is not None  # what a page names as the reason
    assert found.begins.wrong > 0


def test_few_audits_certify_nothing_and_say_how_many_the_first_test_takes() -> None:
    found = certified(audits(0.95, 200))
    assert (found.threshold, found.reason, found.needed) == (None, NoCertificate.TOO_FEW, 236)


def test_nothing_audited_certifies_nothing() -> None:
    assert certify([], {}, floor=0.8, tolerated=0.02, error=0.05).threshold is None


def test_nothing_is_said_below_the_threshold_in_force() -> None:
    assert min(step.threshold for step in certified(audits(0.95, 400)).steps) == 0.8


def test_approvals_of_a_lower_threshold_do_not_stay_approved() -> None:
    """60 of 360 were approved before the threshold was raised to 0.9."""
    found = certify(audits(0.95, 300, probability=1.0), {85: 60, 95: 300}, floor=0.9, tolerated=0.02, error=0.05)
    assert [step.share_approved for step in found.steps if step.certified] == [pytest.approx(300 / 360)] * 6


def test_unequal_probabilities_are_thinned_to_the_smallest() -> None:
    """400 drawn at 0.5 and 300 at 0.05: a tenth of the first are kept beside all of the second."""
    found = certified(audits(0.95, 400), audits(0.85, 300, probability=0.05))
    assert next(step.n for step in found.steps if step.threshold == 0.85) == 340
    assert next(step.n for step in found.steps if step.threshold == 0.9) == 400


def test_reviewers_who_miss_some_make_the_test_stricter() -> None:
    parts = (audits(0.95, 400), audits(0.9, 300, 6))
    assert certified(*parts).threshold == 0.8
    assert certified(*parts, gold=GoldCounts(100, 90, 100, 99)).threshold == 0.91


def test_too_few_gold_items_change_nothing() -> None:
    parts = (audits(0.95, 400), audits(0.9, 300, 6))
    assert certified(*parts, gold=GoldCounts(9, 2, 9, 9)).threshold == 0.8
