"""`/readyz` asks for what this process needs; `/healthz` asks nothing; `/metrics` is guarded."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config.ops import health
from validation.platform.keys import create_api_key
from validation.platform.permissions import Scope
from validation.platform.processes import record_heartbeat


def test_alive_without_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_a_web_process_with_its_database_is_ready_without_worker_broker_and_judge(
    client: Client, settings: Settings
) -> None:
    settings.COUNTERSIGN_JUDGE, settings.COUNTERSIGN_VLLM_URL = "vllm", "http://127.0.0.1:9/v1"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "parts": {"database": "ok"}})


@pytest.mark.django_db
def test_a_web_process_whose_database_lacks_migrations_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_schema_is_current", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'retrieval'")
    answer = client.get("/readyz")
    assert (answer.status_code, "manage.py migrate" in answer.json()["parts"]["database"]) == (503, True)


@pytest.mark.django_db
def test_one_that_was_ready_stays_so_while_a_newer_version_migrates(client: Client) -> None:
    assert client.get("/readyz").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'retrieval'")
    assert client.get("/readyz").status_code == 200


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
    record_heartbeat(process="worker@a:1", queues=["evidence"], now=timezone.now())
    _, secret = create_api_key(name="scraper", pipeline="p", scopes=["read"], by="test", now=timezone.now())
    text = client.get("/metrics", headers={"Authorization": f"Bearer {secret}"}).content.decode()
    assert 'countersign_heartbeat_age_seconds{name="evidence"}' in text
