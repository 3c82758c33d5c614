"""`/status` says how each part and each queue does, to who may know."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config.ops.health import ask_disk, state_of
from tests.desk.people import client_of
from validation.models import Heartbeat
from validation.platform.keys import create_api_key
from validation.platform.permissions import Role, Scope
from validation.platform.processes import KEPT, QUEUES, SILENT, record_heartbeat

pytestmark = pytest.mark.django_db


def queues(client: Client) -> dict[str, dict[str, Any]]:
    return {one["queue"]: one for one in client.get("/status").json()["queues"]}


def all_work(*, but: str = "") -> None:
    for queue in QUEUES:
        if queue != but:
            record_heartbeat(process=f"worker@{queue}:1", queues=[queue], now=timezone.now())


@pytest.mark.parametrize(
    ("scopes", "status"),
    [(None, 401), ([Scope.INGEST.value], 403), ([Scope.READ.value], 200), ([Scope.ADMIN.value], 200)],
)
def test_a_key_needs_the_scope_read(client: Client, scopes: list[str] | None, status: int) -> None:
    headers = {}
    if scopes:
        _, secret = create_api_key(name="monitor", pipeline="p", scopes=scopes, by="test", now=timezone.now())
        headers = {"Authorization": f"Bearer {secret}"}
    answer = client.get("/status", headers=headers)
    assert answer.status_code == status
    assert answer["Content-Type"] == ("application/json" if status == 200 else "application/problem+json")


@pytest.mark.parametrize("role", Role)
def test_whoever_is_signed_in_may_see_it(role: Role) -> None:
    assert client_of(role).get("/status").status_code == 200


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_a_browser_gets_a_page_that_names_what_is_away(viewer: Client) -> None:
    all_work(but="delivery")
    page = viewer.get("/status", headers=BROWSER, follow=True).content.decode()
    assert page.count("no worker takes from this queue") == 1
    assert "worker@judging:1" in page


def test_a_browser_that_is_not_signed_in_is_sent_to_sign_in(client: Client) -> None:
    assert client.get("/status", headers=BROWSER, follow=True).redirect_chain[-1][0].startswith("/sign-in")


def test_all_is_well_when_every_queue_has_a_worker(viewer: Client) -> None:
    all_work()
    report = viewer.get("/status").json()
    assert (report["status"], set(report["parts"].values())) == ("ok", {"ok"})


@pytest.mark.parametrize("queue", QUEUES)
def test_a_queue_without_a_worker_is_named(viewer: Client, queue: str) -> None:
    all_work(but=queue)
    assert viewer.get("/status").json()["status"] == "degraded"
    assert [name for name, one in queues(viewer).items() if one["state"] != "ok"] == [queue]


def test_a_worker_that_fell_silent_serves_nothing_and_is_still_named(viewer: Client) -> None:
    record_heartbeat(process="worker@a:1", queues=["delivery"], now=timezone.now() - SILENT - timedelta(seconds=5))
    told = queues(viewer)["delivery"]
    assert (told["state"], [(one["process"], one["silent"]) for one in told["workers"]]) == (
        "no worker takes from this queue",
        [("worker@a:1", True)],
    )


def test_a_worker_of_two_queues_serves_both(viewer: Client) -> None:
    record_heartbeat(process="worker@a:1", queues=["delivery", "housekeeping"], now=timezone.now())
    assert [name for name, one in queues(viewer).items() if one["workers"]] == ["delivery", "housekeeping"]


def test_a_worker_keeps_the_time_it_began() -> None:
    began = timezone.now()
    for later in (timedelta(0), timedelta(seconds=10)):
        record_heartbeat(process="worker@a:1", queues=["delivery"], now=began + later)
    row = Heartbeat.objects.get()
    assert (row.since, row.at) == (began, began + timedelta(seconds=10))


def test_a_worker_that_ended_without_a_word_is_forgotten_in_time() -> None:
    now = timezone.now()
    record_heartbeat(process="worker@a:1", queues=["delivery"], now=now - KEPT - timedelta(seconds=1))
    record_heartbeat(process="worker@a:2", queues=["delivery"], now=now)
    assert Heartbeat.objects.get().process == "worker@a:2"


def test_an_llm_that_is_away_is_named_without_its_address(viewer: Client, settings: Settings) -> None:
    settings.COUNTERSIGN_JUDGE = "vllm"
    settings.COUNTERSIGN_VLLM_URL = "http://secret@127.0.0.1:9/v1"
    assert viewer.get("/status").json()["parts"]["judge"] == "not reachable (ConnectError)"


@pytest.mark.parametrize(("low", "state"), [(0, "ok"), (2**80, r"[\d,]+ MB are left on the disk of the database")])
def test_a_disk_that_fills_up_is_named_with_what_is_left(tmp_path: Path, low: int, state: str) -> None:
    assert re.fullmatch(state, state_of(lambda: ask_disk(tmp_path, low)))


def test_versions_are_told(viewer: Client) -> None:
    versions = viewer.get("/status").json()["versions"]
    assert (versions["countersign"], versions["migration"][:2]) == ("0.1.0", "00")
