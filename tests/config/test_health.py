"""`/readyz` asks; `/healthz` does not; `/metrics` is guarded."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from validation.models import Heartbeat
from validation.platform.keys import create_api_key
from validation.platform.permissions import Scope


def parts(client: Client) -> dict[str, str]:
    return client.get("/readyz").json()["parts"]


def test_alive_without_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_not_ready_before_a_worker_was_seen(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["parts"]["worker"]) == (503, "no worker has been seen yet")


@pytest.mark.django_db
def test_ready_when_every_part_answers(client: Client) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now())
    answer = client.get("/readyz")
    assert (answer.status_code, set(answer.json()["parts"].values())) == (200, {"ok"})


@pytest.mark.django_db
def test_a_worker_that_fell_silent_is_not_ready(client: Client) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(minutes=5))
    assert parts(client)["worker"].startswith("no worker was seen since")


@pytest.mark.django_db
def test_an_llm_that_is_away_is_named_without_its_address(client: Client, settings: Settings) -> None:
    settings.COUNTERSIGN_JUDGE = "vllm"
    settings.COUNTERSIGN_VLLM_URL = "http://secret@127.0.0.1:9/v1"
    assert parts(client)["judge"] == "not reachable (ConnectError)"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("scopes", "status"),
    [(None, 401), ([Scope.INGEST.value], 403), ([Scope.READ.value], 200), ([Scope.ADMIN.value], 200)],
)
def test_metrics_want_a_key_that_may_read(client: Client, scopes: list[str] | None, status: int) -> None:
    headers = {}
    if scopes:
        _, secret = create_api_key(name="scraper", pipeline="p", scopes=scopes, by="test", now=timezone.now())
        headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/metrics", headers=headers).status_code == status


@pytest.mark.django_db
def test_metrics_name_the_age_of_the_heartbeat(client: Client) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now())
    _, secret = create_api_key(name="scraper", pipeline="p", scopes=["read"], by="test", now=timezone.now())
    text = client.get("/metrics", headers={"Authorization": f"Bearer {secret}"}).content.decode()
    assert 'countersign_heartbeat_age_seconds{name="worker"}' in text
