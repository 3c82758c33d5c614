"""Writers of one process to a SQLite file: served in their order, and never stuck."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.utils import ConnectionHandler

from config import databases
from config.sqlite.base import WriteQueue, WriteTurn, write_queue_of
from tests.servers import until

PATIENCE_S = 20.0
OWN = "own"


class Writers:
    """Threads with a connection each to one file, and the order in which they came to write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.order: list[int] = []
        self._threads: list[threading.Thread] = []

    @property
    def queue(self) -> WriteQueue:
        return write_queue_of(str(self.path), patience=PATIENCE_S)

    def begin(self, work: Callable[[], Any]) -> threading.Thread:
        def run() -> None:
            try:
                work()
            finally:
                connections[OWN].close()

        thread = threading.Thread(target=run, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def join(self) -> None:
        for thread in self._threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive(), "a writer waits for ever"

    def in_transaction(self, number: int) -> None:
        with transaction.atomic(OWN):
            self.note(number)

    def note(self, number: int) -> None:
        with connections[OWN].cursor() as cursor:
            cursor.execute("INSERT INTO note (number) VALUES (%s)", [number])
        self.order.append(number)


@pytest.fixture
def own(tmp_path: Path, django_db_blocker: Any) -> Iterator[Callable[..., Writers]]:
    """Makes a database of the test's own, reached as `own`; `timeout` is its busy timeout in seconds."""

    def made(timeout: float = PATIENCE_S) -> Writers:
        path = tmp_path / "own.sqlite3"
        settings = databases.sqlite(path)
        settings["OPTIONS"]["timeout"] = timeout
        connections.settings[OWN] = ConnectionHandler({"default": {}, OWN: settings}).settings[OWN]
        with connections[OWN].cursor() as cursor:
            cursor.execute("CREATE TABLE note (number integer NOT NULL UNIQUE)")
        return Writers(path)

    with django_db_blocker.unblock():
        yield made
        connections[OWN].close()
    del connections[OWN], connections.settings[OWN]


def test_writers_are_served_in_the_order_in_which_they_came(own: Callable[..., Writers]) -> None:
    writers = own()
    with transaction.atomic(OWN):
        for number in range(1, 9):
            one_by_one = writers.note if number % 2 else writers.in_transaction
            writers.begin(lambda number=number, write=one_by_one: write(number))  # type: ignore[misc]
            until(lambda number=number: writers.queue.length == number)  # type: ignore[misc]
    writers.join()
    assert writers.order == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_transaction_within_one_does_not_wait_for_itself(own: Callable[..., Writers]) -> None:
    writers = own(timeout=0.0)
    with transaction.atomic(OWN), transaction.atomic(OWN):
        writers.in_transaction(1)
        writers.note(2)
    assert writers.queue.length == 0


def test_an_exception_ends_the_turn(own: Callable[..., Writers]) -> None:
    writers = own()
    writers.note(1)
    with pytest.raises(IntegrityError), transaction.atomic(OWN):
        writers.note(1)
    with pytest.raises(IntegrityError):
        writers.note(1)
    began = time.monotonic()
    writers.begin(lambda: writers.in_transaction(2))
    writers.join()
    assert time.monotonic() - began < PATIENCE_S / 2


def test_a_connection_closed_in_a_transaction_ends_the_turn(own: Callable[..., Writers]) -> None:
    writers = own()
    with transaction.atomic(OWN):
        writers.note(1)
        connections[OWN].close()
        writers.begin(lambda: writers.in_transaction(1))
        writers.join()
    assert writers.order == [1, 1]


def test_a_thread_that_dies_in_a_transaction_stops_nobody(own: Callable[..., Writers]) -> None:
    writers = own(timeout=0.5)
    dying = threading.Thread(target=lambda: transaction.atomic(OWN).__enter__())
    dying.start()
    dying.join()
    gc.collect()  # SQLite's lock goes with the connection
    writers.begin(lambda: writers.in_transaction(1))
    writers.join()
    assert writers.order == [1]


HOLDS_THE_FILE = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
file.execute("COMMIT")
"""


@pytest.fixture
def other_process(own: Callable[..., Writers]) -> Iterator[Callable[[Writers], subprocess.Popen[str]]]:
    """Another process that holds the file until its input ends."""
    running: list[subprocess.Popen[str]] = []

    def begin(writers: Writers) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", HOLDS_THE_FILE, str(writers.path)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        return process

    yield begin
    for process in running:
        process.kill()
        process.wait()


def test_another_process_that_writes_is_waited_for(
    own: Callable[..., Writers], other_process: Callable[[Writers], subprocess.Popen[str]]
) -> None:
    writers = own()
    other = other_process(writers)
    writers.begin(lambda: writers.in_transaction(1))
    writers.begin(lambda: writers.in_transaction(2))
    until(lambda: writers.queue.length == 1)
    other.communicate(timeout=PATIENCE_S)
    writers.join()
    assert sorted(writers.order) == [1, 2]


def test_another_process_that_does_not_let_go_is_an_error_and_the_next_writer_is_served(
    own: Callable[..., Writers], other_process: Callable[[Writers], subprocess.Popen[str]]
) -> None:
    writers = own(timeout=0.1)
    other = other_process(writers)
    with pytest.raises(OperationalError, match="locked"):
        writers.in_transaction(1)
    with pytest.raises(OperationalError, match="locked"):
        writers.note(2)
    other.communicate(timeout=PATIENCE_S)
    writers.begin(lambda: writers.in_transaction(3))
    writers.join()
    assert writers.order == [3]


def test_a_turn_that_is_never_ended_costs_the_patience_once() -> None:
    queue = WriteQueue(patience=1.0)
    queue.wait()
    began = time.monotonic()
    queue.end(queue.wait())
    waited = time.monotonic() - began
    queue.end(queue.wait())
    assert waited >= 1.0
    assert time.monotonic() - began - waited < 1.0


def test_a_late_end_of_an_overtaken_turn_takes_nobody_elses() -> None:
    queue = WriteQueue(patience=0.05)
    overtaken, in_front = queue.wait(), queue.wait()
    queue.end(overtaken)
    waiting = threading.Thread(target=lambda: queue.end(queue.wait()))
    waiting.start()
    until(lambda: queue.length == 1)
    queue.end(in_front)
    waiting.join(PATIENCE_S)
    assert queue.length == 0


def test_a_writer_who_is_called_and_overtaken_as_its_patience_ends_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = WriteQueue(patience=PATIENCE_S)
    first = queue.wait()
    meanwhile = iter([lambda: (queue.end(first), queue.wait()), lambda: None])

    def patience_ends(_turn: WriteTurn, _seconds: float) -> bool:
        next(meanwhile)()
        return False

    monkeypatch.setattr(WriteTurn, "is_called_within", patience_ends)
    queue.end(queue.wait())
    assert queue.length == 0
