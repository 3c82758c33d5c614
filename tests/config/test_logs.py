"""What a log line says: the facts of our own records, and nothing that a library adds to its."""

from __future__ import annotations

import json
import logging
import sqlite3
from typing import Any

import psycopg
import pytest
import redis
import structlog
from celery.beat import SchedulingError
from django.db import OperationalError
from django.test import Client, RequestFactory

from config.http.error_pages import database_away
from config.ops.logs import configure
from validation.platform import tracing


@pytest.fixture(autouse=True)
def nothing_bound() -> None:
    """What a request of another test in this process bound to its lines, and the trace that it came with, are gone."""
    structlog.contextvars.clear_contextvars()
    tracing.begin_request("")


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    formatter = configure(as_json=True, level="INFO")["formatters"]["structured"]["()"](as_json=True)
    line: dict[str, Any] = json.loads(formatter.format(record))
    return line


def record_of(logger: str, extra: dict[str, object]) -> logging.LogRecord:
    return logging.getLogger(logger).makeRecord(logger, logging.ERROR, "here.py", 1, "broke", (), None, extra=extra)


def test_the_line_on_a_full_disk_says_that_the_disk_is_full(caplog: pytest.LogCaptureFixture) -> None:
    database_away(RequestFactory().post("/api/v1/attempts"), OperationalError("database or disk is full"))
    line = line_of(caplog.records[-1])
    assert (line["event"], line["error"]) == ("database away", "database or disk is full")


@pytest.mark.parametrize("logger", ["config.api", "validation.platform.tasks", "beliefs.actions", "retrieval.tasks"])
def test_a_line_of_ours_names_the_row_it_is_about(logger: str) -> None:
    assert line_of(record_of(logger, {"row": "7"}))["row"] == "7"


def test_what_a_library_adds_stays_out_of_the_line() -> None:
    sign_in = record_of("django.request", {"request": "<GET '/sign-in/secret/'>", "status_code": 500})
    assert set(line_of(sign_in)) == {"event", "logger", "level", "timestamp"}


def full_sqlite() -> BaseException:
    """What SQLite itself raises when its file cannot grow."""
    with sqlite3.connect(":memory:") as database:
        database.execute("PRAGMA max_page_count = 1")
        try:
            database.execute("CREATE TABLE t (a)")
        except sqlite3.OperationalError as error:
            return error
    raise AssertionError("the file has grown")


@pytest.mark.parametrize("cause", [full_sqlite(), psycopg.errors.DiskFull("could not extend file")])
def test_the_answer_on_a_full_disk_says_what_to_free(cause: BaseException) -> None:
    error = OperationalError("no room")
    error.__cause__ = cause
    answer = database_away(RequestFactory().post("/api/v1/attempts"), error)
    told = json.loads(answer.content)
    assert (answer.status_code, told["code"]) == (503, "database_away")
    assert "disk of the database is full" in told["detail"]


def test_the_answer_while_the_database_is_away_says_nothing_of_a_disk() -> None:
    answer = database_away(RequestFactory().post("/api/v1/attempts"), OperationalError("connection refused"))
    assert "disk" not in json.loads(answer.content)["detail"]


@pytest.mark.django_db  # the error page lets go of a connection that an earlier test has left
def test_a_host_that_is_not_ours_costs_one_line_and_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    """Anybody can send one, as often as they like."""
    Client().get("/healthz", headers={"host": "evil.example"})
    (record,) = [one for one in caplog.records if one.name == "django.security.DisallowedHost"]
    assert record.exc_info is None


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    try:
        raise error from cause
    except type(error) as caught:
        return caught


def line_with(error: BaseException) -> dict[str, Any]:
    info = (type(error), error, error.__traceback__)
    return line_of(logging.getLogger("x").makeRecord("x", logging.ERROR, "here.py", 1, "broke", (), info))


@pytest.mark.parametrize(
    "error",
    [
        raised(OperationalError("no connection after 6 s"), psycopg.OperationalError("connection refused")),
        raised(OperationalError("it ends"), psycopg.errors.AdminShutdown("it ends")),
        raised(SchedulingError("Couldn't apply scheduled task settle")),
        raised(redis.ConnectionError("Error 111 connecting to 127.0.0.1:1")),
    ],
)
def test_what_every_tick_of_an_outage_repeats_is_one_line_without_a_trace(error: BaseException) -> None:
    line = line_with(error)
    assert "exception" not in line
    assert str(error) in line["error"]


@pytest.mark.parametrize(
    "error",
    [raised(OperationalError("deadlock"), psycopg.errors.DeadlockDetected("deadlock")), raised(ValueError("ours"))],
)
def test_what_is_no_outage_keeps_its_trace(error: BaseException) -> None:
    assert "Traceback" in line_with(error)["exception"]
