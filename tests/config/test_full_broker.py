"""A Redis that answers and refuses commands: its memory is full, or it may not be written to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone
from redis import Redis

from tests.desk.people import client_of
from tests.servers import start_redis
from validation.platform.permissions import Role
from validation.platform.processes import QUEUES, record_heartbeat
from validation.platform.work.leased_work import queue_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def full_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = start_redis(tmp_path)
    try:
        with Redis.from_url(server.url) as redis:
            redis.config_set("maxmemory", "1")
        monkeypatch.setattr(current_app.conf, "broker_write_url", server.url)
        yield
    finally:
        server.end()


def test_a_broker_that_refuses_to_count_is_one_that_cannot_be_asked(full_redis: None) -> None:
    assert queue_length("evidence") is None


def test_the_status_names_a_broker_that_refuses_commands(full_redis: None) -> None:
    record_heartbeat(process="worker@all:1", queues=list(QUEUES), now=timezone.now())
    answer = client_of(Role.VIEWER).get("/status")
    report: dict[str, Any] = answer.json()
    assert (answer.status_code, report["status"]) == (200, "degraded")
    assert report["parts"]["broker"].startswith("it answers, but refuses commands")
