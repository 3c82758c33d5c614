"""Says which version this is."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from config.ops.status import versions
from validation.management.output import GateCommand


class Command(GateCommand):
    help = "Say which version this is, and what it runs on. No database is asked."

    def run(self, **_: Any) -> tuple[Any, bool]:
        return versions(), True

    def show(self, result: Any, console: Console) -> None:
        console.print(f"[bold]Countersign {result['countersign']}[/]")
        for name in ("python", "django", "database"):
            console.print(f"{name} {result[name]}")
