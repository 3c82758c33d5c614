"""Validates one belief, stored or from a file. Stores nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from beliefs.actions.precheck import check_markdown
from beliefs.management.reading import add_pipeline, markdown_of
from beliefs.management.tables import show_assessment
from beliefs.queries.beliefs import checked_resource
from beliefs.queries.corpora import check_pipeline
from validation.management.output import GateCommand


class Command(GateCommand):
    help = "Validate one belief by id or file. Exit 0 when valid or with warnings only, 1 when invalid, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        add_pipeline(parser)
        parser.add_argument("id_or_file")

    def run(self, *, pipeline: str, id_or_file: str, **_: Any) -> tuple[Any, bool]:
        check_pipeline(pipeline)
        markdown, now = markdown_of(id_or_file, pipeline=pipeline), timezone.now()
        result = checked_resource(check_markdown(pipeline=pipeline, markdown=markdown, now=now), now=now)
        return result, result["validation"]["status"] != "invalid"

    def show(self, result: Any, console: Console) -> None:
        show_assessment(result, console)
