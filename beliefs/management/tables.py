"""How the belief commands print for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import Progress as Bars
from rich.progress import TaskID
from rich.table import Table

from beliefs.actions.vectors import Progress


def show_assessment(result: dict[str, Any], console: Console) -> None:
    """`confidence`, `validation` and `links` as in the API."""
    confidence, validation = result["confidence"], result["validation"]
    console.print(f"[bold]{result['id']}[/]  {validation['status']}, confidence {confidence['score']:.2f}")
    table = Table("check", "passed", "details", "warnings", show_edge=False)
    for check in validation["checks"]:
        warnings = "\n".join(check.get("warnings", ()))
        table.add_row(check["name"], "yes" if check["passed"] else "no", check["details"], _plain(warnings))
    console.print(table)


def show_report(report: dict[str, Any], console: Console) -> None:
    told = ", ".join(f"{count} {name}" for name, count in sorted(report["validation"].items()))
    work = f"{report['assessed']} assessed in {report['seconds']} s"
    console.print(f"[bold]{report['beliefs']} beliefs[/]: {told or 'none'}; {work}")
    facts = Table("finding", "beliefs", show_edge=False)
    for name in ("broken_evidence", "weak_evidence", "review_due", "approaching_review", "contradicted", "orphans"):
        facts.add_row(name.replace("_", " "), str(len(report[name])))
    console.print(facts)
    fixes = Table("fix first", "why", show_edge=False)
    for fix in report["fix_first"][:10]:
        fixes.add_row(fix["belief"], _plain("; ".join(fix["reasons"])))
    console.print(fixes)
    assigned = report["assigned"]
    if assigned["n"]:
        mean = f"mean assigned {assigned['mean_assigned']}, mean computed {assigned['mean_computed']}"
        console.print(f"Assigned against computed, n = {assigned['n']}: {mean}, {assigned['overstated']} overstated")
    for file in report["broken_files"]:
        console.print(f"{file['path']}, line {file['line']}: {file['reason']}", markup=False)


def _plain(text: str) -> str:
    return text.replace("[", r"\[")


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """A progress bar on stderr while a command works; nothing when nobody looks."""
    with Bars(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield show
