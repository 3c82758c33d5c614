"""`manage.py import_gold FILE`: gold items from a file of JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from validation.domain.codes.problems import ProblemCode
from validation.domain.trust.gold import GoldLine, read_gold
from validation.management.output import GateCommand
from validation.models import Pipeline
from validation.trust.actions.gold import import_gold

FIELDS = ", ".join(GoldLine.model_fields)


class Command(GateCommand):
    help = "Add labelled responses that are planted among the audits to measure reviewers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=f"one JSON object a line: {FIELDS}")
        parser.add_argument("--pipeline", default="", help="plant them in this pipeline alone")

    def run(self, *, file: Path, pipeline: str, **_: Any) -> tuple[Any, bool]:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProblemCode.GOLD_INVALID.error("file", file=file, error=error) from None
        found = Pipeline.objects.filter(name=pipeline).first()
        home = ProblemCode.PIPELINE_UNKNOWN.unless(found, name=pipeline) if pipeline else None
        lines = read_gold(text)
        added = import_gold(lines, pipeline=home, by="shell", now=timezone.now())
        return {"added": added, "known": len(lines) - added}, True

    def show(self, result: Any, console: Console) -> None:
        console.print(f"{result['added']} gold items added, {result['known']} known already.")
