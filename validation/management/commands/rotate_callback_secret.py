"""`manage.py rotate_callback_secret PIPELINE`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from validation.management.output import GateCommand
from validation.platform.keys import rotate_callback_secret


class Command(GateCommand):
    help = "Replace the secret that signs a pipeline's callbacks. The new one is shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pipeline", help="the pipeline whose callbacks it signs")

    def run(self, *, pipeline: str, **_: Any) -> tuple[Any, bool]:
        secret = rotate_callback_secret(pipeline=pipeline, by="shell", now=timezone.now())
        return {"pipeline": pipeline, "callback_secret": secret}, True

    def show(self, result: Any, console: Console) -> None:
        console.print(f"Callbacks of pipeline {result['pipeline']} are signed from now on with:")
        console.print(result["callback_secret"], markup=False)
        console.print("It is not shown again.")
