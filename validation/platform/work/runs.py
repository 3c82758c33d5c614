"""The judging runs of this process: renews their leases, and interrupts a run that exceeds its CPU limit, stalls, or
is still active at shutdown.

One thread watches all runs. It interrupts one by raising RunInterrupted in the run's thread. Python does that between
two bytecodes, so a run inside C code ends when the C call returns.
"""

from __future__ import annotations

import ctypes
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from django.db import Error, connection
from django.utils import timezone

from validation.platform.work import leased_work

LOOK_EVERY_S = 0.5
RENEW_EVERY_S = leased_work.LEASE.total_seconds() / 6

logger = logging.getLogger(__name__)


class Reason(StrEnum):
    CPU = "cpu"
    STALLED = "stalled"
    LOST = "lost"
    SHUTDOWN = "shutdown"


class RunInterrupted(BaseException):
    """Not an Exception, so that no `except Exception` on the way swallows it."""


@dataclass(eq=False)
class Run:
    """One judging in this thread, with its limits `cpu_s` and `wall_s`. `reason` is why it was interrupted."""

    lease: leased_work.Lease
    cpu_s: float
    wall_s: float
    reason: Reason | None = None
    thread: int = field(default_factory=threading.get_ident)
    began: float = field(default_factory=time.monotonic)
    renewed: float = field(default_factory=time.monotonic)
    cpu_before: float = field(default_factory=time.thread_time)

    def cpu_used(self) -> float:
        return time.clock_gettime(time.pthread_getcpuclockid(self.thread)) - self.cpu_before

    def overdue(self) -> Reason | None:
        if self.cpu_used() > self.cpu_s:
            return Reason.CPU
        return Reason.STALLED if time.monotonic() - self.began > self.wall_s else None


class _Watch:
    """The runs of this process and the thread that watches them, which ends with the last run."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._runs: list[Run] = []
        self._changed = threading.Event()
        self._thread: threading.Thread | None = None
        self.closed = False

    def add(self, run: Run) -> None:
        with self._lock:
            if self.closed:
                run.reason = Reason.SHUTDOWN
                raise RunInterrupted
            self._runs.append(run)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="runs", daemon=True)
                self._thread.start()

    def remove(self, run: Run) -> None:
        """After this nothing interrupts the run; an interruption that is still pending is discarded."""
        with self._lock:
            if run in self._runs:
                self._runs.remove(run)
            if run.reason is not None:
                _take_back(run.thread)
            self._changed.set()

    def runs(self) -> list[Run]:
        with self._lock:
            return list(self._runs)

    def interrupt(self, run: Run, reason: Reason) -> None:
        with self._lock:
            if run in self._runs:
                run.reason = run.reason or reason
                _raise_in(run.thread, RunInterrupted)

    def wait_until_idle(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.runs():
            self._changed.clear()
            if not self.runs():
                break
            left = until - time.monotonic()
            if left <= 0 or not self._changed.wait(left):
                return not self.runs()
        return True

    def _look(self) -> None:
        while True:
            time.sleep(LOOK_EVERY_S)
            for run in self.runs():
                reason = run.reason or run.overdue()
                if reason is not None:
                    self.interrupt(run, reason)
                elif time.monotonic() - run.renewed >= RENEW_EVERY_S:
                    self._renew(run)
            connection.close()
            with self._lock:
                if not self._runs:
                    self._thread = None
                    return

    def _renew(self, run: Run) -> None:
        try:
            kept = leased_work.renew(run.lease, now=timezone.now())
        except Error:
            logger.warning("the lease of a run cannot be renewed", exc_info=True)
            return
        run.renewed = time.monotonic()
        if not kept:
            self.interrupt(run, Reason.LOST)


_watch = _Watch()


def _raise_in(thread: int, what: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(what))


def _take_back(own_thread: int) -> None:
    """Lets an interruption that is pending for the calling thread be raised here. Clearing it with NULL instead would
    make Python 3.11 check for it at every call and loop iteration from then on: only raising resets its flag."""
    try:
        _raise_in(own_thread, RunInterrupted)
        for _ in range(1_000):
            pass
    except RunInterrupted:
        return


@contextmanager
def watched(run: Run) -> Iterator[None]:
    """Renews the lease of `run` during the block. May raise RunInterrupted in the block, with `run.reason` set."""
    try:
        _watch.add(run)
        yield
    finally:
        try:
            _watch.remove(run)
        except RunInterrupted:  # raised just before the lock was taken
            _watch.remove(run)
            raise


def end_runs(*, within: timedelta) -> bool:
    """For shutdown: interrupts every run, so that it releases its row. True if all ended in time. The rows of the
    others are released here, so their results are not recorded."""
    for run in _watch.runs():
        _watch.interrupt(run, Reason.SHUTDOWN)
    if _watch.wait_until_idle(within.total_seconds()):
        return True
    for run in _watch.runs():
        try:
            leased_work.release(run.lease, counted=False)
        except Error:
            logger.warning("a row cannot be released; it is free when its lease ends", exc_info=True)
    return False


def interrupt_here() -> None:
    """For a signal handler at shutdown: raises RunInterrupted in the run of this thread, if there is one."""
    for run in _watch.runs():
        if run.thread == threading.get_ident():
            run.reason = run.reason or Reason.SHUTDOWN
            raise RunInterrupted


def stop_accepting() -> None:
    """For shutdown: from now on a run that starts releases its row at once."""
    _watch.closed = True


def accept() -> None:
    """For a worker that starts in a process where another worker has shut down."""
    _watch.closed = False


def wait_for_runs(*, within: timedelta) -> bool:
    """True if all runs ended in time."""
    return _watch.wait_until_idle(within.total_seconds())
