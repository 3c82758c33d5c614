"""Figures of reviewers: the days that are over are counted once, and anew when an answer went."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import person
from tests.trust.audits import given, publish
from tests.trust.test_gold import a_gold, planted
from tests.verdicts import decided_as
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
    with django_assert_num_queries(2):
        assert look_tomorrow() == first


def test_an_answer_that_is_gone_counts_no_more() -> None:
    assert look_tomorrow()[0].gold.n == 1
    AuditItem.objects.filter(source="gold").delete()
    assert not any(one.gold.n for one in look_tomorrow())
