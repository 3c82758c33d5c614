"""A judging under its lease: kept while it lives, ended when it takes too much or the process is to end."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from tests.verdicts import an_attempt
from validation.domain.halt import Halt, HaltCause
from validation.models import Attempt
from validation.platform.work import runs
from validation.platform.work.judge_run import judge_under_lease
from validation.platform.work.leased_work import LEASE, free_expired
from validation.response.actions.judging import ClaimedAttempt, claim
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runs, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(runs, "RENEW_EVERY_S", 0.1)
    yield
    runs.accept()


def claimed() -> ClaimedAttempt:
    made = claim(attempt_id=an_attempt().pk, now=timezone.now())
    assert made is not None
    return made


def judge(work: ClaimedAttempt, how: Callable[[], Any]) -> Any:
    return judge_under_lease(how, lease=work.lease, halt=lambda halt: halt)


def spin() -> None:
    while True:
        pass


def spin_and_swallow() -> None:
    while True:
        try:
            spin()
        except Exception:
            continue


@pytest.mark.parametrize("how", [spin, spin_and_swallow])
def test_a_judging_that_takes_too_much_cpu_halts_with_its_cause(settings: Any, how: Callable[[], None]) -> None:
    settings.COUNTERSIGN_JUDGE_CPU_LIMIT = 0.2
    told = judge(claimed(), how)
    assert told == Halt(
        HaltCause.CONTEXT_TOO_LONG, "Judging took over 0.2 s of CPU. Shorten the context or the response."
    )


def test_waiting_is_not_counted_as_cpu(settings: Any) -> None:
    settings.COUNTERSIGN_JUDGE_CPU_LIMIT = 0.2
    assert judge(claimed(), lambda: time.sleep(0.5) or "judged") == "judged"


def test_a_judging_that_stalls_halts(settings: Any) -> None:
    settings.COUNTERSIGN_JUDGE_CPU_LIMIT, settings.COUNTERSIGN_JUDGE_DEADLINE = 0.01, 0.2

    def stall() -> None:
        while True:
            time.sleep(0.01)

    assert judge(claimed(), stall).message.startswith("Judging stalled")


def test_the_halt_of_an_attempt_that_takes_too_much_goes_to_a_person(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COUNTERSIGN_JUDGE_CPU_LIMIT = 0.2
    monkeypatch.setattr("validation.response.tasks.judge_response", lambda *_, **__: spin())
    attempt = an_attempt()
    judge_attempt(str(attempt.pk))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.route, attempt.halt_cause) == ("halted", "HALT", "context_too_long")


def test_nothing_is_interrupted_after_the_judging(settings: Any) -> None:
    settings.COUNTERSIGN_JUDGE_CPU_LIMIT = 0.1
    judge(claimed(), spin)
    until = time.thread_time() + 0.5
    while time.thread_time() < until:
        pass


def test_a_judging_that_lives_keeps_its_lease() -> None:
    """Nobody else gets the row though its first lease is long over: a sweep runs beside it, for real."""
    work = claimed()
    Attempt.objects.update(lease_until=timezone.now() + timedelta(seconds=0.3))
    swept: list[int] = []

    def judge_long() -> str:
        until = time.monotonic() + 1
        while time.monotonic() < until:
            time.sleep(0.02)
            swept.append(free_expired(Attempt, now=timezone.now()))
        return "judged"

    assert (judge(work, judge_long), sum(swept)) == ("judged", 0)
    assert Attempt.objects.get().lease_until > timezone.now() + LEASE / 2


def test_a_judging_whose_lease_was_taken_ends() -> None:
    work = claimed()

    def lose_it() -> None:
        free_expired(Attempt, now=timezone.now() + 2 * LEASE)
        spin()

    assert judge(work, lose_it) is None
    assert Attempt.objects.get().state == "queued"


def test_a_process_that_is_to_end_gives_back_what_it_judges_and_counts_no_try() -> None:
    work = claimed()

    def judge_elsewhere() -> None:
        try:
            assert judge(work, spin) is None
        finally:
            connections.close_all()

    thread = threading.Thread(target=judge_elsewhere)
    thread.start()
    while not runs._watch.runs():
        time.sleep(0.01)
    assert runs.end_runs(within=timedelta(seconds=5))
    thread.join()
    assert list(Attempt.objects.values_list("state", "tries", "lease_token")) == [("queued", 0, None)]


def test_what_does_not_end_in_time_is_given_back_all_the_same() -> None:
    work, go_on = claimed(), threading.Event()

    def judge_elsewhere() -> None:
        try:
            judge(work, go_on.wait)  # waits in C code, as for an LLM
        finally:
            connections.close_all()

    thread = threading.Thread(target=judge_elsewhere)
    thread.start()
    while not runs._watch.runs():
        time.sleep(0.01)
    ended = runs.end_runs(within=timedelta(seconds=0.1))
    given_back = list(Attempt.objects.values_list("state", "tries"))
    go_on.set()
    thread.join()
    assert (ended, given_back) == (False, [("queued", 0)])


def test_a_process_that_is_to_end_begins_nothing() -> None:
    runs.stop_accepting()
    assert judge(claimed(), lambda: "judged") is None
    assert list(Attempt.objects.values_list("state", "tries")) == [("queued", 0)]


def test_a_regular_expression_that_never_ends_is_interrupted_by_a_signal() -> None:
    before = signal.signal(signal.SIGALRM, lambda *_: runs.interrupt_here())
    signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)  # again and again: the first may come before it has begun
    try:
        assert judge(claimed(), lambda: re.match(r"(a+)+$", "a" * 40 + "!")) is None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert Attempt.objects.get().state == "queued"
