#!/usr/bin/env python3
"""The shell entrance. Without DJANGO_SETTINGS_MODULE it works on the embedded mode's data."""

import logging
import os
import re
import sys
from typing import NoReturn


def stop(message: str) -> NoReturn:
    """Exits with 2: 1 would say that a gate did not approve."""
    print(message, file=sys.stderr)
    sys.exit(2)


class PoolTries(logging.Filter):
    """Drops what the connection pool logs of each try, and keeps why the last one failed: its error does not say."""

    why = ""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if said.startswith("error connecting"):
            self.why = said.partition(": ")[2].partition("\n")[0]
        return not said.startswith(("error connecting", "reconnection attempt"))


def main() -> None:
    if sys.version_info[:2] != (3, 11):
        stop(f"Countersign needs Python 3.11; this is {sys.version.split()[0]} ({sys.executable}).")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    import django
    from django.core.management import ManagementUtility, execute_from_command_line
    from django.db import DatabaseError

    tries = PoolTries()
    if sys.argv[1:2] != ["serve"]:  # which goes on without the database, and logs
        logging.getLogger("psycopg.pool").addFilter(tries)
    try:
        if sys.argv[1:2] in (["version"], ["--version"]):  # Django would say its own
            django.setup()
            ManagementUtility().fetch_command("version").run_from_argv([sys.argv[0], "version", *sys.argv[2:]])
        else:
            execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if re.search(r"no such table|relation .* does not exist", str(error)):
            stop("The database is not set up, or of an older version. Run `make setup`, or `manage.py migrate`.")
        import sqlite3

        from psycopg_pool import PoolTimeout

        from validation.platform.work.outages import is_unavailable

        is_other_file = getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
        if not (is_other_file or is_unavailable(error)):
            raise
        why = tries.why if isinstance(error.__cause__, PoolTimeout) else ""
        said = why or " ".join(str(error).split()).rstrip(".")
        stop(f"Database error: {said}. Check the database, and what COUNTERSIGN_DATABASE_URL names.")


if __name__ == "__main__":
    main()
