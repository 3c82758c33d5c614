"""What is computed of two sides over the same cases, held against counts by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from validation.domain.operations.cost import Cost
from validation.domain.trust.comparison import ComparedCase, ComparisonReport, Flip, Outcome, compare_cases
from validation.trust.web.words import chance_words, kappa_words


def case(truth: str, first: str, second: str, *, said: str = "", checks: tuple[str, str] = ("", "")) -> ComparedCase:
    name = "claims_supported"
    one, two = (
        Outcome(decision, checks={name: state} if state else {})
        for decision, state in zip((first, second), checks, strict=True)
    )
    return ComparedCase(truth == "APPROVE", one, two, truth, {name: said} if said else {})


def report(*cases: ComparedCase) -> ComparisonReport:
    return compare_cases(cases)


def test_no_case_gives_no_figure() -> None:
    found = report()
    assert (found.n, found.first.right.value, found.p, found.flips) == (0, None, 1.0, ())


def test_each_side_is_counted_against_the_truth() -> None:
    found = report(
        case("APPROVE", "APPROVE", "REVISE"), case("REVISE", "APPROVE", "REVISE"), case("REVISE", "RETRY", "HALT")
    )
    assert (found.first.false_approve.value, found.first.false_hold.value) == (0.5, 0.0)
    assert (found.second.false_approve.value, found.second.false_hold.value) == (0.0, 1.0)
    assert (found.second.halted, found.only_first, found.only_second, found.p) == (1, 1, 1, 1.0)


def test_a_side_that_always_decides_the_same_leaves_no_kappa() -> None:
    found = report(*[case("APPROVE", "APPROVE", "APPROVE")] * 20, *[case("REVISE", "APPROVE", "REVISE")] * 20)
    assert (found.kappa.value, found.first.kappa.value, found.second.kappa.value) == (None, None, 1.0)


def test_a_kappa_that_says_nothing_reads_void() -> None:
    found = report(*[case("APPROVE", "APPROVE", "APPROVE")] * 20, *[case("REVISE", "APPROVE", "REVISE")] * 20)
    assert [kappa_words(one) for one in (found.kappa, found.second.kappa)] == ["not measurable", "1.00 [0.82–1.00]"]


def test_a_flip_says_which_way_it_went() -> None:
    found = report(
        case("APPROVE", "REVISE", "APPROVE"), case("REVISE", "REVISE", "APPROVE"), case("FAIL", "REVISE", "RETRY")
    )
    assert found.flips == (Flip("REVISE", "APPROVE", 2, 1, 1), Flip("REVISE", "RETRY", 1, 0, 0))


def test_time_that_nobody_measured_is_not_counted_as_none() -> None:
    """A gold item records a verdict, and neither time nor tokens."""
    measured = Outcome("APPROVE", seconds=2.0, tokens=900)
    found = report(*[ComparedCase(True, one, measured) for one in (measured, *[Outcome("APPROVE")] * 3)]).first
    assert (found.seconds_p50, found.tokens, found.timed) == (2.0, 900, 1)


def test_costs_in_two_currencies_have_no_sum() -> None:
    euro, dollar = (Outcome("APPROVE", cost=Cost(Decimal(1), currency)) for currency in ("EUR", "USD"))
    assert report(ComparedCase(True, euro, euro), ComparedCase(True, dollar, euro)).first.cost is None


def test_a_check_is_right_where_it_says_what_people_said_and_none_where_it_did_not_apply() -> None:
    found = report(
        case("REVISE", "REVISE", "APPROVE", said="wrong", checks=("fail", "pass")),
        case("APPROVE", "APPROVE", "APPROVE", said="right", checks=("pass", "not_applicable")),
        case("APPROVE", "APPROVE", "APPROVE", said="cannot_tell", checks=("pass", "pass")),
    )
    one = found.checks[0]
    assert (one.name, one.first.value, one.first.n, one.second.value, one.second.n, one.differ) == (
        "claims_supported", 1.0, 2, 0.0, 1, 2,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("p", "words"),
    [(1.0, "100 times in 100"), (0.04, "4.0 times in 100"), (0.0002, "less than once in 1,000 times")],
)
def test_the_p_of_the_sign_test_is_said_as_what_chance_does(p: float, words: str) -> None:
    assert chance_words(p) == f"chance alone does that {words}"
