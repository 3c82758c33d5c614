"""Ends a worker process within five seconds of SIGTERM, whatever it is doing.

1. Judgings that are nearly done may finish.
2. The others are interrupted and release their row, so that another worker judges it.
3. What still runs, such as a call to an LLM, is abandoned: its row is released and its result is not recorded.

If the database is down, rows become free when their lease ends.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import threading
import time
from datetime import timedelta
from typing import NoReturn

import billiard

from validation.platform.work import runs

NEARLY_DONE = timedelta(seconds=1)
GIVES_BACK = timedelta(seconds=1)
LEAVES_AFTER_S = 2.5
"""On a busy machine, delivering a signal and ending a process can take two more seconds."""
KILLED_AFTER_S = 3.5
"""The kernel then kills the process: while Python finalizes, which can take long, no thread of ours could."""

_ending = threading.Event()


def begin_to_end() -> None:
    """Called in the signal handler of the worker's main process; Celery's own shutdown continues in parallel."""
    _ending.set()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, KILLED_AFTER_S)
    children = [child.pid for child in billiard.active_children() if child.pid is not None]
    threading.Thread(target=_leave, args=(children,), name="leave", daemon=True).start()
    threading.Thread(target=_give_back, args=(children,), name="give-back", daemon=True).start()


def leave_when_stopped() -> None:
    """Called when Celery has stopped. After begin_to_end it exits with status 0 at once, because Python's finalization
    takes half a second of CPU time, in which a busy machine could reach KILLED_AFTER_S."""
    if _ending.is_set():
        atexit._run_exitfuncs()  # flushes telemetry
        os._exit(0)


def _leave(children: list[int]) -> NoReturn:
    time.sleep(LEAVES_AFTER_S)
    _signal(children, signal.SIGKILL)
    os._exit(0)


def _give_back(children: list[int]) -> None:
    if children:
        time.sleep(NEARLY_DONE.total_seconds())
        _signal(children, signal.SIGUSR2)
    else:
        end_runs()


def end_runs() -> bool:
    """Ends all judgings of this process; True if all ended in time."""
    runs.stop_accepting()
    return runs.wait_for_runs(within=NEARLY_DONE) or runs.end_runs(within=GIVES_BACK)


def listen_for_the_end() -> None:
    """In a child of a worker: installs the handler by which the main process makes it release its row."""
    signal.signal(signal.SIGUSR2, _interrupt_runs)


def _interrupt_runs(_number: int, _frame: object) -> None:
    """Runs in the main thread, where the child judges; Python calls it even during a long regular expression."""
    runs.stop_accepting()
    runs.interrupt_here()


def _signal(processes: list[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
