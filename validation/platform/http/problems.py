"""Errors as RFC 9457 problems: a stable code, the fields, a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError, FieldError
from validation.domain.violations import MOST_LISTED, describe_violation


def problem(
    code: ProblemCode, wording: str = "", /, *, detail: str = "", status: int = 0, **places: Any
) -> dict[str, Any]:
    """A problem for what the framework rejects before any action runs; arguments as of `ProblemCode.error`."""
    return _body(status or code.status, code, detail or code.sentence(wording, **places), ())


def problem_of(error: DomainError) -> dict[str, Any]:
    return _body(error.status, error.code, error.detail, error.fields)


def _body(status: int, code: str, detail: str, fields: Sequence[FieldError]) -> dict[str, Any]:
    return {
        "type": f"/docs/problems/#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": [{"field": field.field, "message": field.message} for field in fields],
    }


def answer_error(error: DomainError) -> HttpResponse:
    return answer(problem_of(error), headers=retry_after(error))


def retry_after(error: DomainError) -> dict[str, str]:
    """The header with the seconds to wait, if the error names some."""
    return {"Retry-After": str(error.retry_after)} if error.retry_after else {}


def answer(body: dict[str, Any], headers: dict[str, str] | None = None) -> HttpResponse:
    return JsonResponse(
        body, status=body["status"], content_type="application/problem+json", headers=headers, safe=False
    )


def from_pydantic(errors: Sequence[Any]) -> dict[str, Any]:
    """One field error for each of the first `MOST_LISTED` violations."""
    errors = _of_the_type_sent(errors)
    listed = errors[:MOST_LISTED]
    fields = tuple(FieldError(_place(item["loc"]), describe_violation(_of_the_body(item))) for item in listed)
    return problem_of(ProblemCode.INVALID_BODY.of_fields(fields, len(errors)))


def _of_the_type_sent(errors: Sequence[Any]) -> list[Any]:
    """Without what the other types of a union say: a text with a NUL character is no list either, but that is not what
    is wrong with it."""
    said: set[str] = set()
    for item in errors:
        place = _place(item["loc"])
        said.update(_parents(place))
        if not item["type"].endswith("_type"):
            said.add(place)
    return [item for item in errors if not (item["type"].endswith("_type") and _place(item["loc"]) in said)]


def _parents(place: str) -> Iterator[str]:
    while "." in place:
        place = place.rpartition(".")[0]
        yield place


def _of_the_body(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Reports a missing body as a missing object, not a missing field."""
    return {**item, "type": "dict_type"} if item["type"] == "missing" and tuple(item["loc"]) == ("body",) * 2 else item


def _place(location: Sequence[str | int]) -> str:
    """The path of a field, without the wrappers that ninja puts around a body and without types of a union such as
    `list[PartIn]`. A field may have the name of a wrapper."""
    parts = [str(part) for part in location if "[" not in str(part)]
    if len(parts) > 1 and parts[0] in ("body", "query", "path", "header"):
        parts = parts[1:]
    if len(parts) > 1 and parts[0] in ("body", "data", "payload"):
        parts = parts[1:]
    return ".".join(parts) or "body"
