"""The preflight's checks of task, delegation and session (spec 4: high-value checks).

Not checked, because the spec leaves it to agents: whether a plan exists, the task's status, permissions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from validation.domain.policy import OrchestrationPolicy
from validation.domain.text.letters import compose_accents
from validation.domain.text.shown import shown
from validation.orchestration.gate.request import PreflightRequest
from validation.orchestration.gate.result import ErrorCode, GateError, Task
from validation.orchestration.gate.todo import existing_near, find_task

_NUMBER = re.compile(r"[0-9]+")
_LONGEST = 12
_LONGEST_BITS = 64


def check_task(number: object, todo: str | None) -> Task | GateError:
    """The task, or an error if it is not found."""
    named = _as_text(number)
    if not _NUMBER.fullmatch(named):
        return ErrorCode.TASK_NUMBER_INVALID.error("task_number", number=shown(number))
    if todo is None:
        return ErrorCode.TODO_MISSING.error("todo_md", number=named[:_LONGEST])
    if len(named) > _LONGEST:
        return ErrorCode.TASK_NOT_FOUND.error("task_number", "too_long", number=named[:_LONGEST], limit=_LONGEST)
    return find_task(todo, named) or ErrorCode.TASK_NOT_FOUND.error(
        "task_number", "others", number=named, existing=existing_near(todo, named)
    )


def check_delegation(request: PreflightRequest, limits: OrchestrationPolicy) -> tuple[GateError, ...]:
    errors = []
    if request.delegation_depth > limits.max_depth:
        depth = shown(request.delegation_depth)
        errors.append(ErrorCode.DEPTH_EXCEEDED.error("delegation_depth", depth=depth, limit=limits.max_depth))
    if cycle := _cycle(request):
        errors.append(cycle)
    return tuple(errors)


def check_session(session_id: str | None, is_active: Callable[[str], bool]) -> tuple[GateError, ...]:
    """`is_active` queries the registry; it is not called without a session id."""
    if not session_id or not is_active(session_id):
        return ()
    return (ErrorCode.SESSION_ACTIVE.error("session_id", session=shown(session_id)),)


def _as_text(number: object) -> str:
    """The string that spec 4's pattern applies to; empty if there is none."""
    if isinstance(number, str):
        return number
    is_number = isinstance(number, int) and not isinstance(number, bool) and number.bit_length() <= _LONGEST_BITS
    return str(number) if is_number else ""


def _cycle(request: PreflightRequest) -> GateError | None:
    path = request.delegation_path
    if request.target and _agent(request.target) in map(_agent, path):
        return ErrorCode.DELEGATION_CYCLE.error("target", "target", agent=shown(request.target), path=_arrows(path))
    if twice := _first_repeat(path):
        return ErrorCode.DELEGATION_CYCLE.error("delegation_path", "repeated", agent=shown(twice), path=_arrows(path))
    return None


def _first_repeat(path: tuple[str, ...]) -> str | None:
    seen: set[str] = set()
    for agent in path:
        key = _agent(agent)
        if key in seen:
            return agent
        seen.add(key)
    return None


def _agent(name: str) -> str:
    """One key for the spellings of an agent's name, which differ in case, blanks or the encoding of accents."""
    return compose_accents(name.strip().casefold())


def _arrows(path: tuple[str, ...]) -> str:
    head = [agent[:60] for agent in path[:10]]
    return " -> ".join(head if len(path) <= len(head) else [*head, "..."])
