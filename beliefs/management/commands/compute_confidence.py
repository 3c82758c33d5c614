"""Computes the confidence of one belief; writes it into its file with `--write`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from beliefs.actions.computed_files import replace_text
from beliefs.actions.precheck import check_markdown
from beliefs.domain.write_back import write_back
from beliefs.management.command import BeliefCommand, is_file, markdown_of
from beliefs.queries.beliefs import checked_resource
from validation.management.output import bad_input


class Command(BeliefCommand):
    help = "Compute the confidence of one belief. Exit 0 when its status is valid, 1 when not, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("id_or_file", help="id of a stored belief, or a file")
        parser.add_argument("--write", action="store_true", help="write the confidence block of the file")

    def act(self, pipeline: str, now: datetime, *, id_or_file: str, write: bool, **_: Any) -> tuple[Any, bool]:
        if write and not is_file(Path(id_or_file)):
            bad_input("--write needs the path of a belief file.")
        markdown = markdown_of(id_or_file, pipeline=pipeline)
        found = check_markdown(pipeline=pipeline, markdown=markdown, now=now)
        written = write_back(markdown, found.file_schema(now)) if write else markdown
        if written != markdown:
            replace_text(Path(id_or_file), read=markdown, written=written)
        result = {**checked_resource(found, now=now), "written": written != markdown}
        return result, result["confidence"]["status"] == "valid"

    def show(self, result: Any, console: Console) -> None:
        super().show(result, console)
        if result["written"]:
            console.print("The confidence block was written.")
