"""Audits all beliefs and prints the health report."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from beliefs.actions.audits import audit_beliefs
from beliefs.management.command import BeliefCommand, progress_bars, show_report


class Command(BeliefCommand):
    help = "Assess what changed and print the health report. Exit 1 when a belief is invalid or a file is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--all", action="store_true", dest="everything", help="assess every belief again")

    def act(self, pipeline: str, now: datetime, *, everything: bool, **_: Any) -> tuple[Any, bool]:
        by = "command:audit_beliefs"
        with progress_bars() as progress:
            report = audit_beliefs(pipeline=pipeline, by=by, now=now, everything=everything, progress=progress)
        return report, not report["validation"].get("invalid") and not report["broken_files"]

    def show(self, result: Any, console: Console) -> None:
        show_report(result, console)
