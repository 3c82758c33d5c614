"""What callers hear of a database that does not answer, and that a mistake of ours stays a 500."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.http import HttpResponse
from django.test import RequestFactory

from config import api, databases
from config.http import error_pages


@pytest.fixture
def connection(tmp_path: Path, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    """To a file that another connection keeps locked."""
    entry = databases.sqlite(tmp_path / "file.sqlite3")
    entry["OPTIONS"]["timeout"] = 0
    with django_db_blocker.unblock(), closing(ConnectionHandler({"default": entry})["default"]) as own:
        own.ensure_connection()
        with closing(sqlite3.connect(tmp_path / "file.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield own


def told(path: str, connection: BaseDatabaseWrapper, statement: str) -> HttpResponse:
    request = RequestFactory().get(path)
    try:
        connection.cursor().execute(statement)
    except OperationalError as error:
        if path.startswith("/api/"):
            return api.api.on_exception(request, error)
        return error_pages.server_error(request)
    raise AssertionError("the statement was carried out")


@pytest.mark.parametrize("path", ["/api/v1/attempts", "/desk/"])
def test_a_locked_file_is_503_and_when_to_come_back(connection: BaseDatabaseWrapper, path: str) -> None:
    answer = told(path, connection, "CREATE TABLE taken (one integer)")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert b"database" in answer.content


@pytest.mark.parametrize("path", ["/api/v1/attempts", "/desk/"])
def test_a_statement_that_makes_no_sense_is_500(connection: BaseDatabaseWrapper, path: str) -> None:
    answer = told(path, connection, "SELECT nothing FROM nowhere")
    assert (answer.status_code, answer.has_header("Retry-After")) == (500, False)


@pytest.mark.parametrize("path", ["/status", "/metrics"])
def test_what_machines_ask_for_is_answered_to_machines(connection: BaseDatabaseWrapper, path: str) -> None:
    answer = told(path, connection, "CREATE TABLE taken (one integer)")
    assert answer["Content-Type"] == "application/problem+json"
