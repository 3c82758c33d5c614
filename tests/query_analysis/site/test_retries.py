"""Phase 1 may run again once a turn; the retry after that is a person's work."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from tests import factories
from tests.api_client import ApiClient
from tests.query_analysis.site.analyses import body, recorded
from validation.desk.actions.rulings import finalize_due, rule
from validation.domain.intervention import Ruling
from validation.domain.policy import PolicyDocument
from validation.models import Intervention, Policy, QueryAnalysisRecord
from validation.platform.policies import policy_in_force


def _retry(turn_id: str = "turn_7") -> QueryAnalysisRecord:
    return recorded(turn_id=turn_id, user_purpose="").record


@pytest.mark.django_db
def test_the_first_retry_of_a_turn_is_allowed() -> None:
    assert _retry().retry_allowed is True


@pytest.mark.django_db
def test_the_second_retry_keeps_its_status_and_is_not_allowed(api: ApiClient) -> None:
    _retry()
    told = api.post("/query-analyses", body(turn_id="turn_7", user_purpose="")).json()
    assert (told["validation"]["status"], told["retry_allowed"]) == ("retry", False)


@pytest.mark.django_db
def test_the_second_retry_opens_a_high_intervention() -> None:
    _retry()
    second = _retry()
    opened = Intervention.objects.get()
    assert (opened.gate, opened.priority, opened.subject_id) == ("query_analysis", "high", str(second.pk))


@pytest.mark.django_db
def test_a_pass_between_them_does_not_start_the_count_anew() -> None:
    _retry()
    recorded(turn_id="turn_7")
    assert _retry().retry_allowed is False


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["turn_8", ""])
def test_another_turn_has_retries_of_its_own(other: str) -> None:
    _retry(other)
    assert _retry().retry_allowed is True


@pytest.mark.django_db
def test_analyses_of_no_turn_are_never_beyond_the_limit() -> None:
    assert [_retry("").retry_allowed for _ in range(3)] == [True, True, True]


@pytest.mark.django_db
def test_another_pipeline_may_use_the_same_turn_id() -> None:
    _retry()
    assert recorded(turn_id="turn_7", user_purpose="", of="elsewhere").record.retry_allowed is True


@pytest.mark.django_db
def test_the_limit_is_the_policys() -> None:
    document = PolicyDocument().model_dump(mode="json")
    document["query_analysis"]["retry_limit"] = 2
    number = policy_in_force().number + 1
    Policy.objects.create(number=number, document=document, author="t", reason="more", published_at=factories.NOON)
    assert [_retry().retry_allowed for _ in range(3)] == [True, True, False]


@pytest.mark.django_db
def test_a_third_retry_counts_up_on_the_same_work_and_one_ruling_closes_it() -> None:
    for _ in range(3):
        last = _retry()
    opened = Intervention.objects.get()
    assert (opened.count, opened.subject_id) == (2, str(last.pk))
    now = timezone.now()
    made = rule(intervention_id=opened.pk, ruling=Ruling.DISMISS, by="mara", now=now)
    finalize_due(now=made.effective_at)
    opened.refresh_from_db()
    assert opened.state == "ruled"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_retries_at_the_same_moment_one_is_the_first() -> None:
    at_once = 5
    together = Barrier(at_once)
    recorded()

    def retry(_: int) -> tuple[int | None, bool]:
        try:
            together.wait(timeout=20)
            made = _retry()
            return made.retry_number, made.retry_allowed
        finally:
            connections.close_all()

    with ThreadPoolExecutor(at_once) as threads:
        told = sorted(threads.map(retry, range(at_once)))
    assert told == [(1, True), (2, False), (3, False), (4, False), (5, False)]
