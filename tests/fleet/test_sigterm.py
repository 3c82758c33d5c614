"""A worker of the production shape ends at SIGTERM while it judges, not when it has judged; another takes over."""

from __future__ import annotations

import pytest

from benchmarks.worlds.response_texts import context, rows
from tests.fleet.running import Fleet
from tests.fleet.test_outages import some_time_passes, state, submit, until

pytestmark = [pytest.mark.fleet, pytest.mark.postgres]


def test_a_worker_that_judges_ends_and_gives_its_row_back(fleet: Fleet) -> None:
    with fleet.api() as api:
        attempt = submit(api, "turn_sigterm", context_md=context(rows(20_000))).json()["id"]
    until(lambda: state(fleet, attempt)[0] == "judging")
    status = fleet.stop("worker-evidence")
    left = state(fleet, attempt)
    # Whoever takes it over need not judge so much again.
    fleet.sql("UPDATE validation_attempttext SET context_md = %s WHERE attempt_id = %s", context(rows(1)), attempt)
    fleet.start("worker-evidence")
    assert (status, left) == (0, ("queued", 0, 0))
    some_time_passes(fleet)
    until(lambda: state(fleet, attempt)[0] in ("decided", "halted"))
    assert state(fleet, attempt)[1:] == (1, 1)
