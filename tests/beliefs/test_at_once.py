"""Beliefs that are sent and audited at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from django.db import connection

from beliefs.actions.assess import assess_stale
from beliefs.actions.audits import refresh
from beliefs.actions.checkout import open_checkout
from beliefs.actions.precheck import create
from beliefs.actions.store import Change, put_belief, put_source
from beliefs.actions.sync import sync
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.models import BeliefRecord, BeliefVectors, Origin, Source, SourceVectors
from tests.beliefs.checkout import make_checkout
from tests.beliefs.samples import OTHER
from tests.beliefs.test_views import TIDES, ZEBRAS, put, put_words
from tests.overlap import meet
from validation.embeddings.configured import configured_embedder
from validation.platform.policies import policy_in_force

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
SENT = "---\nid: lamp-{number}\n---\n# Lamp\nLamp number {words} is lit.\n## Evidence\n- [[lamp-{cited}]]\n"


def in_threads(jobs: Sequence[Callable[[], object]], threads: int) -> None:
    """Raises what the first of them raised."""

    def closing(job: Callable[[], object]) -> None:
        try:
            job()
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        for one in [pool.submit(closing, job) for job in jobs]:
            one.result()


class Interrupted:
    """An embedder that takes so long over the statements that somebody else sends a belief meanwhile."""

    def __init__(self, markdown: str) -> None:
        held = configured_embedder()
        assert held is not None
        self._held, self.name, self._markdown = held, held.name, markdown

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        if any(text.startswith("Prefer one") for text in texts):
            belief = parse(self._markdown)
            put_belief(pipeline=COMMON, belief=belief, markdown=self._markdown, origin=Origin.API, by="test", now=NOON)
        return self._held.embed(texts)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "markdown",
    ["---\nid: lamp\n---\n# lamp\nThe lamp is lit.\n", OTHER.replace("A harbour works best", "No harbour works")],
)
def test_words_that_come_while_others_are_embedded_wait_for_the_next_audit(tmp_path: Path, markdown: str) -> None:
    make_checkout(tmp_path)
    sync(pipeline=COMMON, checkout=open_checkout(tmp_path), by="test", now=NOON)
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=Interrupted(markdown), now=NOON)
    waiting = set(BeliefRecord.objects.filter(stale=True).values_list("name", flat=True))
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=configured_embedder(), now=NOON)
    assert (waiting, BeliefRecord.objects.filter(stale=True).count()) == ({parse(markdown).id}, 0)


@pytest.mark.django_db
def test_an_audit_does_not_overwrite_what_was_assessed_since_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each batch is one belief; behind the first, one that another will be near gets other words."""
    monkeypatch.setattr("beliefs.actions.assess.BATCH", 1)
    put_words(COMMON, TIDES)
    for name, words in (("a", TIDES), ("quay", "The tide tables are read every day."), ("shore", ZEBRAS)):
        put(COMMON, name, words)
    refresh(pipeline=COMMON, now=NOON)

    def write_meanwhile(what: str, done: int, of: int) -> None:
        if (what, done) == ("beliefs assessed", 1):
            put(COMMON, "shore", "Tide tables are read every day.")
            refresh(pipeline=COMMON, now=NOON + timedelta(minutes=1))

    refresh(pipeline=COMMON, now=NOON, everything=True, progress=write_meanwhile)
    measured = ("name", "score", "status", "validation_status", "near", "inputs")
    stored = list(BeliefRecord.objects.order_by("name").values_list(*measured))
    refresh(pipeline=COMMON, now=NOON, everything=True)
    assert stored == list(BeliefRecord.objects.order_by("name").values_list(*measured))


@pytest.mark.django_db
def test_what_was_assessed_while_the_embedder_failed_is_measured_with_the_next_write() -> None:
    put(COMMON, "tides", TIDES)
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=None, now=NOON)
    embedder = configured_embedder()
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=embedder, now=NOON, changed_only=True)
    assert not BeliefRecord.objects.get().made_by.endswith("no embedder")


class Meeting:
    """An embedder at which two audits wait for each other, so that both have found the same vectors missing."""

    def __init__(self) -> None:
        held = configured_embedder()
        assert held is not None
        self._held, self.name = held, held.name
        self._both = threading.Barrier(2, timeout=10)

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        with suppress(threading.BrokenBarrierError):
            self._both.wait()
        return self._held.embed(texts)


@pytest.mark.django_db(transaction=True)
def test_two_audits_at_once_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    make_checkout(tmp_path)
    sync(pipeline=COMMON, checkout=open_checkout(tmp_path), by="test", now=NOON)
    embedder = Meeting()

    def audited() -> None:
        assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=embedder, now=NOON)

    for _ in range(5):  # they meet before they write, and which of them is first is up to the database
        SourceVectors.objects.all().delete()
        BeliefVectors.objects.all().delete()
        in_threads([audited, audited], threads=2)
    assert (SourceVectors.objects.count(), BeliefVectors.objects.count()) == (2, 2)


def _send_session(text: str) -> Change:
    return put_source(pipeline=COMMON, kind="session", name="n", text=text, origin=Origin.API, by="test", now=NOON)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("text", "change"), [("first", Change.UNCHANGED), ("second", Change.CHANGED)])
def test_a_source_can_be_sent_for_the_first_time_twice_at_once(text: str, change: Change) -> None:
    _, other = meet(holding=lambda: _send_session("first"), other=lambda: _send_session(text), then=lambda: None)
    assert (other, Source.objects.get().text) == (change, text)


@pytest.mark.django_db(transaction=True)
def test_beliefs_that_cite_each_other_can_be_sent_at_once() -> None:
    def send(number: int) -> None:
        markdown = SENT.format(number=number % 12, words=number, cited=number * 7 % 12)
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
        refresh(pipeline=COMMON, policy=policy_in_force(), now=NOON)

    in_threads([partial(send, number) for number in range(36)], threads=6)
    refresh(pipeline=COMMON, policy=policy_in_force(), now=NOON)
    assert (BeliefRecord.objects.count(), BeliefRecord.objects.filter(stale=True).exists()) == (12, False)
