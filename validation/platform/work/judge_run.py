"""Runs one judging under its lease, and handles crashes, time limits and shutdown."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.db import connection

from validation.domain.halt import Halt, HaltCause
from validation.platform.tracing import span
from validation.platform.work.leased_work import LEASE, MAX_TRIES, Lease, release
from validation.platform.work.outages import retry_while_unavailable
from validation.platform.work.runs import Reason, Run, RunInterrupted, watched

T = TypeVar("T")
R = TypeVar("R")
RECORD_WITHIN_S = LEASE.total_seconds()
"""How long recording is retried while the database is down: a finished judging has cost time and money."""

STALLED_AFTER = 10
"""Wall time allowed beyond the deadline, as a multiple of the CPU limit: other judgings of this process run too."""

logger = logging.getLogger(__name__)


def judge_and_record(
    judge: Callable[[], T],
    *,
    lease: Lease,
    halt: Callable[[Halt], T],
    record: Callable[[T], R | None],
    traceparent: object = "",
) -> R | None:
    """What every gate does after claiming a row: judges with no transaction open, then records, retrying while the
    database is down. None if nothing was recorded: see `judge_under_lease`, or the lease was lost. The spans join the
    trace of `traceparent`."""
    what = lease.model._meta.model_name or ""
    with span("judge", traceparent=traceparent, subject=what, subject_id=str(lease.key)):
        judged = judge_under_lease(judge, lease=lease, halt=halt)
        if judged is None:
            return None
        with span("record"):
            return retry_while_unavailable(lambda: record(judged), seconds=RECORD_WITHIN_S)


def judge_under_lease(judge: Callable[[], T], *, lease: Lease, halt: Callable[[Halt], T]) -> T | None:
    """The result of `judge`, or of `halt` with the reason why judging failed. None if the row was requeued: our code
    raised and tries are left, or the process is shutting down. A row that was claimed MAX_TRIES times without any
    worker reporting back (it may have killed them) halts without another try."""
    if lease.tries > MAX_TRIES:
        return halt(HaltCause.INPUT_MALFORMED.halt("never_ended", tries=MAX_TRIES))
    cpu = float(settings.COUNTERSIGN_JUDGE_CPU_LIMIT)
    run = Run(lease, cpu_s=cpu, wall_s=float(settings.COUNTERSIGN_JUDGE_DEADLINE) + STALLED_AFTER * cpu)
    try:
        with watched(run):
            return judge()
    except RunInterrupted:
        return _interrupted(run, halt)
    except Exception as error:
        logger.exception("judging broke", extra={"row": str(lease.key), "tries": lease.tries})
        if lease.tries >= MAX_TRIES:
            return halt(HaltCause.INPUT_MALFORMED.halt("broke", tries=lease.tries, error=type(error).__name__))
    release(lease)
    return None


def _interrupted(run: Run, halt: Callable[[Halt], T]) -> T | None:
    if not connection.in_atomic_block:
        connection.close()  # the interruption may have hit the middle of a statement
    if run.reason is Reason.CPU:
        logger.warning("judging took too much CPU", extra={"seconds": run.cpu_s})
        return halt(HaltCause.CONTEXT_TOO_LONG.halt("cpu", seconds=run.cpu_s))
    if run.reason is Reason.STALLED:
        return halt(HaltCause.INPUT_MALFORMED.halt("stalled", seconds=run.wall_s))
    if run.reason is Reason.SHUTDOWN:
        release(run.lease, counted=False)
    return None
