"""The embedded mode from its first start to its end."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from benchmarks.hostile import SHAPES
from tests.accounts.test_lockout import guess_over_http
from tests.config.embedded.test_killed import client, until
from tests.config.serving import MANAGE, Serve, environment, migrated, readable_by_others, refused
from tests.slow_targets import dripping_targets
from tests.texts import submission
from validation.platform.processes import QUEUES

LANES_OF_ONE_PIPELINE = 4
HOSTILE = ("dates", "figures in one item", "quotations", "rows", "tiny sentences", "one figure")
HOSTILE_SIZE = 2_000


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve") / "var"


def judged_as(serve: Serve, turns: Sequence[str]) -> list[tuple[str, int, int]]:
    """State, how often it was claimed, and how many judgements it has, of the attempt of each turn."""
    with closing(sqlite3.connect(serve.var / "countersign.sqlite3")) as file:
        return [
            file.execute(
                "SELECT a.state, a.tries, (SELECT count(*) FROM validation_judgement WHERE attempt_id = a.id)"
                " FROM validation_attempt a JOIN validation_turn t ON t.id = a.turn_id WHERE t.turn_id = ?",
                (f"turn_{turn}",),
            ).fetchone()
            for turn in turns
        ]


@pytest.fixture(scope="module")
def serve(var: Path) -> Iterator[Serve]:
    running = Serve.start(var, COUNTERSIGN_WEBHOOK_ALLOW="127.0.0.1")
    yield running
    if running.process.poll() is None:
        running.end(signal.SIGKILL)


def test_it_answers_where_run_json_says(serve: Serve) -> None:
    assert httpx.get(f"{serve.run['url']}/healthz").status_code == 200


def test_its_own_worker_serves_every_queue(serve: Serve) -> None:
    headers = {"Authorization": f"Bearer {serve.run['api_key']}"}
    for _ in range(100):
        report = httpx.get(f"{serve.run['url']}/status", headers=headers, timeout=10).json()
        if report["status"] == "ok":
            break
    assert report["parts"] == dict.fromkeys(("database", "disk", "broker", "judge"), "ok")
    assert {queue["queue"]: queue["state"] for queue in report["queues"]} == dict.fromkeys(QUEUES, "ok")


def test_the_key_opens_the_api(serve: Serve) -> None:
    headers = {"Authorization": f"Bearer {serve.run['api_key']}"}
    assert httpx.get(f"{serve.run['url']}/api/v1/attempts", headers=headers).status_code == 200


def test_the_link_signs_in_once(serve: Serve) -> None:
    link = serve.run["sign_in_url"]
    with httpx.Client(follow_redirects=True) as first, httpx.Client(follow_redirects=True) as second:
        assert first.get(link).url.path == "/"
        assert second.get(link).status_code == 410


def test_what_it_writes_is_for_its_owner_only(serve: Serve) -> None:
    assert readable_by_others(serve.var) == []


def test_a_forged_address_does_not_get_round_the_lock(serve: Serve) -> None:
    codes = [guess_over_http(serve.run["url"], f"198.51.100.{number}") for number in range(6)]
    assert codes == [200, 200, 200, 200, 429, 429]


def test_a_second_one_on_the_same_folder_is_turned_away(serve: Serve) -> None:
    done = refused(environment(serve.var), "--port", "0")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"the instance at {serve.run['url']} (pid {serve.run['pid']}) already works in" in done.stderr


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = refused(environment(tmp_path / "var", PORT=str(port)))
    assert (done.returncode, done.stderr) == (
        2,
        f"countersign: cannot listen on 127.0.0.1:{port} (Address already in use); set another PORT.\n",
    )


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = refused(environment(tmp_path / "file" / "var"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot be written" in done.stderr


def test_a_database_of_a_newer_version_is_one_clear_line(tmp_path: Path) -> None:
    with closing(sqlite3.connect(migrated(tmp_path / "var") / "countersign.sqlite3")) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('validation', '0099_later', '2030')"
        )
        database.commit()
    done = refused(environment(tmp_path / "var"), "--port", "0")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "of a newer version (validation.0099_later)" in done.stderr


def test_a_bad_value_is_one_clear_line(tmp_path: Path) -> None:
    done = refused(environment(tmp_path / "var", COUNTERSIGN_JUDGE="maybe"))
    assert (done.returncode, done.stderr) == (
        2,
        "countersign: COUNTERSIGN_JUDGE is 'maybe'; it must be one of auto, vllm, embedded.\n",
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_the_middle_of_an_import_ends_it_cleanly(number: signal.Signals) -> None:
    a_class_is_made = f"""
from contextlib import suppress
from config.embedded import serving

serving.end_on_signals()
with suppress(serving.Shutdown):
    exec("import signal; signal.raise_signal({int(number)})")
"""
    assert subprocess.run([sys.executable, "-c", a_class_is_made], cwd=MANAGE.parent, check=False).returncode == 0


def test_eight_targets_that_drip_their_answer_hold_up_no_judging(serve: Serve) -> None:
    with dripping_targets(8) as targets, client(serve) as api:
        for number, url in enumerate(targets.urls):
            api.post("/api/v1/attempts", json=submission(f"turn_dripping_{number}", callback_url=url))
        until(lambda: targets.held >= LANES_OF_ONE_PIPELINE)
        answer = api.post("/api/v1/attempts", json=submission("turn_beside"), headers={"Prefer": "wait=10"})
        assert (answer.status_code, answer.json()["state"]) == (200, "decided")
        assert targets.held >= LANES_OF_ONE_PIPELINE, "they were no longer in the way"


def test_six_hostile_texts_at_once_leave_it_usable_and_are_judged_once_each(serve: Serve) -> None:
    answered_beside = 0

    def are_judged() -> bool:
        nonlocal answered_beside
        assert api.get("/api/v1/attempts").status_code == 200
        done = all(state in ("decided", "halted") for state, _, _ in judged_as(serve, HOSTILE))
        answered_beside += not done
        return done

    with client(serve) as api:
        for shape in HOSTILE:
            context, response = SHAPES[shape](HOSTILE_SIZE)
            body = {"turn_id": f"turn_{shape}", "context_md": context, "response_md": response}
            assert api.post("/api/v1/attempts", json=body).status_code == 202
        until(are_judged, every_s=0.2)  # not as often as it can be asked, which would take the time from the judging
    assert [(tries, judgements) for _, tries, judgements in judged_as(serve, HOSTILE)] == [(1, 1)] * len(HOSTILE)
    assert answered_beside


def test_either_signal_ends_it_cleanly_and_the_next_start_hands_out_the_same_key(serve: Serve) -> None:
    """The last of this file, for it ends what the others ask."""
    first, _ = serve.end(signal.SIGINT)
    left = (serve.var / "run.json").exists()
    again = Serve.start(serve.var)
    second, _ = again.end(signal.SIGTERM)
    assert (first, left, second, (serve.var / "run.json").exists()) == (0, False, 0, False)
    assert serve.run["api_key"] == again.run["api_key"]
    assert serve.run["sign_in_url"] != again.run["sign_in_url"]
