"""Syncs stored beliefs and sources with a checkout."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.table import Table

from beliefs.actions.audits import audit_beliefs
from beliefs.actions.checkout import open_checkout
from beliefs.actions.computed_files import write_computed
from beliefs.actions.sync import sync
from beliefs.management.command import BeliefCommand, progress_bars, show_broken, show_report
from validation.management.output import bad_input

_BY = "command:sync_beliefs"


class Command(BeliefCommand):
    help = "Sync beliefs, sessions, patterns, specs, commits and tags of DIR. Exit 1 when a file could not be taken in."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path, help="a checkout, or an export with commits.txt, tags.txt and paths.txt")
        parser.add_argument("--audit", action="store_true", help="audit everything afterwards")
        parser.add_argument(
            "--write", action="store_true", help="audit, then write each computed confidence into its file"
        )

    def act(self, pipeline: str, now: datetime, *, dir: Path, audit: bool, write: bool, **_: Any) -> tuple[Any, bool]:  # noqa: A002 - the contract's name
        if not dir.is_dir():
            bad_input(f"{dir} is no folder. Give the checkout that holds the beliefs.")
        with progress_bars() as progress:
            checkout = open_checkout(dir)
            done = sync(pipeline=pipeline, checkout=checkout, by=_BY, now=now, progress=progress)
            result = done.as_data()
            if audit or write:
                result["audit"] = audit_beliefs(pipeline=pipeline, by=_BY, now=now, progress=progress)
            if write:
                written = write_computed(checkout.root, pipeline=pipeline, by=_BY, now=now)
                result["written"] = written.as_data()
                return result, not done.unreadable and not written.refused
        return result, not done.unreadable

    def show(self, result: Any, console: Console) -> None:
        columns = ("added", "changed", "unchanged", "removed", "broken")
        table = Table("kind", *columns, show_edge=False)
        for kind, counts in result["counts"].items():
            table.add_row(kind, *(str(counts.get(column, 0)) for column in columns))
        console.print(table)
        show_broken(result["broken"], console)
        if "audit" in result:
            show_report(result["audit"], console)
        if "written" in result:
            done = result["written"]
            console.print(f"The confidence block was written into {done['written']} files, {done['unchanged']} had it.")
            for file in done["refused"]:
                console.print(f"{file['path']}: {file['reason']}", markup=False)
