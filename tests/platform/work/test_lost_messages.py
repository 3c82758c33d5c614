"""A sweep sends again what the broker has lost, and nothing else: its queue never grows longer than the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from celery import current_app
from django.db.models import F
from django.utils import timezone

from retrieval.actions.receive import RetrievalSubmission, receive_retrieval
from retrieval.domain.result import RETRIEVAL
from retrieval.models import Retrieval
from tests.query_analysis.gate.test_judge import Says
from tests.query_analysis.site.analyses import recorded
from tests.verdicts import a_pipeline, an_attempt, decided_as
from validation.domain.attempt import RESPONSE
from validation.domain.halt import Halt, HaltCause
from validation.judge.protocol import LlmCallFailed, LlmCallRecord
from validation.models import Attempt, QueryAnalysisRecord
from validation.models.leased_work import LeasedWork
from validation.platform.policies import policy_in_force
from validation.platform.tasks import enqueue_judgings, enqueue_lost, sweep
from validation.platform.work.leased_work import KINDS, STALE, queue_length
from validation.query_analysis.gate.result import QUERY_ANALYSIS
from validation.response.actions.judging import claim, next_in_turn
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
AWAY = LlmCallFailed(
    Halt(HaltCause.JUDGE_UNAVAILABLE, "Connection refused."), record=LlmCallRecord("vllm", "m", tries=3)
)
MANY = 40


@pytest.fixture(autouse=True)
def empty_broker() -> Iterator[None]:
    lose_messages()
    yield
    lose_messages()


def lose_messages(leave: int = 0) -> None:
    """The broker comes back without what it held; the worker is away all the time."""
    with current_app.connection_for_write() as broker:
        for queue in ("judging", "evidence"):
            while (queue_length(queue) or 0) > leave:
                broker.default_channel.basic_get(queue, no_ack=True)


def submit_attempts(count: int) -> None:
    for number in range(count):
        enqueue_judgings(RESPONSE, [an_attempt(f"turn_{number}").pk])


def submit_retrievals(count: int) -> None:
    for number in range(count):
        received = receive_retrieval(
            pipeline=a_pipeline(),
            submission=RetrievalSubmission(f"which kettle {number}?", [{"id": "c1", "text": "A kettle."}], ""),
            address=f"{number:064}",
            policy=policy_in_force(),
            by="test",
            now=timezone.now(),
        )
        enqueue_judgings(RETRIEVAL, [received.retrieval.pk])


def requeue_analyses(count: int) -> None:
    ids = [str(recorded(turn_id=f"turn_{number}", llm_client=Says(AWAY)).record.pk) for number in range(count)]
    for pk in KINDS[QueryAnalysisRecord].requeue(ids, now=timezone.now()):
        enqueue_judgings(QUERY_ANALYSIS, [pk])


KINDS_OF_WORK = [
    pytest.param(Attempt, submit_attempts, id="attempts"),
    pytest.param(Retrieval, submit_retrievals, id="retrievals"),
    pytest.param(QueryAnalysisRecord, requeue_analyses, id="query analyses"),
]
Submit = Callable[[int], None]


def length(model: type[LeasedWork]) -> int:
    return queue_length(KINDS[model].queue()) or 0


def time_passes(model: type[Any], by: timedelta = 4 * STALE) -> None:
    model.objects.update(enqueued_at=F("enqueued_at") - by)


@pytest.mark.parametrize(("model", "submit"), KINDS_OF_WORK)
def test_while_no_worker_takes_anything_sweeps_send_nothing(model: type[LeasedWork], submit: Submit) -> None:
    submit(MANY)
    for _ in range(20):
        time_passes(model)
        assert sweep() == 0
    assert length(model) == MANY


@pytest.mark.parametrize(("model", "submit"), KINDS_OF_WORK)
def test_what_the_broker_lost_is_sent_again_once(model: type[LeasedWork], submit: Submit) -> None:
    submit(MANY)
    lose_messages()
    time_passes(model)
    assert (sweep(), length(model), sweep()) == (MANY, MANY, 0)


@pytest.mark.parametrize(("model", "submit"), KINDS_OF_WORK)
def test_no_more_is_sent_than_the_broker_is_short_of(model: type[LeasedWork], submit: Submit) -> None:
    submit(MANY)
    lose_messages(leave=MANY - 3)
    time_passes(model)
    assert (sweep(), length(model), sweep()) == (3, MANY, 0)


def test_what_was_enqueued_a_moment_ago_is_not_sent_again() -> None:
    submit_attempts(1)
    lose_messages()
    assert sweep() == 0


def test_a_start_sends_even_what_was_enqueued_a_moment_ago() -> None:
    submit_attempts(1)
    lose_messages()
    assert enqueue_lost(now=timezone.now(), fresh=True) == 1


def test_the_work_of_one_queue_is_counted_together() -> None:
    submit_attempts(2)
    submit_retrievals(3)
    lose_messages()
    for model in (Attempt, Retrieval):
        time_passes(model)
    assert (sweep(), length(Attempt)) == (5, 5)


def test_an_attempt_that_waits_for_its_turn_has_no_message() -> None:
    first, second = an_attempt(), an_attempt(draft="another draft")
    assert (first.enqueued_at is not None, second.enqueued_at) == (True, None)
    time_passes(Attempt)
    assert sweep() == 1


def test_the_attempt_that_follows_is_enqueued_when_the_first_is_decided() -> None:
    first, second = an_attempt(), an_attempt(draft="another draft")
    decided_as("REVISE", first)
    assert next_in_turn(first.pk, now=timezone.now()) == second.pk
    second.refresh_from_db()
    assert second.enqueued_at is not None


def test_a_broker_that_cannot_be_asked_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    submit_attempts(1)
    time_passes(Attempt)
    with monkeypatch.context() as away:
        away.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:9/0")
        began = monotonic()
        assert queue_length("evidence") is None
        assert sweep() == 0
        assert monotonic() - began < 3, "a broker that refuses is known to be away at once"


def test_what_a_worker_left_is_enqueued_at_once() -> None:
    attempt = an_attempt()
    claim(attempt_id=attempt.pk, now=timezone.now() - timedelta(hours=1))
    assert sweep() == 1
    judge_attempt(str(attempt.pk))
    attempt.refresh_from_db()
    assert attempt.state == "decided"
