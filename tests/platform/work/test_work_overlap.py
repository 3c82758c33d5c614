"""Two connections to PostgreSQL that claim, requeue and sweep the same rows at the same moment: each row goes once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from retrieval.models import Retrieval
from tests.factories import person
from tests.overlap import meet
from tests.platform.work.test_lost_messages import requeue_analyses, submit_attempts, submit_retrievals
from tests.verdicts import a_pipeline, halted_by
from validation.accounts.actions.sign_in import redeem, sign_in_link
from validation.domain.errors import Conflict
from validation.models import Attempt, QueryAnalysisRecord
from validation.models.leased_work import LeasedWork
from validation.orchestration.actions.preflights import check_preflight, record_preflight
from validation.orchestration.actions.received import ReceivedCall
from validation.orchestration.gate.request import PreflightRequest
from validation.platform.permissions import Role
from validation.platform.policies import policy_in_force
from validation.platform.work.leased_work import KINDS, claim_queued, free_expired, mark_lost_enqueued
from validation.response.actions import judging
from validation.response.actions.judging import rejudge_attempt

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
NOW = timezone.now()
LATER = NOW + timedelta(hours=1)
Make = Callable[[int], None]

WORK = [
    pytest.param(Attempt, submit_attempts, id="attempts"),
    pytest.param(Retrieval, submit_retrievals, id="retrievals"),
    pytest.param(QueryAnalysisRecord, requeue_analyses, id="query analyses"),
]


def claim(model: type[LeasedWork], key: UUID, *, at: Any = NOW) -> Any:
    if model is Attempt:
        return judging.claim(attempt_id=key, now=at)
    return claim_queued(model, key, now=at)


def both(act: Callable[[], Any]) -> tuple[Any, Any]:
    """What each of two that do the same at once gets."""
    first: list[Any] = []
    _, second = meet(holding=lambda: first.append(act()), other=act, then=lambda: None)
    return first[0], second


@pytest.mark.parametrize(("model", "make"), WORK)
def test_one_of_two_claims_a_row(model: type[LeasedWork], make: Make) -> None:
    make(1)
    key = model.objects.get().pk  # type: ignore[attr-defined]
    assert [got is not None for got in both(lambda: claim(model, key))] == [True, False]


@pytest.mark.parametrize(("model", "make"), WORK)
def test_two_sweeps_name_a_lost_row_once(model: type[LeasedWork], make: Make) -> None:
    make(3)
    first, second = both(lambda: mark_lost_enqueued(KINDS[model], now=LATER, most=10))
    assert (len(first), second) == (3, [])


@pytest.mark.parametrize(("model", "make"), WORK)
def test_a_row_claimed_while_it_is_swept_keeps_its_new_lease(model: type[LeasedWork], make: Make) -> None:
    make(1)
    key = model.objects.get().pk  # type: ignore[attr-defined]
    claim(model, key)
    got: list[Any] = []

    def free_and_claim() -> None:
        free_expired(model, now=LATER)
        got.append(claim(model, key, at=LATER))

    meet(holding=free_and_claim, other=lambda: free_expired(model, now=LATER), then=lambda: None)
    assert model.objects.get().lease_token == got[0].lease.token  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("model", "make"),
    [
        pytest.param(Retrieval, submit_retrievals, id="retrievals"),
        pytest.param(QueryAnalysisRecord, requeue_analyses, id="query analyses"),
    ],
)
def test_two_reviewers_requeue_a_halted_row_once(model: Any, make: Make) -> None:
    make(1)
    model.objects.update(state="halted", halt_cause="judge_timeout")
    key = str(model.objects.get().pk)
    assert both(lambda: KINDS[model].requeue([key], now=NOW)) == ([key], [])


def test_two_requeue_a_halted_attempt_once() -> None:
    attempt = halted_by("judge_timeout")

    def requeue() -> str:
        try:
            rejudge_attempt(attempt=attempt, apply=False, by="rita", now=NOW)
        except Conflict as conflict:
            return conflict.code
        return "requeued"

    assert both(requeue) == ("requeued", "still_undecided")


def test_one_of_two_preflights_gets_a_session_whose_time_is_over() -> None:
    policy, pipeline = policy_in_force(), a_pipeline()
    request = PreflightRequest(session_id="sess_1_abc", command="implement")

    def preflight(at: Any) -> bool:
        timed = check_preflight(request, limits=policy.read().orchestration, is_active=lambda _: False)
        return record_preflight(ReceivedCall(pipeline, policy, by="test", now=at), {}, timed).allowed

    assert preflight(NOW)
    assert both(lambda: preflight(NOW + timedelta(days=30))) == (True, False)


def test_a_sign_in_link_opens_once() -> None:
    link = sign_in_link(user=person("ada", Role.ADMIN), now=NOW, base_url="http://testserver")
    token = link.rstrip("/").rsplit("/", 1)[-1]
    assert [one is not None for one in both(lambda: redeem(token=token, now=NOW))] == [True, False]
