"""Turns the database url into Django settings: SQLite tuned for the embedded mode, PostgreSQL with psycopg's pool."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.env import BadEnvironment

BUSY_TIMEOUT_S = 20
AWAY_AFTER_S = 6
"""How long a request waits for PostgreSQL or a free connection before it fails: about the time of a restart."""
CONNECT_S = 4
CONNECTIONS = 16
"""PostgreSQL connections of one process, which also limits its concurrent requests
(`config/http/request_threads.py`)."""
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
)

PARAMETERS = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "channel_binding", "target_session_attrs")
"""Parameters of libpq that the url of a PostgreSQL may have."""


def from_url(url: str, *, password: str = "") -> dict[str, Any]:
    """`sqlite:///path` or `postgresql://user:password@host:port/name?sslmode=verify-full` as an entry of DATABASES.
    `password` takes precedence over the one in the url."""
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise BadEnvironment("COUNTERSIGN_DATABASE_URL names no database; it must end in /name.")
    if parts.scheme == "sqlite":
        if parts.netloc:
            raise BadEnvironment("COUNTERSIGN_DATABASE_URL names a host; a file is sqlite:///path or sqlite:////path.")
        _parameters(parts.query, known=())
        return sqlite(Path(name))
    return {
        "ENGINE": "config.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": password or unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        # Without a pool, connecting takes half the time of a request (240 instead of 462 requests a second).
        "OPTIONS": {
            **_parameters(parts.query, known=PARAMETERS),
            "connect_timeout": CONNECT_S,
            # Pauses between reconnects grow; after giving up, the next request tries at once.
            "pool": {"min_size": 1, "max_size": CONNECTIONS, "timeout": AWAY_AFTER_S, "reconnect_timeout": CONNECT_S},
        },
    }


def _parameters(query: str, *, known: Collection[str]) -> dict[str, str]:
    """Refuses what would be passed over: it may be what protects the connection."""
    given = parse_qsl(query.replace("+", "%2B"), keep_blank_values=True)  # libpq takes a plus as it is
    found = dict(given)
    if len(found) < len(given) or not all(name in known and value for name, value in given):
        there = f"only {', '.join(known)}, once each and with a value" if known else "none"
        raise BadEnvironment(f"COUNTERSIGN_DATABASE_URL has a parameter that cannot be used; it may have {there}.")
    return found


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite for many writer threads, with immediate transactions: deferred ones that read first and then write would
    fail when another one writes in between."""
    return {
        "ENGINE": "config.sqlite",
        "NAME": str(path),
        # Opening a connection reads the whole schema, which costs ten times as much as a statement.
        "CONN_MAX_AGE": None,
        "OPTIONS": {"timeout": BUSY_TIMEOUT_S, "transaction_mode": "IMMEDIATE", "init_command": SQLITE_PRAGMAS},
        "TEST": {"NAME": str(path)},
    }
