"""Stores a belief after validation; weak evidence must be confirmed."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import check_markdown, create, replaced, weak_evidence
from beliefs.management.command import BeliefCommand, markdown_of
from beliefs.queries.beliefs import checked_resource


class Command(BeliefCommand):
    help = (
        "Validate FILE and store it. Weak evidence, or other words under the same id, ask first; --confirm is yes. "
        "Exit 1 when not stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the belief, a Markdown file")
        parser.add_argument("--confirm", action="store_true", help="store it all the same")

    def act(self, pipeline: str, now: datetime, *, file: str, confirm: bool, **_: Any) -> tuple[Any, bool]:
        markdown = markdown_of(file, pipeline=pipeline)
        found = check_markdown(pipeline=pipeline, markdown=markdown, now=now)
        warnings = (*replaced(found.belief, markdown, pipeline=pipeline), *weak_evidence(found))
        agreed = not warnings or confirm or _asked(warnings)
        if agreed:
            by = "command:create_belief"
            create(pipeline=pipeline, markdown=markdown, name=None, confirm=True, by=by, now=now)
            refresh(pipeline=pipeline, now=now)
        return {**checked_resource(found, now=now), "stored": agreed, "warnings": list(warnings)}, agreed

    def show(self, result: Any, console: Console) -> None:
        super().show(result, console)
        console.print("Stored." if result["stored"] else "Not stored. Use --confirm to store it all the same.")


def _asked(warnings: tuple[str, ...]) -> bool:
    """Asks for confirmation at a terminal; a script must pass --confirm."""
    if not sys.stdin.isatty():
        return False
    print("Before it is stored:", *warnings, sep="\n- ", file=sys.stderr)
    return input("Store it all the same? [y/N] ").strip().casefold() in ("y", "yes")
