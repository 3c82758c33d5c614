"""`manage.py erase_turn PIPELINE TURN_ID`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from validation.management.output import GateCommand
from validation.platform.retention import erase_turn


class Command(GateCommand):
    help = "Delete all that the gates hold of one turn, however young it is. The audit trail stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pipeline", help="whose turn it is")
        parser.add_argument("turn_id", help="the turn, as the pipeline calls it")

    def run(self, *, pipeline: str, turn_id: str, **_: Any) -> tuple[Any, bool]:
        erased = erase_turn(pipeline=pipeline, turn_id=turn_id, by="shell", now=timezone.now())
        return {"pipeline": pipeline, "turn_id": turn_id, "erased": erased}, True

    def show(self, result: Any, console: Console) -> None:
        console.print("Erased: " + ", ".join(f"{number} {name}" for name, number in result["erased"].items()) + ".")
