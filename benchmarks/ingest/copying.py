"""The rows of attempts by COPY, as fast as the database takes them: no check, no lock, one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import psycopg
from django.db.models import AutoField, Field, Model

from benchmarks.ingest.ceiling import rows_of
from validation.response.requests import AttemptIn


def copy_rows(database: str, bodies: list[dict[str, Any]]) -> float:
    """Seconds for the six rows of each attempt, the same that the bare view writes."""
    with psycopg.connect(database) as connection:
        pipeline = connection.execute("SELECT id FROM validation_pipeline LIMIT 1").fetchone()[0]  # type: ignore[index]
        attempts = [rows_of(AttemptIn(**body), pipeline) for body in bodies]
        began = time.perf_counter()
        keys = connection.execute(
            "SELECT nextval(pg_get_serial_sequence('validation_turn', 'id')) FROM generate_series(1, %s)",
            (len(attempts),),
        ).fetchall()
        for (turn, attempt, *_), (key,) in zip(attempts, keys, strict=True):
            turn.pk = attempt.turn_id = key
        for rows in zip(*attempts, strict=True):
            fields = list(_written(rows[0]))
            columns = ", ".join(field.column or "" for field in fields)
            with connection.cursor().copy(f"COPY {rows[0]._meta.db_table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row([_stored(getattr(row, field.attname)) for field in fields])
        connection.commit()
        return time.perf_counter() - began


def _written(row: Model) -> Iterator[Field[Any, Any]]:
    """All columns but a key that the database gives."""
    return (field for field in row._meta.concrete_fields if row.pk is not None or not isinstance(field, AutoField))


def _stored(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value
