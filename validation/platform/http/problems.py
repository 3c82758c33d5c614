"""Errors as RFC 9457 problems: a stable code, the fields, a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse

from validation.domain.codes.problems import SENTENCES
from validation.domain.errors import (
    Conflict,
    DomainError,
    FieldError,
    InputRejected,
    KeyRefused,
    NotAllowed,
    NotFound,
    TooMany,
    Unavailable,
)
from validation.domain.violations import describe_violation

STATUS: dict[type[DomainError], int] = {
    InputRejected: 422,
    Conflict: 409,
    NotFound: 404,
    KeyRefused: 401,
    NotAllowed: 403,
    TooMany: 429,
    Unavailable: 503,
}


def problem(*, status: int, code: str, detail: str = "", fields: Sequence[FieldError] = ()) -> dict[str, Any]:
    """`detail` is what the registry says, where the caller has nothing better."""
    return {
        "type": f"/docs/problems/#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail or SENTENCES[code],
        "code": code,
        "errors": [{"field": field.field, "message": field.message} for field in fields],
    }


def problem_of(error: DomainError) -> dict[str, Any]:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return problem(status=status, code=error.code, detail=error.detail, fields=error.fields)


def answer(body: dict[str, Any], headers: dict[str, str] | None = None) -> HttpResponse:
    return JsonResponse(
        body, status=body["status"], content_type="application/problem+json", headers=headers, safe=False
    )


def from_pydantic(errors: Sequence[Any]) -> dict[str, Any]:
    """One field error a violation; the sentence repeats the first few."""
    fields = tuple(FieldError(_place(item["loc"]), describe_violation(item)) for item in errors)
    told = "; ".join(f"{field.field}: {field.message}" for field in fields[:5])
    more = f" (and {len(fields) - 5} more)" if len(fields) > 5 else ""
    return problem(
        status=422, code="invalid_body", detail=f"The request does not fit the contract. {told}{more}.", fields=fields
    )


def _place(location: Sequence[str | int]) -> str:
    """Without the wrappers that ninja puts around a body; a field may have the name of one."""
    parts = [str(part) for part in location]
    if len(parts) > 1 and parts[0] in ("body", "query", "path", "header"):
        parts = parts[1:]
    if len(parts) > 1 and parts[0] in ("body", "data", "payload"):
        parts = parts[1:]
    return ".".join(parts) or "body"
