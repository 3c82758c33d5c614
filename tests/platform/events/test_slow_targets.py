"""A target that is slow costs its own deliveries, nobody else's."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.slow_targets import dripping_targets
from tests.verdicts import decided_as
from validation.models import Delivery
from validation.platform.events import send as sending
from validation.platform.events import targets
from validation.platform.events.deliveries import Lanes
from validation.platform.events.events import number_events

SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="


@pytest.fixture
def dripping() -> Iterator[str]:
    with dripping_targets(1) as targets:
        yield targets.urls[0]


def test_a_target_that_drips_its_answer_is_left_after_the_deadline(
    dripping: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    monkeypatch.setattr(sending, "WITHIN_S", 0.5)
    outcome = sending.send(url=dripping, secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    assert (outcome.delivered, outcome.permanent, outcome.error[:11]) == (False, False, "ReadTimeout")


def test_the_deadline_is_that_of_the_docs() -> None:
    told = Path("docs/operating.md").read_text("utf-8")
    assert f"a delivery ends after {sending.WITHIN_S:.0f} s as a whole" in told


def test_a_name_server_that_does_not_answer_is_left_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(targets, "WITHIN_S", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ended.wait(30) and [])
    began = time.monotonic()
    outcome = sending.send(url="https://a.example/", secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    ended.set()
    assert (outcome.delivered, outcome.permanent) == (False, False)
    assert "not resolved" in outcome.error
    assert time.monotonic() - began < 5


def due(*urls: str, pipeline: str = "shop") -> None:
    for number, url in enumerate(urls):
        decided_as("REVISE", turn_id=f"turn_{number}", callback_url=url, pipeline=pipeline)
    number_events()


def taken(lanes: Lanes, held: ExitStack) -> str | None:
    delivery = held.enter_context(lanes.claimed(now=timezone.now() + timedelta(seconds=1)))
    return delivery and delivery.url


@pytest.mark.django_db
def test_one_host_takes_its_share_of_the_lanes_and_no_more() -> None:
    due("https://slow.example/1", "https://slow.example/2", "https://slow.example:444/", "https://quick.example/")
    lanes = Lanes(3)
    with ExitStack() as held:
        assert [taken(lanes, held) for _ in range(2)] == ["https://slow.example/1", "https://slow.example:444/"]


@pytest.mark.django_db
def test_a_pipeline_whose_target_is_slow_leaves_room_for_others_at_that_host() -> None:
    due("https://shared.example/1", "https://shared.example/2")
    due("https://shared.example/other", "https://quick.example/", pipeline="travel")
    with ExitStack() as held:
        lanes = Lanes(3)
        assert [taken(lanes, held) for _ in range(2)] == ["https://shared.example/1", "https://shared.example/other"]


@pytest.mark.django_db
def test_pipelines_whose_targets_are_slow_at_one_host_leave_room_for_other_hosts() -> None:
    for pipeline in ("shop", "travel", "bank"):
        due(f"https://shared.example/{pipeline}", pipeline=pipeline)
    due("https://quick.example/", pipeline="late")
    urls = ["https://shared.example/shop", "https://shared.example/travel", "https://quick.example/"]
    with ExitStack() as held:
        lanes = Lanes(3)
        assert [taken(lanes, held) for _ in range(3)] == urls


@pytest.mark.django_db
def test_one_pipeline_takes_its_share_of_the_lanes_and_no_more() -> None:
    due("https://one.example/", "https://two.example/", "https://three.example/")
    lanes = Lanes(3)
    with ExitStack() as held:
        assert [taken(lanes, held) for _ in range(3)] == ["https://one.example/", "https://two.example/", None]


@pytest.mark.django_db
def test_what_was_sent_makes_room() -> None:
    due("https://slow.example/1", "https://slow.example/2")
    lanes = Lanes(3)
    for path in ("1", "2"):
        with ExitStack() as held:
            assert taken(lanes, held) == f"https://slow.example/{path}"
    assert Delivery.objects.filter(next_at__gt=timezone.now()).count() == 2


def test_whoever_finds_every_lane_taken_leaves_it_to_the_others() -> None:
    lanes = Lanes(2)
    with lanes.lane() as first, lanes.lane() as second, lanes.lane() as third:
        assert (first, second, third) == (True, True, False)
    with lanes.lane() as again:
        assert again
