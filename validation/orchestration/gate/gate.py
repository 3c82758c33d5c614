"""The orchestration gate: preflight before a delegation, return validation after it (spec 4).

Both are pure, for in-process use; the caller provides clock, session registry and file system. Limits of the spec:
preflight 50 ms, delegation 5 ms, arguments 1 ms, return 10 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from validation.domain.policy import OrchestrationPolicy
from validation.domain.text.shown import shown
from validation.orchestration.gate.arguments import check_arguments, check_flag_syntax
from validation.orchestration.gate.checks import check_delegation, check_session, check_task
from validation.orchestration.gate.profiles import Profile
from validation.orchestration.gate.request import PreflightRequest
from validation.orchestration.gate.result import ErrorCode, GateError, PreflightResult, ReturnResult, Task
from validation.orchestration.gate.returns import (
    check_artifacts,
    check_fields,
    check_session_id,
    check_status,
    check_summary,
    is_completed,
    parse_return,
)


def preflight(
    request: PreflightRequest, *, limits: OrchestrationPolicy, active_sessions_check: Callable[[str], bool]
) -> PreflightResult:
    """Returns all errors, in the order task, arguments, delegation, session."""
    task, task_errors = _task(request)
    errors = (
        *task_errors,
        *check_request_arguments(request),
        *check_delegation(request, limits),
        *check_session(request.session_id, active_sessions_check),
    )
    return PreflightResult(errors, task)


def validate_return(
    raw: str, *, expected_session_id: str, profile: Profile, existing_artifacts: Collection[str] | None
) -> ReturnResult:
    """Returns all errors. `existing_artifacts` are paths relative to the root; None skips the existence check."""
    value = parse_return(raw)
    if isinstance(value, GateError):
        return ReturnResult((value,))
    errors = [
        *check_fields(value, profile),
        *check_status(value, profile),
        *check_session_id(value, profile, expected_session_id),
        *check_summary(value, profile),
    ]
    completed = is_completed(value, profile)
    if completed:
        errors += check_artifacts(value, profile, existing_artifacts)
    return ReturnResult(tuple(errors), completed and existing_artifacts is not None, value)


def _task(request: PreflightRequest) -> tuple[Task | None, tuple[GateError, ...]]:
    if request.task_number is None:
        return None, _task_required(request)
    found = check_task(request.task_number, request.todo_md)
    return (None, (found,)) if isinstance(found, GateError) else (found, ())


def _task_required(request: PreflightRequest) -> tuple[GateError, ...]:
    if request.declared is None or not request.declared.requires_task:
        return ()
    return (ErrorCode.ARGUMENT_MISSING.error("task_number", "task", command=shown(request.command)),)


def check_request_arguments(request: PreflightRequest) -> tuple[GateError, ...]:
    if request.declared is None:
        return check_flag_syntax(request.arguments)
    return check_arguments(request.command, request.arguments, request.declared)
