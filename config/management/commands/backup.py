"""`manage.py backup FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection
from rich.console import Console

from config.ops import backups
from validation.management.output import GateCommand, bad_input


class Command(GateCommand):
    help = "Write the whole database into FILE while everything runs. PostgreSQL is dumped by pg_dump."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that is not there yet")

    def run(self, *, file: Path, **_: Any) -> tuple[Any, bool]:
        if "django_migrations" not in connection.introspection.table_names():
            bad_input("The database is not set up; there is nothing to back up.")
        try:
            backups.back_up(file, connection.settings_dict)
        except backups.BackupError as reason:
            bad_input(str(reason))
        return {"file": str(file), "bytes": file.stat().st_size}, True

    def show(self, result: Any, console: Console) -> None:
        console.print(f"{result['file']}: {result['bytes']:,} bytes. It holds signing secrets. Keep it safe.")
