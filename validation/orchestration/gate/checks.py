"""The preflight's checks on task, delegation and session (spec 4: high-value checks).

What the spec leaves to the agents is not looked at: whether a plan exists, what a task's status allows, permissions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.request import PreflightRequest
from validation.orchestration.gate.result import ErrorCode, GateError, Task, shown
from validation.orchestration.gate.todo import existing_near, find_task

_NUMBER = re.compile(r"[0-9]+")
_LONGEST = 12
_LONGEST_BITS = 64


def check_task(number: object, todo: str | None) -> Task | GateError:
    """The task, or the one reason why there is none."""
    told = _as_text(number)
    if not _NUMBER.fullmatch(told):
        message = f"Task number {shown(number)} is no whole number; give digits only, such as 12"
        return GateError(ErrorCode.TASK_NUMBER_INVALID, "task_number", message)
    if todo is None:
        message = f"TODO.md is missing, so task {told[:_LONGEST]} cannot be looked up; send its text as todo_md"
        return GateError(ErrorCode.TODO_MISSING, "todo_md", message)
    if len(told) > _LONGEST:
        message = f"Task {told[:_LONGEST]}... not found in TODO.md; task numbers have at most {_LONGEST} digits"
        return GateError(ErrorCode.TASK_NOT_FOUND, "task_number", message)
    return find_task(todo, told) or _not_found(told, todo)


def check_delegation(request: PreflightRequest, limits: OrchestrationPolicy) -> tuple[GateError, ...]:
    errors = []
    if request.delegation_depth > limits.max_depth:
        message = (
            f"Delegation depth {shown(request.delegation_depth)} exceeds {limits.max_depth}; "
            f"return to the caller instead of delegating further"
        )
        errors.append(GateError(ErrorCode.DEPTH_EXCEEDED, "delegation_depth", message))
    if cycle := _cycle(request):
        errors.append(cycle)
    return tuple(errors)


def check_session(session_id: str | None, is_active: Callable[[str], bool]) -> tuple[GateError, ...]:
    """`is_active` asks the registry; a request without a session id has nothing to ask."""
    if not session_id or not is_active(session_id):
        return ()
    message = f"Session {shown(session_id)} is active already; wait for its return or use a new session id"
    return (GateError(ErrorCode.SESSION_ACTIVE, "session_id", message),)


def _as_text(number: object) -> str:
    """The string form that spec 4's pattern is for; empty for what has no such form."""
    if isinstance(number, str):
        return number
    is_number = isinstance(number, int) and not isinstance(number, bool) and number.bit_length() <= _LONGEST_BITS
    return str(number) if is_number else ""


def _not_found(number: str, todo: str) -> GateError:
    message = f"Task {number} not found in TODO.md; {existing_near(todo, number)}"
    return GateError(ErrorCode.TASK_NOT_FOUND, "task_number", message)


def _cycle(request: PreflightRequest) -> GateError | None:
    path = request.delegation_path
    if request.target and request.target in path:
        told = f"{shown(request.target)} is in the delegation path already"
        right = f"the path is {_arrows(path)}; delegate to another agent or return"
        return GateError(ErrorCode.DELEGATION_CYCLE, "target", f"{told}; {right}")
    if twice := _first_repeat(path):
        message = f"{shown(twice)} stands twice in the delegation path {_arrows(path)}; each agent may stand there once"
        return GateError(ErrorCode.DELEGATION_CYCLE, "delegation_path", message)
    return None


def _first_repeat(path: tuple[str, ...]) -> str | None:
    seen: set[str] = set()
    for agent in path:
        if agent in seen:
            return agent
        seen.add(agent)
    return None


def _arrows(path: tuple[str, ...]) -> str:
    head = [agent[:60] for agent in path[:10]]
    return " -> ".join(head if len(path) <= len(head) else [*head, "..."])
