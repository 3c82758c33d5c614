"""From one database url to Django's settings: SQLite as the embedded mode needs it, PostgreSQL with psycopg's pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from config.env import BadEnvironment

BUSY_TIMEOUT_S = 20
AWAY_AFTER_S = 6
"""How long PostgreSQL may be away, or all connections taken, before a request is told so: about a restart."""
CONNECT_S = 4
CONNECTIONS = 16
"""Of one process to PostgreSQL, so also the requests that work at the same time (`config/http/request_threads.py`)."""
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
)


def from_url(url: str, *, password: str = "") -> dict[str, Any]:
    """`sqlite:///path` or `postgresql://user:password@host:port/name` as an entry of DATABASES. `password`, which
    may come from a file of its own, wins over the url's."""
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise BadEnvironment("COUNTERSIGN_DATABASE_URL names no database; it must end in /name.")
    if parts.scheme == "sqlite":
        return sqlite(Path(name))
    return {
        "ENGINE": "config.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": password or unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        # Half a web request's time goes into connecting without a pool (462 against 240 requests a second).
        "OPTIONS": {
            "connect_timeout": CONNECT_S,
            # Trying to reconnect pauses longer and longer; given up, the next request tries at once.
            "pool": {"min_size": 1, "max_size": CONNECTIONS, "timeout": AWAY_AFTER_S, "reconnect_timeout": CONNECT_S},
        },
    }


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite for many writer threads: deferred transactions that read first and write later lock each other out."""
    return {
        "ENGINE": "config.sqlite",
        "NAME": str(path),
        # A connection is a file of this process; opening one reads the whole schema, ten times the cost of a statement.
        "CONN_MAX_AGE": None,
        "OPTIONS": {"timeout": BUSY_TIMEOUT_S, "transaction_mode": "IMMEDIATE", "init_command": SQLITE_PRAGMAS},
        "TEST": {"NAME": str(path)},
    }
