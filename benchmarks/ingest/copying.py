"""The rows of attempts by COPY, as fast as the database takes them: no check, no lock, one transaction."""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime
from typing import Any

import psycopg

from benchmarks.gates import CONTEXT, RESPONSE

TABLES: dict[str, dict[str, Any]] = {
    "validation_turn": {
        "session_id": "", "query": "A head torch", "sample": False, "attempts_made": 1, "last_route": "", "granted": 0,
    },
    "validation_attempt": {
        "state": "queued", "tries": 0, "number": 1, "decision": "", "route": "", "route_reason": "",
        "judged_route": "", "partial": False, "failed_checks": "[]", "halt_cause": "", "revise_count": 0,
        "retry_count": 0, "granted": False, "callback_url": "", "content_hash": "0" * 64,
        "rejudge": "", "enforced": True,
    },
    "validation_attempttext": {"context_md": CONTEXT, "response_md": RESPONSE, "goals": "[]", "metadata": "{}"},
    "validation_memorycandidate": {"key": "lamp", "content": "Looks for a head torch.", "state": "staged"},
    "validation_idempotencyrecord": {"body_hash": "0" * 64, "resource": "attempt"},
    "validation_auditevent": {"by": "key:bench", "verb": "attempt.received", "data": "{}"},
}  # fmt: skip


def copy_rows(database: str, number: int) -> float:
    """Seconds for the six rows of `number` attempts."""
    with psycopg.connect(database) as connection:
        pipeline = connection.execute("SELECT id FROM validation_pipeline LIMIT 1").fetchone()[0]  # type: ignore[index]
        known = _columns(connection)
        keys = [uuid.uuid4() for _ in range(number)]
        began = time.perf_counter()
        turns = connection.execute(
            "SELECT nextval(pg_get_serial_sequence('validation_turn', 'id')) FROM generate_series(1, %s)", (number,)
        ).fetchall()
        for table, same in TABLES.items():
            own = [_own(table, key, turn, pipeline) for key, (turn,) in zip(keys, turns, strict=True)]
            columns = [name for name in (*same, *own[0]) if name in known[table]]
            with connection.cursor().copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
                for row in own:
                    copy.write_row([{**same, **row}[name] for name in columns])
        connection.commit()
        return time.perf_counter() - began


def _own(table: str, key: uuid.UUID, turn: int, pipeline: int) -> dict[str, Any]:
    now = datetime.now(UTC)
    own: dict[str, dict[str, Any]] = {
        "validation_turn": {
            "id": turn, "pipeline_id": pipeline, "turn_id": key.hex, "created_at": now, "updated_at": now,
        },
        "validation_attempt": {
            "id": key, "turn_id": turn, "pipeline_id": pipeline, "submitted_at": now, "enqueued_at": now,
        },
        "validation_attempttext": {"attempt_id": key},
        "validation_memorycandidate": {"attempt_id": key},
        "validation_idempotencyrecord": {
            "pipeline_id": pipeline, "key": key.hex, "resource_id": str(key), "created_at": now,
        },
        "validation_auditevent": {"at": now, "subject": f"attempt:{key}"},
    }  # fmt: skip
    return own[table]


def _columns(connection: psycopg.Connection[Any]) -> dict[str, set[str]]:
    rows = connection.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    ).fetchall()
    return {table: {name for owner, name in rows if owner == table} for table in TABLES}
