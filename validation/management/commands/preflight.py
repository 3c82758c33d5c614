"""Checks a delegation before it is made. Nothing is stored, and no session is registered."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from validation.domain.codes.problems import ProblemCode
from validation.management.output import GateCommand, read_json, read_text, show_errors
from validation.models import Pipeline
from validation.orchestration.actions.preflights import check_preflight
from validation.orchestration.gate.request import read_request
from validation.orchestration.queries.orchestration import session_is_active
from validation.platform.policies import policy_in_force


class Command(GateCommand):
    help = (
        "Check a delegation: task, arguments, depth, cycles, session. Exit 0 when allowed, 1 when not, 2 on bad input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--task", metavar="N", help="task number, looked up in --todo")
        parser.add_argument("--todo", type=Path, metavar="FILE", help="TODO.md")
        parser.add_argument("--command", default="", help="name of the command that is run")
        parser.add_argument("--schema", type=Path, metavar="FILE", help="which arguments the command takes, as JSON")
        parser.add_argument("--session-id", metavar="S", help="the session to hand over")
        parser.add_argument("--pipeline", metavar="NAME", help="whose registry to ask whether the session is active")
        parser.add_argument("--depth", type=int, metavar="N", help="how many delegations deep this one is")
        parser.add_argument("--path", default="", metavar="A,B", help="agents delegated through so far")
        parser.add_argument("--target", metavar="AGENT", help="agent it is delegated to")
        parser.add_argument("arguments", nargs="*", help="the command's arguments, after --")

    def run(self, **options: Any) -> tuple[Any, bool]:
        request = read_request(_document(options))
        pipeline = _pipeline(options["pipeline"])
        timed = check_preflight(
            request,
            limits=policy_in_force().read().orchestration,
            is_active=lambda session: pipeline is not None and session_is_active(pipeline, session, timezone.now()),
        )
        result = timed.result
        data = {
            "allowed": result.allowed,
            "errors": [asdict(error) for error in result.errors],
            "task": asdict(result.task) if result.task else None,
            "elapsed_ms": round(timed.elapsed_ms, 3),
        }
        return data, result.allowed

    def show(self, result: Any, console: Console) -> None:
        task = result["task"]
        verdict = "[bold green]allowed[/]" if result["allowed"] else "[bold red]refused[/]"
        console.print(f"{verdict}  {result['elapsed_ms']:.2f} ms")
        if task:
            facts = f"{task['status'] or 'no status'}, {task['language'] or 'no language'}"
            console.print(f"task {task['number']}: {task['title']} ({facts})", markup=False)
        show_errors(result["errors"], console)


def _document(options: dict[str, Any]) -> dict[str, Any]:
    given = {
        "command": options["command"],
        "arguments": options["arguments"],
        "schema": read_json(options["schema"]) if options["schema"] else None,
        "task_number": options["task"],
        "todo_md": read_text(options["todo"]) if options["todo"] else None,
        "session_id": options["session_id"],
        "delegation_depth": options["depth"],
        "delegation_path": [agent.strip() for agent in options["path"].split(",") if agent.strip()],
        "target": options["target"],
    }
    return {name: one for name, one in given.items() if one is not None}


def _pipeline(name: str | None) -> Pipeline | None:
    if name is None:
        return None
    return ProblemCode.PIPELINE_UNKNOWN.unless(Pipeline.objects.filter(name=name).first(), name=name)
