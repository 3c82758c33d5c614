"""The real sweeper and a real Redis, with the worker that judges stopped: its queue is as long as the work."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.fleet.running import Fleet
from tests.fleet.test_outages import some_time_passes, submit, undecided, until

pytestmark = [pytest.mark.fleet, pytest.mark.postgres]
WAITING = 20
QUEUE = "evidence*"
"""The list of Redis, and one beside it for each lower priority."""


def length(redis: Redis) -> int:
    return sum(redis.llen(name) for name in redis.keys(QUEUE))


def swept(fleet: Fleet) -> None:
    """The sweeper came round once more: it has taken a lease that had run out."""
    fleet.sql(
        "UPDATE validation_attempt SET state = 'judging', lease_token = gen_random_uuid(), lease_until = now()"
        " WHERE id = (SELECT id FROM validation_attempt WHERE state = 'queued' LIMIT 1)"
    )
    some_time_passes(fleet)
    until(lambda: not fleet.sql("SELECT count(*) FROM validation_attempt WHERE state = 'judging'")[0][0])


def test_a_queue_without_its_worker_grows_no_longer_than_the_work(fleet: Fleet) -> None:
    fleet.stop("worker-evidence")
    try:
        with fleet.api() as api, Redis.from_url(fleet.redis.url) as redis:
            for number in range(WAITING):
                assert submit(api, f"turn_waiting_{number}").status_code == 202
            lengths = []
            for _ in range(3):
                swept(fleet)
                lengths.append(length(redis))
            assert max(lengths) <= 1.05 * undecided(fleet), "the sweeper sent what the broker still had"
            redis.delete(*redis.keys(QUEUE))
            fleet.tick("sweep")
            until(lambda: length(redis) >= WAITING)
            assert length(redis) <= 1.05 * undecided(fleet)
    finally:
        fleet.start("worker-evidence")
    until(lambda: not undecided(fleet))
