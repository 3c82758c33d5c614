"""A worker of the production shape ends within five seconds of SIGTERM while it judges; another takes over."""

from __future__ import annotations

import time

import pytest

from benchmarks.worlds.response_texts import context, rows
from tests.fleet.running import Fleet
from tests.fleet.test_outages import some_time_passes, state, submit, until

pytestmark = [pytest.mark.fleet, pytest.mark.postgres]


ENDS_WITHIN_S = 8.0
"""It leaves after 2.5; five are promised where a core is free. The suite has more processes at work than cores."""


def test_a_worker_that_judges_ends_in_time_and_gives_its_row_back(fleet: Fleet) -> None:
    with fleet.api() as api:
        attempt = submit(api, "turn_sigterm", context_md=context(rows(60_000))).json()["id"]
    until(lambda: state(fleet, attempt)[0] == "judging")
    began = time.monotonic()
    status = fleet.stop("worker-evidence")
    took, left = time.monotonic() - began, state(fleet, attempt)
    # Whoever takes it over need not judge so much again.
    fleet.sql("UPDATE validation_attempttext SET context_md = %s WHERE attempt_id = %s", context(rows(1)), attempt)
    fleet.start("worker-evidence")
    assert (status, left) == (0, ("queued", 0, 0))
    assert took < ENDS_WITHIN_S
    some_time_passes(fleet)
    until(lambda: state(fleet, attempt)[0] in ("decided", "halted"))
    assert state(fleet, attempt)[1:] == (1, 1)
