"""Asks the configured LLM endpoint what it supports."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from validation.judge.configured import probe_configured
from validation.management.output import GateCommand, bad_input

STATES = {True: "[green]yes[/]", False: "[red]no[/]", None: "[yellow]not tried[/]"}


class Command(GateCommand):
    help = "Probe the LLM endpoint: models, one round trip, structured output, tokenize, seed. Exit 1 when unusable."

    def run(self, **_: Any) -> tuple[Any, bool]:
        report = probe_configured()
        if report is None:
            bad_input("No LLM is configured: set COUNTERSIGN_VLLM_URL and COUNTERSIGN_VLLM_MODEL, then probe again.")
        return {**asdict(report), "usable": report.usable, "advice": report.advice}, report.usable

    def show(self, result: Any, console: Console) -> None:
        console.print(f"{result['url']}  model {result['model'] or '(none named)'}", markup=False)
        table = Table("step", "ok", "detail", "ms", show_edge=False)
        for step in result["steps"]:
            table.add_row(step["name"], STATES[step["ok"]], Text(step["detail"]), f"{step['elapsed_ms']:.0f}")
        console.print(table)
        console.print("Usable as a judge." if result["usable"] else "Not usable as a judge.")
        if result["advice"]:
            console.print(result["advice"], markup=False)
