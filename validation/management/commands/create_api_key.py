"""Makes an API key and prints it once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from validation.management.output import GateCommand
from validation.platform.keys import create_api_key, initial_callback_secret
from validation.platform.permissions import Scope


class Command(GateCommand):
    help = "Make an API key for a pipeline. It is shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the key is for; also the pipeline unless --pipeline names another")
        parser.add_argument("--pipeline", help="the pipeline that the key is bound to")
        parser.add_argument(
            "--scope",
            action="append",
            dest="scopes",
            help=f"one of {', '.join(Scope)}; repeat for several (default: ingest and read)",
        )

    def run(self, *, name: str, pipeline: str | None, scopes: list[str] | None, **_: Any) -> tuple[Any, bool]:
        given = [scope for part in scopes or ["ingest", "read"] for scope in part.split(",")]
        key, secret = create_api_key(name=name, pipeline=pipeline or name, scopes=given, by="shell", now=timezone.now())
        return {
            "key": secret,
            "pipeline": key.pipeline.name,
            "name": key.name,
            "scopes": key.scopes,
            "callback_secret": initial_callback_secret(key),
        }, True

    def show(self, result: Any, console: Console) -> None:
        console.print(f"Key of pipeline {result['pipeline']} with scopes {', '.join(result['scopes'])}:")
        console.print(result["key"], markup=False)
        if result["callback_secret"]:
            console.print("Callbacks of this pipeline are signed with:")
            console.print(result["callback_secret"], markup=False)
        console.print("Neither is shown again." if result["callback_secret"] else "It is not shown again.")
