"""Writes the database into one file while the instance works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from config.ops.backups import BackupError, back_up
from validation.management.output import GateCommand, bad_input


class Command(GateCommand):
    help = "Write the database into FILE, which must not be there yet. The instance may work meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run(self, *, file: Path, **_: Any) -> tuple[Any, bool]:
        try:
            return back_up(file), True
        except BackupError as refused:
            bad_input(str(refused))

    def show(self, result: Any, console: Console) -> None:
        console.print(
            f"{result['file']}: {result['bytes']:,} bytes of {result['database']}. It holds secrets; keep it safe."
        )
