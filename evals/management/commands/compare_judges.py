"""`compare_judges DATA`: compares two judges, prompts or policies on a labelled set. Prints a table, or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.table import Table

from evals.compare import Side, compare
from evals.datasets_io import DatasetUnreadable
from evals.management.commands.run_evals import JUDGES, llm_client_named
from validation.domain.policy import ResponsePolicy
from validation.management.output import GateCommand, bad_input
from validation.models import Policy
from validation.response.queries.prompts import prompt_of


class Command(GateCommand):
    help = "Judges a labelled set by two judges, prompts or policies; says what flips, which way, and at what cost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("data", type=Path, help=".jsonl or .jsonl.gz of labelled responses")
        for side in ("a", "b"):
            parser.add_argument(f"--{side}", choices=JUDGES, default="embedded", help="the judge")
            parser.add_argument(f"--{side}-policy", type=int, metavar="N", help="a published policy; else the defaults")
            parser.add_argument(f"--{side}-prompt", type=int, default=0, metavar="N", help="a stored prompt of the LLM")

    def run(self, *, data: Path, **options: Any) -> tuple[Any, bool]:
        sides = [_side(options[side], options[f"{side}_policy"], options[f"{side}_prompt"]) for side in ("a", "b")]
        try:
            return compare(data, *sides), True
        except DatasetUnreadable as error:
            bad_input(str(error))

    def show(self, result: Any, console: Console) -> None:
        console.print(f"{result['n']} items; the same decision on {_per_cent(result['agreement'])}")
        sides = Table("", *(side["name"] for side in result["sides"]))
        for name in ("right", "false_approve", "false_hold"):
            sides.add_row(name.replace("_", " "), *(_per_cent(side[name]) for side in result["sides"]))
        for name in ("halted", "tokens", "cost"):
            sides.add_row(name, *(str(side[name]) if side[name] is not None else "–" for side in result["sides"]))
        for name in ("seconds_p50", "seconds_p95"):
            sides.add_row(name.replace("_", " "), *(f"{side[name] or 0:.3f}" for side in result["sides"]))
        console.print(sides)
        flips = Table("Flip", "Items", "Mended", "Broken")
        for flip in result["flips"]:
            flips.add_row(f"{flip['from']} -> {flip['to']}", str(flip["n"]), str(flip["mended"]), str(flip["broken"]))
        console.print(flips)
        better = result["better"]
        alone = f"Only the first right: {better['only_first']}; only the second: {better['only_second']}"
        console.print(f"{alone}; p {better['p']:.3f}")


def _side(judge: str, number: int | None, prompt: int) -> Side:
    """The side from its options. Raises NotFound for an unknown prompt."""
    llm_client = llm_client_named(judge)
    name, document = f"{judge}, default policy", ResponsePolicy()
    if number is not None:
        policy = Policy.objects.filter(number=number).first()
        if policy is None:
            bad_input(f"There is no policy {number}. List them on the page Policies.")
        name, document = f"{judge}, policy {number}", policy.read().response
    return Side(f"{name}, prompt {prompt}" if prompt else name, llm_client, document, prompt_of(prompt))


def _per_cent(one: dict[str, Any]) -> str:
    return "–" if one["value"] is None else f"{one['value']:.1%} [{one['low']:.1%}-{one['high']:.1%}]"
