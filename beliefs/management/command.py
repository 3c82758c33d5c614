"""Shared by the belief commands: the pipeline option, reading a belief by id or file, and printing results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress as Bars
from rich.progress import TaskID
from rich.table import Table

from beliefs.actions.vectors import Progress
from beliefs.domain.corpus import COMMON
from beliefs.queries.beliefs import find_belief
from beliefs.queries.corpora import check_pipeline
from validation.management.output import GateCommand, bad_input


class BeliefCommand(GateCommand):
    """Subclasses implement `act`, which also gets the options, and `show` if the result is not an assessment."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--pipeline",
            default=COMMON,
            metavar="NAME",
            help=f"whose beliefs and sources; '{COMMON}' are those that every pipeline reads (default)",
        )

    def run(self, *, pipeline: str, **options: Any) -> tuple[Any, bool]:
        check_pipeline(pipeline)
        return self.act(pipeline, timezone.now(), **options)

    def act(self, *_args: Any, **_options: Any) -> tuple[Any, bool]:
        raise NotImplementedError

    def show(self, result: Any, console: Console) -> None:
        """Prints `confidence`, `validation` and `links`, which are in the format of the API."""
        confidence, validation = result["confidence"], result["validation"]
        console.print(f"[bold]{result['id']}[/]  {validation['status']}, confidence {confidence['score']:.2f}")
        table = Table("check", "passed", "details", "warnings", show_edge=False)
        for check in validation["checks"]:
            warnings = "\n".join(check.get("warnings", ()))
            table.add_row(check["name"], "yes" if check["passed"] else "no", check["details"], escape(warnings))
        console.print(table)


def is_file(place: Path) -> bool:
    """False also for impossible file names, such as one of 300 characters."""
    try:
        return place.is_file()
    except OSError:
        return False


def markdown_of(id_or_file: str, *, pipeline: str) -> str:
    """The content of the file if there is one, with its line endings; else the stored belief with that id."""
    place = Path(id_or_file)
    if not is_file(place):
        return find_belief(id_or_file, pipeline=pipeline).markdown
    try:
        return place.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        bad_input(f"{place} is not UTF-8 text.")
    except OSError as error:
        bad_input(f"{place} cannot be read: {error.strerror}.")


def show_report(report: dict[str, Any], console: Console) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in sorted(report["validation"].items()))
    work = f"{report['assessed']} assessed in {report['seconds']} s"
    console.print(f"[bold]{report['beliefs']} beliefs[/]: {counts or 'none'}; {work}")
    facts = Table("finding", "beliefs", show_edge=False)
    for name in ("broken_evidence", "weak_evidence", "review_due", "approaching_review", "contradicted", "orphans"):
        facts.add_row(name.replace("_", " "), str(len(report[name])))
    console.print(facts)
    fixes = Table("fix first", "why", show_edge=False)
    for fix in report["fix_first"][:10]:
        fixes.add_row(fix["belief"], escape("; ".join(fix["reasons"])))
    console.print(fixes)
    assigned = report["assigned"]
    if assigned["n"]:
        mean = f"mean assigned {assigned['mean_assigned']}, mean computed {assigned['mean_computed']}"
        console.print(f"Assigned against computed, n = {assigned['n']}: {mean}, {assigned['overstated']} overstated")
    show_broken(report["broken_files"], console)


def show_broken(files: list[dict[str, Any]], console: Console) -> None:
    for file in files:
        console.print(f"{file['path']}, line {file['line']}: {file['reason']}", markup=False)


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Progress bars on stderr; nothing if it is not a terminal."""
    with Bars(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield show
