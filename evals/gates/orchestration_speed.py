"""Measures the orchestration gate's speed in-process, against the limits of spec 4, with a TODO.md of 2 MB."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.arguments import CommandSchema, check_arguments, read_schema
from validation.orchestration.gate.checks import check_delegation
from validation.orchestration.gate.gate import preflight, validate_return
from validation.orchestration.gate.profiles import V1
from validation.orchestration.gate.request import PreflightRequest

TODO_SIZE = 2_000_000
ROUNDS = 300

_BODY = (
    "- **Status**: [PLANNED]\n- **Language**: python\n\n"
    + "Weigh each sack, note it, and sweep the floor after.\n" * 15
)
_SCHEMA = {
    "requires_task": True,
    "positional": [{"name": "task_number", "type": "integer"}, {"name": "note", "required": False, "rest": True}],
    "flags": [{"name": "--force"}, {"name": "--phase", "type": "integer"}],
}


@dataclass(frozen=True, slots=True)
class Speed:
    """Durations in milliseconds, with the limit of the spec."""

    name: str
    limit: float
    median: float
    p99: float


def speeds(rounds: int = ROUNDS) -> tuple[Speed, ...]:
    todo, last = _todo()
    schema, limits = read_schema(_SCHEMA), OrchestrationPolicy()
    found = _request(todo, str(last), schema)
    absent = _request(todo, str(last + 1), schema)
    raw, existing = _return(), tuple(f"out/{number}.md" for number in range(100))

    def judge(request: PreflightRequest) -> Callable[[], object]:
        return lambda: preflight(request, limits=limits, active_sessions_check=set[str]().__contains__)

    return (
        _timed("preflight, last task", 50, judge(found), rounds),
        _timed("preflight, no such task", 50, judge(absent), rounds),
        _timed("delegation", 5, lambda: check_delegation(found, limits), rounds),
        _timed("arguments", 1, lambda: check_arguments("implement", found.arguments, schema), rounds),
        _timed("arguments, misspelt flag", 1, lambda: check_arguments("implement", ("1", "--forse"), schema), rounds),
        _timed(
            "return",
            10,
            lambda: validate_return(raw, expected_session_id="s", profile=V1, existing_artifacts=existing),
            rounds,
        ),
    )


def _todo() -> tuple[str, int]:
    """The text, and the number of its last task."""
    entry = len(_BODY) + 24
    count = TODO_SIZE // entry
    return "# TODO\n" + "".join(f"\n### {number}. Sacks\n{_BODY}" for number in range(1, count + 1)), count


def _request(todo: str, number: str, schema: CommandSchema) -> PreflightRequest:
    return PreflightRequest(
        command="implement",
        arguments=(number, "--phase", "2", "--force"),
        schema=schema,
        task_number=number,
        todo_md=todo,
        session_id="s",
        delegation_depth=2,
        delegation_path=("orchestrator", "implement"),
        target="builder",
    )


def _return() -> str:
    artifacts = [{"type": "report", "path": f"out/{number}.md"} for number in range(20)]
    fields = {"status": "completed", "summary": "Sacks weighed. " * 12, "artifacts": artifacts, "session_id": "s"}
    return json.dumps({**fields, "metadata": {"agent": "builder", "notes": ["x" * 200] * 20}})


def _timed(name: str, limit: float, work: Callable[[], object], rounds: int) -> Speed:
    times = []
    for _ in range(rounds):
        started = perf_counter()
        work()
        times.append(1000 * (perf_counter() - started))
    return Speed(name, limit, median(times), quantiles(times, n=100)[98])
