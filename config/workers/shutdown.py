"""How a worker process ends within five seconds of SIGTERM, whatever it is at.

What is nearly done may come to its end. Then a judging is interrupted and gives its row back, so that another worker
judges it. What still holds on, say a call to an LLM, is left: its row is given back all the same, and nothing that it
finds out is recorded. Nobody waits for a database that does not answer: a row that cannot be given back is free when
its lease ends.
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
"""On a busy machine a signal and the end of a process take two seconds more; five are promised."""
KILLED_AFTER_S = 3.5
"""By the kernel: no thread runs any more while Python takes itself apart, which may take long as well."""

_ending = threading.Event()


def begin_to_end() -> None:
    """Called in the signal handler of the worker's main process, which goes on to stop by itself when it can."""
    _ending.set()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, KILLED_AFTER_S)
    children = [child.pid for child in billiard.active_children() if child.pid is not None]
    threading.Thread(target=_leave, args=(children,), name="leave", daemon=True).start()
    threading.Thread(target=_give_back, args=(children,), name="give-back", daemon=True).start()


def leave_when_stopped() -> None:
    """Called when Celery has stopped. After begin_to_end it ends the process with status 0 at once: Python would first
    take the whole product apart, half a second of processor time, in which a busy machine reaches KILLED_AFTER_S."""
    if _ending.is_set():
        atexit._run_exitfuncs()  # telemetry sends what it still has
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
    """True when everything that was judged in this process has ended."""
    runs.accept_no_more()
    return runs.wait_for_runs(within=NEARLY_DONE) or runs.end_runs(within=GIVES_BACK)


def listen_for_the_end() -> None:
    """In a child of a worker, whose main process tells it to give back what it judges."""
    signal.signal(signal.SIGUSR2, _interrupt_runs)


def _interrupt_runs(_number: int, _frame: object) -> None:
    """In the main thread, where the child judges: also where a regular expression takes long, Python calls this."""
    runs.accept_no_more()
    runs.interrupt_here()


def _signal(processes: list[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
