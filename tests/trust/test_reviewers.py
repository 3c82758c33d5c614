"""Figures of reviewers: the days that are over are counted once, and anew when an answer went."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import NOON, person
from tests.trust.audits import answered as answered_by
from tests.trust.audits import decided, drawn, given, publish, reply
from tests.trust.test_answers import a_ruling
from tests.trust.test_gold import a_gold, planted
from tests.verdicts import decided_as
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import AuditItem
from validation.trust.actions.answers import answer
from validation.trust.queries.reviewers import ReviewerFigures, reviewer_figures

pytestmark = pytest.mark.django_db


def look_tomorrow() -> tuple[ReviewerFigures, ...]:
    return reviewer_figures(now=timezone.now() + timedelta(days=1), since=None)


@pytest.fixture(autouse=True)
def answered() -> None:
    """A gold item that mara answered as its label says."""
    person("mara")
    a_gold()
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE")
    answer(opinion_id=planted().pk, given=given("REVISE"), by="mara", now=timezone.now())


def test_what_ended_with_yesterday_is_counted_once(django_assert_num_queries: Any) -> None:
    first = look_tomorrow()
    with django_assert_num_queries(3):
        assert look_tomorrow() == first


def test_an_answer_that_is_gone_counts_no_more() -> None:
    assert look_tomorrow()[0].gold.n == 1
    AuditItem.objects.filter(source="gold").delete()
    assert not any(one.gold.n for one in look_tomorrow())


@pytest.mark.parametrize("days", [0, 1])
def test_a_ruling_that_a_second_person_is_asked_about_is_no_answered_audit(days: int) -> None:
    person("otto")
    publish(second_ruling=1.0)
    a_ruling(Ruling.CONFIRM_FAIL, turn_id="ruled")  # by mara, at noon
    reply(AuditItem.objects.get(source="ruling"), "otto", "FAIL", OpinionRole.SECOND)
    figures = reviewer_figures(now=NOON + timedelta(days=days), since=None)
    assert {one.name: one.answered for one in figures} == {"mara": 1, "otto": 1}


FIRST, SECOND, THIRD, REVIEWER = OpinionRole


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([(FIRST, "otto", "REVISE")], {"otto": (0, 0)}),
        ([(FIRST, "otto", "REVISE"), (SECOND, "rita", "REVISE")], {"otto": (1, 1), "rita": (1, 1)}),
        (
            [(FIRST, "otto", "REVISE"), (SECOND, "rita", "APPROVE"), (THIRD, "anna", "REVISE")],
            {"otto": (0, 1), "rita": (0, 1), "anna": (0, 0)},
        ),
        ([(REVIEWER, name, "REVISE") for name in ("otto", "rita", "anna")], dict.fromkeys(("otto", "rita"), (0, 0))),
    ],
)
def test_two_who_alone_answered_an_item_agree_or_not(
    answers: list[tuple[OpinionRole, str, str]], told: dict[str, tuple[int, int]]
) -> None:
    item = drawn(decided("turn_of_two"))
    for role, by, decision in answers:
        answered_by(item, by, Decision(decision), role=role)
    agreed = {one.name: (one.agreed.value or 0, one.agreed.n) for one in look_tomorrow()}
    assert {name: agreed[name] for name in told} == told
