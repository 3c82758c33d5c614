"""`run_evals GATE DATA`: measures whether a gate is right. Prints a table, or JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from evals.datasets_io import DatasetUnreadable
from evals.report import show
from evals.runner import GATES, Options, run
from validation.judge.configured import configured_llm_client
from validation.judge.protocol import LlmClient
from validation.management.output import bad_input

JUDGES = ("embedded", "vllm")


def llm_client_named(judge: str) -> LlmClient | None:
    """None for the embedded judge. Reports bad input if the LLM is not configured."""
    llm_client = configured_llm_client() if judge == "vllm" else None
    if judge == "vllm" and llm_client is None:
        bad_input("no LLM is configured: set COUNTERSIGN_JUDGE=vllm and COUNTERSIGN_VLLM_URL")
    return llm_client


class Command(BaseCommand):
    help = "Measures a gate on labelled data: figures with 95 % intervals, per data set and task."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gate", choices=sorted(GATES), help="the gate to measure")
        parser.add_argument("data", type=Path, help=".jsonl or .jsonl.gz; for orchestration the folder")
        parser.add_argument("--judge", choices=JUDGES, default="embedded", help="the judge (default: embedded)")
        parser.add_argument("--held-back", action="store_true", help="only sources that no model was trained on")
        parser.add_argument(
            "--among", type=int, default=0, metavar="CHARS", help="fill evidence up with passages of other responses"
        )
        parser.add_argument("--json", metavar="OUT", nargs="?", const="-", help="write JSON to OUT, or to the output")

    def handle(self, *_: Any, gate: str, data: Path, judge: str, held_back: bool, among: int, **options: Any) -> None:
        out = Path(options["json"] or "-")
        if not out.parent.is_dir():
            bad_input(f"{out.parent} is no folder. Name a file in one that exists, as --json.")
        if out.is_dir():
            bad_input(f"{out} is a folder. Name a file in it, as --json.")
        if among and gate != "response":
            bad_input("--among fills up the evidence of responses; leave it out for other gates.")
        try:
            report = run(gate, data, Options(judge=llm_client_named(judge), held_back=held_back, among=among))
        except DatasetUnreadable as error:
            bad_input(str(error))
        self._write(report, options["json"])

    def _write(self, report: dict[str, Any], out: str | None) -> None:
        if out is None:
            show(report, Console(file=self.stdout, width=100))  # type: ignore[arg-type]
        elif out == "-":
            self.stdout.write(json.dumps(report, indent=2))
        else:
            Path(out).write_text(json.dumps(report, indent=2) + "\n", "utf-8")
