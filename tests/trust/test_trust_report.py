"""What a report counts, and what it is silent about."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.factories import NOON
from tests.trust.truth import answer, row
from validation.domain.check import CheckName
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.truth import TruthRow
from validation.trust.estimates.report import Estimates, Group, answers_of, estimates_by, estimates_of, has_ended

NO_GOLD = GoldCounts(0, 0, 0, 0)
CLAIMS = CheckName.CLAIMS_SUPPORTED


def report(*rows: TruthRow, gold: GoldCounts = NO_GOLD) -> Estimates:
    return estimates_of(answers_of([one for one in rows if has_ended(one)], {}), gold)


def pair_of(first: str, second: str, **fields: Any) -> TruthRow:
    return row(answers=(answer(first), answer(second, "nils", "second")), probability=1.0, **fields)


def groups(by: str, *rows: TruthRow) -> tuple[Group, ...]:
    return estimates_by(by, rows, answers_of(rows, {}), NO_GOLD)


def test_a_wrong_approval_is_one_that_people_would_not_have_approved() -> None:
    figure = report(*[row()] * 247, *[row(truth="REVISE")] * 3).false_approve
    assert (figure.hits, figure.n) == (3, 250)
    assert figure.measured.value == pytest.approx(0.012)


def test_a_needless_hold_is_one_that_people_would_have_approved() -> None:
    figure = report(*[row("REVISE", "REVISE")] * 30, *[row("RETRY", "APPROVE")] * 10).false_hold
    assert (figure.hits, figure.n, figure.measured.value) == (10, 40, 0.25)


def test_under_thirty_answers_there_is_no_figure_but_what_it_takes() -> None:
    figure = report(*[row()] * 29).false_approve
    assert figure.measured.value is None
    assert figure.too_early
    assert figure.more == 457 - 29  # one in twenty to 2 points


@pytest.mark.parametrize(
    ("n", "wrong", "more"), [(9, 3, 2_219), (9, 1, 1_420), (5, 2, 2_347), (1, 1, 2_133), (9, 0, 448)]
)
def test_the_first_wrong_answers_already_say_how_many_more_it_takes(n: int, wrong: int, more: int) -> None:
    figure = report(*[row(truth="REVISE")] * wrong, *[row()] * (n - wrong)).false_approve
    assert figure.more == pytest.approx(more, abs=15)


@pytest.mark.parametrize(("held", "differ"), [(10, 1), (5, 2), (4, 0)])
def test_as_many_audits_as_were_named_give_the_agreement_to_five_hundredths(held: int, differ: int) -> None:
    """The same answers many times over, and kappa of these: its interval is about as narrow as was said."""
    rows = [
        *[row("REVISE", "REVISE")] * held, *[row()] * (20 - held - differ), *[row(truth="REVISE")] * differ,
    ]  # fmt: skip
    figure = report(*rows).judge_people
    times = (figure.n + figure.more) / figure.n
    repeated = report(*(one for one in rows for _ in range(round(times)))).judge_people.measured
    assert repeated.low is not None
    assert repeated.high is not None
    assert (repeated.high - repeated.low) / 2 <= 0.065


def test_agreement_of_four_answers_is_planned_for_half_of_them_alike_by_chance_or_more() -> None:
    alike = report(row(), row(), row("REVISE", "REVISE"), row("REVISE", "REVISE")).judge_people
    assert alike.more == 292 - 4
    alone = report(*[row()] * 4).judge_people
    assert alone.more > 2 * alike.more


@pytest.mark.parametrize(
    "left_out",
    [
        {"probability": None, "source": "manual"},
        {"truth": "", "state": "expired"},
        {"state": "open"},  # one of two has answered: the other must not read it in the figures
    ],
)
def test_what_was_not_drawn_at_random_or_not_answered_counts_for_nothing(left_out: dict[str, object]) -> None:
    assert report(*[row(**left_out)] * 40).false_approve.n == 0  # type: ignore[arg-type]


def test_a_check_is_right_where_people_call_it_broken_too() -> None:
    rows = [
        *[row(checks={CLAIMS: "fail"}, truth_checks={CLAIMS: "wrong"})] * 30,
        *[row(checks={CLAIMS: "fail"}, truth_checks={CLAIMS: "right"})] * 10,
        *[row(checks={CLAIMS: "pass"}, truth_checks={CLAIMS: "wrong"})] * 20,
        row(checks={CLAIMS: "fail"}, truth_checks={CLAIMS: "cannot_tell"}),
        row(checks={CLAIMS: "not_applicable"}, truth_checks={CLAIMS: "wrong"}),
    ]
    check = report(*rows).checks[0]
    assert (check.precision.measured.value, check.precision.n) == (0.75, 40)
    assert (check.recall.measured.value, check.recall.n) == (0.6, 50)


def test_people_agree_by_their_own_answers_without_the_adjudicator() -> None:
    both = (answer(), answer(rater="rita", role="second"))
    torn = (answer(), answer("FAIL", "rita", "second"), answer("FAIL", "theo", "adjudicator"))
    held = (answer("FAIL"), answer("FAIL", "rita", "second"))
    made = report(
        *[row(answers=both)] * 20, *[row(answers=held)] * 20, *[row(answers=torn, truth="FAIL")] * 10
    )  # fmt: skip
    assert (made.people.n, made.people.hits) == (50, 40)
    assert made.people.measured.value == pytest.approx(0.6154, abs=1e-3)


def test_a_pair_stands_for_the_audits_that_a_second_person_was_not_asked_about() -> None:
    """Of 100 decisions each, one policy asks two people about all and they agree, the other about one in ten."""
    agree = [pair_of("APPROVE", "APPROVE"), pair_of("REVISE", "REVISE")] * 50
    differ = [pair_of("APPROVE", "REVISE", policy=2), pair_of("REVISE", "APPROVE", policy=2)] * 5
    made = estimates_of(answers_of([*agree, *differ], {1: 1.0, 2: 0.1}), NO_GOLD)
    assert made.people.measured.value == pytest.approx(0.0, abs=1e-3)
    assert made.people.n == 110


def test_alpha_is_told_where_more_than_two_people_answered() -> None:
    pairs = [
        row(answers=(answer(rater=first), answer(said, second, "second")))
        for first, second in (("mara", "rita"), ("rita", "theo"))
        for said in ["APPROVE"] * 15 + ["FAIL"] * 5
    ]
    assert report(*pairs[:20]).alpha is None
    assert report(*pairs).alpha is not None


def test_gold_items_correct_what_reviewers_miss() -> None:
    corrected = report(*[row()] * 380, *[row(truth="FAIL")] * 20, gold=GoldCounts(100, 80, 100, 100)).corrected
    assert corrected is not None
    assert corrected.value == pytest.approx(0.05 / 0.8)


def test_two_opinions_count_from_the_end_of_the_audit_on() -> None:
    """Kappa that fell while a third person is asked would tell that two disagree."""
    torn = row(truth="", state="disputed", answers=(answer(), answer("FAIL", "rita", "second")))
    assert report(torn).people.n == 0
    expired = row(truth="", state="expired", answers=(answer(), answer("FAIL", "rita", "second")))
    assert (report(expired).people.n, report(expired).people.hits) == (1, 0)


def test_a_share_is_of_what_was_drawn() -> None:
    """Failed: 20 drawn at 1.0, 10 broken. Not failed: 100 drawn at 0.1, 10 broken, so 100 stand for them."""
    failed = [row(probability=1.0, checks={CLAIMS: "fail"}, truth_checks={CLAIMS: "wrong"})] * 20
    passed = [row(probability=0.1, checks={CLAIMS: "pass"}, truth_checks={CLAIMS: "wrong"})] * 10
    assert report(*failed, *passed).checks[0].recall.measured.value == pytest.approx(20 / 120)


def test_groups_are_told_apart() -> None:
    made = groups(
        "language",
        *[row(language="German", truth="FAIL")] * 30,
        *[row(language="English")] * 40,
        *[row(language="")] * 3,
    )
    assert [(group.name, group.estimates.false_approve.measured.value) for group in made] == [
        ("English", 0.0), ("German", 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("by", "one", "other"),
    [
        ("pipeline", {"pipeline": "shop"}, {"pipeline": "travel"}),
        ("judge", {"model": "reader-1"}, {"model": "reader-2"}),
        ("prompt", {"prompt": "sha256:1"}, {"prompt": "sha256:2"}),
        ("policy", {"policy": 1}, {"policy": 2}),
        ("language", {"language": "English"}, {"language": "German"}),
        ("month", {"decided_at": NOON}, {"decided_at": NOON + timedelta(days=31)}),
    ],
)
def test_every_figure_is_told_by_group(by: str, one: dict[str, object], other: dict[str, object]) -> None:
    """In the first group everybody agrees with everybody, in the second nobody does."""
    agreed = [_audited(truth, truth, truth, **one) for truth in ("APPROVE", "REVISE") for _ in range(20)]
    against = [_audited(route, "FAIL", route, **other) for route in ("APPROVE", "REVISE") for _ in range(20)]
    first, second = sorted(groups(by, *agreed, *against), key=lambda group: group.name)
    told = [
        (
            found.judge_people.measured.value,
            found.people.measured.value,
            found.checks[0].precision.measured.value,
            found.checks[0].recall.measured.value,
        )
        for found in (first.estimates, second.estimates)
    ]
    assert told == [(1.0, 1.0, 1.0, 1.0), (None, None, 0.0, None)]


def _audited(route: str, truth: str, second: str, **fields: Any) -> TruthRow:
    """Two answers; the first check failed, and is broken where people agree with the gate."""
    return row(
        route,
        truth,
        answers=(answer(truth), answer(second, "rita", "second")),
        checks={CLAIMS: "fail"},
        truth_checks={CLAIMS: "wrong" if route == truth else "right"},
        **fields,
    )
