"""Puts a backup in the place of the database."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import connection
from django.utils import timezone
from rich.console import Console

from config.embedded.var_dir import only_one
from config.env import BadEnvironment
from config.ops.backups import BackupError, restore
from validation.management.output import GateCommand, bad_input


class Command(GateCommand):
    help = "Put the backup in FILE in the place of the database, and migrate it. Stop the instance before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="PostgreSQL: also where the database holds data")

    def run(self, *, file: Path, replace: bool, **_: Any) -> tuple[Any, bool]:
        try:
            with only_one(settings.VAR) if connection.vendor == "sqlite" else nullcontext():
                return restore(file, replace=replace, now=timezone.now()), True
        except (BackupError, BadEnvironment) as refused:
            bad_input(str(refused))

    def show(self, result: Any, console: Console) -> None:
        console.print(f"The database is that of {result['file']}.")
        if result["kept"]:
            console.print(f"The one before is {result['kept']}.")
