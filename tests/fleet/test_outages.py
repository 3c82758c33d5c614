"""The production shape when a part of it dies: nothing that was accepted is lost, and callers hear what to do."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from benchmarks.worlds.response_texts import context, rows
from tests.fleet.running import Fleet
from tests.servers import until
from tests.texts import submission

pytestmark = [pytest.mark.fleet, pytest.mark.postgres]

ROWS = 6_000
"""Of evidence: about a second of judging."""


@pytest.fixture(scope="module")
def key(fleet: Fleet) -> str:
    with fleet.api() as api:
        return api.headers["Authorization"]


@pytest.fixture
def api(fleet: Fleet, key: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=fleet.url, headers={"Authorization": key}, timeout=60) as client:
        yield client


def submit(api: httpx.Client, turn: str, *, wait: int = 0, **fields: object) -> httpx.Response:
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    return api.post("/api/v1/attempts", json=submission(turn, **fields), headers=headers)


def state(fleet: Fleet, attempt: str) -> tuple[str, int, int]:
    """State, how often it was taken up, how many judgements it has."""
    return fleet.sql(
        "SELECT state, tries, (SELECT count(*) FROM validation_judgement WHERE attempt_id = a.id)"
        " FROM validation_attempt a WHERE id = %s",
        attempt,
    )[0]


@contextlib.contextmanager
def nothing_recorded(fleet: Fleet) -> Iterator[None]:
    """No judging is recorded meanwhile, however fast it is: who writes a judgement waits."""
    holder = psycopg.connect(fleet.postgresql.url)
    try:
        holder.execute("LOCK TABLE validation_judgement IN EXCLUSIVE MODE")
        yield
    finally:
        holder.close()


def is_recording(fleet: Fleet) -> bool:
    """A judging is over and waits for `nothing_recorded`."""
    waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'validation_judgement'::regclass AND NOT granted"
    return bool(fleet.sql(waiting)[0][0])


def undecided(fleet: Fleet) -> int:
    return int(fleet.sql("SELECT count(*) FROM validation_attempt WHERE state <> 'decided'")[0][0])


def some_time_passes(fleet: Fleet) -> None:
    """Leases end and queued attempts grow old; then the sweeper comes round."""
    fleet.sql("UPDATE validation_attempt SET lease_until = now() - interval '1 s' WHERE lease_until IS NOT NULL")
    fleet.sql("UPDATE validation_attempt SET enqueued_at = enqueued_at - interval '1 min' WHERE state = 'queued'")
    fleet.tick("sweep")


def test_an_attempt_whose_worker_was_killed_is_judged_in_the_end_and_once(fleet: Fleet, api: httpx.Client) -> None:
    with nothing_recorded(fleet):
        attempt = submit(api, "turn_killed_worker", context_md=context(rows(ROWS))).json()["id"]
        until(lambda: state(fleet, attempt)[0] == "judging")
        fleet.kill("worker-evidence")
    assert state(fleet, attempt) == ("judging", 1, 0)
    fleet.start("worker-evidence")
    some_time_passes(fleet)
    until(lambda: state(fleet, attempt)[0] == "decided")
    assert state(fleet, attempt) == ("decided", 2, 1)


def test_while_redis_is_away_attempts_are_taken_and_when_it_is_back_they_are_judged(
    fleet: Fleet, api: httpx.Client
) -> None:
    fleet.redis.end()
    answers = [submit(api, "turn_no_redis_1"), submit(api, "turn_no_redis_2", wait=1)]  # none waits for the broker
    seen = api.get("/api/v1/attempts")
    ready, report = fleet.ready(), api.get("/status").json()
    fleet.redis.start_again()
    fleet.wait_until_ready()
    some_time_passes(fleet)
    until(lambda: not undecided(fleet))
    assert [answer.status_code for answer in (*answers, seen)] == [202, 202, 200]
    assert ready.status_code == 200, "the web process can serve"
    assert report["parts"]["broker"].startswith("not reachable")
    assert submit(api, "turn_redis_again", wait=30).status_code == 200


def at_once(calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(calls)) as together:
        return [one.result() for one in [together.submit(call) for call in calls]]


def test_after_a_restart_of_postgresql_the_next_requests_work(fleet: Fleet, api: httpx.Client) -> None:
    at_once([lambda: api.get("/api/v1/attempts")] * 8)  # so that the pool holds several connections
    fleet.postgresql.end()
    fleet.postgresql.start_again()
    answers = [api.get("/api/v1/attempts") for _ in range(4)]
    answers += at_once([lambda: api.get("/api/v1/attempts")] * 8)
    answers += [api.get("/sign-in/"), submit(api, "turn_restarted", wait=30)]
    assert {answer.status_code for answer in answers} == {200}


def test_while_postgresql_is_away_callers_hear_503_and_when_to_come_back(fleet: Fleet, api: httpx.Client) -> None:
    fleet.postgresql.end()
    try:
        signed_in = {"Cookie": "countersign_session=0123456789abcdef0123456789abcdef"}
        read, taken, page, ready, alive = at_once(
            [
                lambda: api.get("/api/v1/attempts"),
                lambda: submit(api, "turn_no_database", wait=1),
                lambda: httpx.get(f"{fleet.url}/desk/", headers=signed_in, timeout=60),
                fleet.ready,
                lambda: api.get("/healthz"),
            ]
        )
    finally:
        fleet.postgresql.start_again()
        fleet.wait_until_ready()
    assert [one.status_code for one in (read, taken, page, ready, alive)] == [503, 503, 503, 503, 200]
    assert [int(one.headers["Retry-After"]) > 0 for one in (read, taken, page)] == [True, True, True]
    assert [one.json()["code"] for one in (read, taken)] == ["database_away", "database_away"]
    assert "database" in page.text


def tries_to_record(fleet: Fleet) -> int:
    return fleet.log("worker-evidence").count("trying again to record")


def test_a_judging_that_ends_while_postgresql_is_away_is_recorded_when_it_is_back(
    fleet: Fleet, api: httpx.Client
) -> None:
    with nothing_recorded(fleet):
        attempt = submit(api, "turn_judged_meanwhile").json()["id"]
        until(lambda: is_recording(fleet))
        tried = tries_to_record(fleet)
        fleet.postgresql.end()
    try:
        until(lambda: tries_to_record(fleet) >= tried + 2)  # one that was cut off, and one that found nobody
    finally:
        fleet.postgresql.start_again()
        fleet.wait_until_ready()
    until(lambda: state(fleet, attempt)[0] == "decided")
    assert state(fleet, attempt) == ("decided", 1, 1)


def test_what_a_killed_web_server_had_accepted_is_judged(fleet: Fleet, api: httpx.Client) -> None:
    accepted: list[str] = []

    def keep_submitting(client: int) -> None:
        for number in itertools.count():
            try:
                answer = submit(api, f"turn_killed_web_{client}_{number}")
            except httpx.TransportError:
                return
            accepted.append(answer.json()["id"])

    clients = [threading.Thread(target=keep_submitting, args=(client,)) for client in range(4)]
    for client in clients:
        client.start()
    until(lambda: len(accepted) >= 20)
    fleet.kill("web")
    for client in clients:
        client.join()
    fleet.start("web")
    fleet.wait_until_ready()
    some_time_passes(fleet)
    until(lambda: not undecided(fleet))
    assert {api.get(f"/api/v1/attempts/{one}").json()["state"] for one in accepted} == {"decided"}
