"""Circuit breakers of several processes, told to all: two real judges, one of them at an endpoint that is away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.utils import timezone

from config.workers.circuit_watch import CircuitReporter
from tests.desk.people import client_of
from tests.factories import attempt, turn
from tests.judge.questions import question
from tests.llm_server.process import LlmServer, running_llm_server
from validation.judge.breaker import Breaker
from validation.judge.protocol import LlmCallFailed
from validation.judge.vllm import VllmJudge
from validation.models import CircuitRecord
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
NOW = timezone.now()
AWAY = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def llm() -> Iterator[LlmServer]:
    with running_llm_server() as server:
        yield server


def asked(url: str) -> VllmJudge:
    """A judge that was asked once, and rests after one failure. Who is away is given up soon, who answers has time."""
    judge = VllmJudge(base_url=url, model="scripted", breaker=Breaker(clock=monotonic, threshold=1, pause=60.0))
    with suppress(LlmCallFailed):
        judge.ask(question(deadline=1.0 if url == AWAY else 30.0))
    return judge


def told(name: str, url: str) -> None:
    judge = asked(url)
    CircuitReporter(name, judge.state).look(timezone.now())
    judge.close()


def report() -> dict[str, Any]:
    return client_of(Role.VIEWER).get("/status").json()


@pytest.fixture
def one_rests(llm: LlmServer) -> None:
    told("web@a:1", llm.url)
    told("worker@b:2", AWAY)


@pytest.mark.usefixtures("one_rests")
def test_the_status_tells_the_circuit_of_each_process() -> None:
    assert [(one["process"], one["circuit"], one["failures"]) for one in report()["circuits"]] == [
        ("web@a:1", "closed", 0),
        ("worker@b:2", "open", 1),
    ]


@pytest.mark.usefixtures("one_rests")
def test_one_process_that_still_asks_is_enough() -> None:
    assert report()["parts"]["judge"] == "ok"


def test_that_nobody_asks_is_told() -> None:
    told("web@a:1", AWAY)
    told("worker@b:2", AWAY)
    assert report()["parts"]["judge"] == "the circuit is open in every process that asks the judge"


def test_the_status_keeps_the_fault_to_itself() -> None:
    told("web@a:1", AWAY)
    assert "127.0.0.1" not in str(report())


@pytest.mark.usefixtures("one_rests")
def test_the_settings_show_both_with_the_fault(settings: object) -> None:
    settings.COUNTERSIGN_JUDGE = "vllm"  # type: ignore[attr-defined]
    page = client_of(Role.ADMIN).get("/settings/judge/").content.decode()
    assert "a:1" in page
    assert "b:2" in page
    assert "The judge cannot be reached" in page


@pytest.mark.usefixtures("one_rests")
def test_the_overview_says_how_many_rest() -> None:
    page = client_of(Role.VIEWER).get("/").content.decode()
    assert "1 of 2 processes rests" in " ".join(page.split())


def test_the_overview_is_silent_while_all_ask(llm: LlmServer) -> None:
    told("web@a:1", llm.url)
    assert "The LLM does not answer" not in client_of(Role.VIEWER).get("/").content.decode()


def test_an_attempt_that_waits_says_that_the_judge_rests() -> None:
    told("worker@b:2", AWAY)
    page = client_of(Role.VIEWER).get(f"/attempts/{attempt(turn()).pk}/").content.decode()
    assert "no process asks it for the moment" in page


def test_a_process_that_fell_silent_is_left_out() -> None:
    told("web@a:1", AWAY)
    CircuitRecord.objects.update(seen_at=NOW - timedelta(minutes=1))
    assert report()["circuits"] == []


def test_since_is_when_the_circuit_came_to_be_so() -> None:
    judge = asked(AWAY)
    teller = CircuitReporter("web@a:1", judge.state)
    teller.look(NOW)
    teller.look(NOW + timedelta(seconds=20))
    row = CircuitRecord.objects.get()
    assert (row.since, row.seen_at) == (NOW, NOW + timedelta(seconds=20))


def test_an_unchanged_circuit_is_told_every_ten_seconds_only(django_assert_num_queries: object) -> None:
    judge = asked(AWAY)
    teller = CircuitReporter("web@a:1", judge.state)
    teller.look(NOW)
    with django_assert_num_queries(0):  # type: ignore[operator]
        teller.look(NOW + timedelta(seconds=9))
    CircuitRecord.objects.all().delete()
    teller.look(NOW + timedelta(seconds=10))
    assert CircuitRecord.objects.count() == 1


def test_a_process_that_has_asked_nobody_tells_nothing() -> None:
    CircuitReporter("web@a:1", lambda: None).look(NOW)
    assert not CircuitRecord.objects.exists()
