"""Whose attempts are judged first when many wait, and when a pipeline has to wait before it hands over more."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from celery import current_app
from django.http import HttpResponse
from pytest_django import Settings

from retrieval.models import Retrieval
from tests import factories
from tests.api_client import ApiClient, MakeApi
from tests.retrieval.site.conftest import submission as retrieval
from tests.texts import submission
from validation.domain.operations.backlog import Urgency, urgency_of
from validation.models import Attempt
from validation.platform import tasks
from validation.platform.processes import judging_queue
from validation.platform.work import backlog
from validation.platform.work.backlog import rank_known, rank_new
from validation.platform.work.enqueue import enqueue_all
from validation.platform.work.leased_work import KINDS, queue_length


@pytest.fixture(autouse=True)
def always_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog, "_backlog", backlog._Backlog())
    monkeypatch.setattr(backlog, "COUNTED_EVERY_S", 0.0)
    monkeypatch.setattr(backlog, "SHARE", 0)


@pytest.mark.parametrize(
    ("waiting", "urgency"),
    [(1, Urgency.NOW), (20, Urgency.NOW), (21, Urgency.SOON), (10_000, Urgency.LATER), (10_001, Urgency.LAST)],
)
def test_the_more_a_pipeline_has_waiting_the_later_its_next_one_comes(waiting: int, urgency: Urgency) -> None:
    assert urgency_of(waiting) is urgency


def taken_from(queue: str, url: str) -> list[Any]:
    """The first arguments of the messages in a queue, in the order in which a worker gets them."""
    with current_app.connection_for_read(url) as connection:
        received = connection.SimpleQueue(queue, no_ack=True)
        return [received.get(block=False).payload[0][1] for _ in range(len(received))]


@pytest.mark.parametrize("broker", ["memory", "redis"])
def test_a_single_attempt_overtakes_the_batch_of_another_pipeline(
    broker: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    url = os.environ["COUNTERSIGN_TEST_REDIS_URL"] if broker == "redis" else current_app.conf.broker_url
    queue = f"order-{broker}"
    with current_app.connection_for_write(url) as connection:
        producer = current_app.amqp.Producer(connection)
        monkeypatch.setattr(current_app, "producer_or_acquire", lambda: producer)
        enqueue_all(tasks.judge, queue, [("response", f"batch-{number}") for number in range(3)], Urgency.SOON)
        enqueue_all(tasks.judge, queue, [("response", "single")], Urgency.NOW)
    assert taken_from(queue, url) == ["single", "batch-0", "batch-1", "batch-2"]


@pytest.mark.django_db
def test_a_pipeline_with_too_many_waiting_is_told_when_to_come_back(
    api: ApiClient, make_api: MakeApi, settings: Settings
) -> None:
    settings.COUNTERSIGN_BACKLOG_LIMIT = 2
    assert api.post("/attempts/batch", {"attempts": [submission("a"), submission("b")]}).status_code == 200
    for path, body in (("/attempts", submission("c")), ("/attempts/batch", {"attempts": [submission("c")]})):
        refused = api.post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (429, "backlog_full")
        assert int(refused["Retry-After"]) > 0
    assert make_api("ingest", pipeline="other").post("/attempts", submission("c")).status_code == 202
    assert Attempt.objects.count() == 3


DRAFT = submission("a")


def id_in(answer: HttpResponse) -> str:
    """Of the attempt or the retrieval, whatever is around it."""
    found = re.search(r'"id": ?"([0-9a-f-]{36})"', answer.content.decode())
    assert found is not None
    return found[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/attempts", json.dumps(DRAFT)),
        ("/attempts/batch", json.dumps({"attempts": [DRAFT, {}]})),
        ("/retrievals", json.dumps({"query": "a kettle", "chunks": [{"id": "c", "text": "A kettle: 40 EUR."}]})),
    ],
)
def test_a_repeat_is_answered_as_the_first_was_however_many_wait(
    path: str, sent: str, api: ApiClient, settings: Settings
) -> None:
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    first, again = (api.post_raw(path, sent, Idempotency_Key="k1") for _ in range(2))
    assert (again.status_code, id_in(again)) == (first.status_code, id_in(first))


@pytest.mark.django_db
def test_a_batch_that_is_new_in_part_waits_like_any_other(api: ApiClient, settings: Settings) -> None:
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    api.post("/attempts/batch", {"attempts": [DRAFT]}, Idempotency_Key="k1")
    grown = {"attempts": [DRAFT, submission("b")]}
    assert api.post("/attempts/batch", grown, Idempotency_Key="k1").status_code == 429


@pytest.mark.django_db
def test_the_first_of_a_batch_are_as_urgent_as_anybodys_and_the_rest_step_back() -> None:
    shop = factories.pipeline().pk
    ranked = [(urgency, len(keys)) for urgency, keys in rank_new(shop, range(1_100))]
    assert ranked == [(Urgency.NOW, 20), (Urgency.SOON, 980), (Urgency.LATER, 100)]


@pytest.mark.django_db
def test_what_waits_at_another_gate_counts(api: ApiClient) -> None:
    assert api.post("/retrievals", retrieval()).status_code == 202
    shop = Retrieval.objects.get().pipeline
    for number in range(19):
        factories.attempt(factories.turn(f"t{number}", of=shop.name))
    assert list(rank_new(shop.pk, ["next"])) == [(Urgency.SOON, ["next"])]


@pytest.mark.django_db
def test_a_pipeline_with_too_many_waiting_hands_over_no_retrieval(api: ApiClient, settings: Settings) -> None:
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    assert api.post("/retrievals", retrieval()).status_code == 202
    assert api.post("/retrievals", retrieval(query="Who founded it?")).json()["code"] == "backlog_full"


@pytest.mark.django_db
def test_what_comes_back_into_the_queue_is_fair_between_pipelines() -> None:
    many = [factories.attempt(factories.turn(f"t{number}")).pk for number in range(25)]
    single = factories.attempt(factories.turn("other", of="other")).pk
    ranked = [(urgency, keys) for urgency, keys in rank_known(KINDS[Attempt], [*many, single])]
    assert ranked == [(Urgency.NOW, many[:20]), (Urgency.SOON, many[20:]), (Urgency.NOW, [single])]


@pytest.mark.django_db(transaction=True)
def test_the_queue_holds_as_many_messages_as_attempts_wait_whatever_their_urgency(api: ApiClient) -> None:
    before = queue_length(judging_queue()) or 0
    api.post("/attempts/batch", {"attempts": [submission(f"t{number}") for number in range(30)]})
    api.post("/attempts", submission("single"))
    assert (queue_length(judging_queue()) or 0) - before == 31
