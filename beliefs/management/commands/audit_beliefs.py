"""Audits all beliefs and prints the health report."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from beliefs.actions.audits import audit_beliefs
from beliefs.management.reading import add_pipeline
from beliefs.management.tables import progress_bars, show_report
from beliefs.queries.corpora import check_pipeline
from validation.management.output import GateCommand


class Command(GateCommand):
    help = "Assess what changed and print the health report. Exit 1 when a belief is invalid or a file is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        add_pipeline(parser)
        parser.add_argument("--all", action="store_true", dest="everything", help="assess every belief again")

    def run(self, *, pipeline: str, everything: bool, **_: Any) -> tuple[Any, bool]:
        check_pipeline(pipeline)
        with progress_bars() as progress:
            report = audit_beliefs(
                pipeline=pipeline,
                by="command:audit_beliefs",
                now=timezone.now(),
                everything=everything,
                progress=progress,
            )
        return report, not report["validation"].get("invalid") and not report["broken_files"]

    def show(self, result: Any, console: Console) -> None:
        show_report(result, console)
