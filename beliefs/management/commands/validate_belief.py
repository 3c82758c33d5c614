"""Validates one belief, stored or from a file. Stores nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser

from beliefs.actions.precheck import check_markdown
from beliefs.management.command import BeliefCommand, markdown_of
from beliefs.queries.beliefs import checked_resource


class Command(BeliefCommand):
    help = "Validate one belief by id or file. Exit 0 when valid or with warnings only, 1 when invalid, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("id_or_file", help="id of a stored belief, or a file")

    def act(self, pipeline: str, now: datetime, *, id_or_file: str, **_: Any) -> tuple[Any, bool]:
        markdown = markdown_of(id_or_file, pipeline=pipeline)
        result = checked_resource(check_markdown(pipeline=pipeline, markdown=markdown, now=now), now=now)
        return result, result["validation"]["status"] != "invalid"
