"""What is counted in use, and the targets of the specification beside it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from retrieval.actions.receive import ANSWER, give_feedback
from retrieval.models import Retrieval
from retrieval.queries.retrievals import RetrievalFilter
from retrieval.queries.stats import LINKED, Target, retrieval_stats
from tests import factories
from tests.api_client import ApiClient
from tests.retrieval.site.conftest import Judged
from validation.domain.attempt import Route

pytestmark = pytest.mark.django_db

ALL = RetrievalFilter()


def _target(code: str) -> Target:
    return next(one for one in retrieval_stats(ALL).targets if one.code == code)


def _say(told: dict[str, Any], position: int, holds: bool | None, by: str = "mara") -> None:
    give_feedback(retrieval_id=UUID(told["id"]), position=position, holds=holds, by=by, now=timezone.now())


def _then(told: dict[str, Any], *routes: Route) -> None:
    """Drafts of the retrieval's turn, decided one after the other after it."""
    made = factories.turn(told["turn_id"], of="shop", at=timezone.now())
    for minute, route in enumerate(routes):
        factories.decide(factories.attempt(made, at=timezone.now() + timedelta(minutes=minute)), route)


def test_nothing_is_known_of_nothing() -> None:
    stats = retrieval_stats(ALL)
    assert (stats.n, [one.met for one in stats.targets]) == (0, [None] * 6)


def test_qualities_are_counted_and_add_up(of_quality: Judged) -> None:
    for quality in ("Good", "Good", "Partial", "Poor"):
        of_quality(quality, turn_id=f"turn_{Retrieval.objects.count()}")
    stats = retrieval_stats(ALL)
    assert [(quality.value, count) for quality, count in stats.qualities] == [("Good", 2), ("Partial", 1), ("Poor", 1)]
    assert (stats.n, stats.reused, sum(sum(bucket.counts.values()) for bucket in stats.over_time.buckets)) == (4, 1, 4)


def test_halts_are_no_verdicts(of_quality: Judged, judged: Judged, request: pytest.FixtureRequest) -> None:
    of_quality("Good")
    request.getfixturevalue("nobody_answers")
    judged(query="another question?")
    stats = retrieval_stats(ALL)
    assert (stats.n, stats.halted, stats.over_time.buckets[-1].counts) == (1, 1, {"Good": 1, "halted": 1})


def test_every_quote_that_was_stored_is_verbatim(of_quality: Judged) -> None:
    of_quality("Good")
    assert (_target("SC-005").measured.value, _target("SC-005").met) == (1.0, True)


def test_quality_that_goes_with_the_decision_correlates(of_quality: Judged) -> None:
    pairs = [("Good", Route.APPROVE), ("Partial", Route.REVISE), ("Poor", Route.RETRY), ("Good", Route.APPROVE)]
    for number, (quality, route) in enumerate(pairs):
        _then(of_quality(quality, turn_id=f"turn_{number}"), route)
    downstream = retrieval_stats(ALL).downstream
    assert (downstream.correlation.value, downstream.correlation.n) == (pytest.approx(1.0), 4)
    assert downstream.table["Good"] == {"APPROVE": 2, "REVISE": 0, "RETRY": 0, "FAIL": 0}


def test_quality_against_the_decision_anticorrelates(of_quality: Judged) -> None:
    for number, (quality, route) in enumerate(
        [("Good", Route.FAIL), ("Partial", Route.RETRY), ("Poor", Route.APPROVE)]
    ):
        _then(of_quality(quality, turn_id=f"turn_{number}"), route)
    assert _target("SC-007").measured.value == pytest.approx(-1.0)


def test_a_retrieval_is_paired_with_the_first_draft_after_it(of_quality: Judged) -> None:
    _then(of_quality("Poor", turn_id="turn_1"), Route.RETRY, Route.APPROVE)
    assert retrieval_stats(ALL).downstream.table["Poor"] == {"APPROVE": 0, "REVISE": 0, "RETRY": 1, "FAIL": 0}


def test_drafts_before_the_retrieval_do_not_count(of_quality: Judged) -> None:
    made = factories.turn("turn_1", of="shop", at=timezone.now() - timedelta(hours=1))
    factories.decide(factories.attempt(made), Route.REVISE)
    of_quality("Good", turn_id="turn_1")
    assert retrieval_stats(ALL).downstream.correlation.n == 0


def test_the_turn_of_another_pipeline_does_not_count(of_quality: Judged) -> None:
    told = of_quality("Good", turn_id="turn_1")
    made = factories.turn(told["turn_id"], of="elsewhere", at=timezone.now())
    factories.decide(factories.attempt(made), Route.APPROVE)
    assert retrieval_stats(ALL).downstream.correlation.n == 0


@pytest.mark.parametrize(
    ("position", "holds", "share"), [(1, True, 1.0), (1, False, 0.0), (2, False, 1.0), (2, True, 0.0)]
)
def test_relevance_is_measured_by_what_reviewers_say(
    of_quality: Judged, position: int, holds: bool, share: float
) -> None:
    _say(of_quality("Good"), position, holds)
    assert (_target("SC-001").measured.value, _target("SC-001").measured.n) == (share, 1)


def test_precision_and_recall_of_yes_are_measured_by_what_reviewers_say(of_quality: Judged) -> None:
    good, partial = of_quality("Good"), of_quality("Partial")
    for person, right in (("mara", True), ("tom", True), ("li", False)):
        _say(good, ANSWER, right, by=person)
    _say(partial, ANSWER, True)
    assert (_target("SC-003").measured.value, _target("SC-003").measured.n) == (pytest.approx(2 / 3), 3)
    assert (_target("SC-004").measured.value, _target("SC-004").measured.n) == (pytest.approx(2 / 3), 3)


def test_stored_answers_do_not_count_as_fast_ones(of_quality: Judged) -> None:
    for number in range(3):
        of_quality("Good", turn_id=f"turn_{number}")
    assert _target("SC-002").measured.n == 1


def test_the_stats_take_a_fixed_number_of_statements(of_quality: Judged, django_assert_num_queries) -> None:
    for number, quality in enumerate(("Good", "Partial", "Poor")):
        _then(of_quality(quality, turn_id=f"turn_{number}"), Route.APPROVE)
    with django_assert_num_queries(8):
        retrieval_stats(ALL)


def test_the_api_says_each_target_with_its_n(api: ApiClient, of_quality: Judged) -> None:
    of_quality("Good")
    told = api.get("/stats/retrievals").json()
    assert {one["code"] for one in told["targets"]} == {"SC-001", "SC-002", "SC-003", "SC-004", "SC-005", "SC-007"}
    assert all("n" in one["measured"] for one in told["targets"])
    assert told["downstream"]["rank_correlation"]["n"] <= LINKED
