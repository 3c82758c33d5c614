"""The API's own description, with what every call may be refused for: django-ninja describes successes only."""

from __future__ import annotations

import json
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from config.openapi_parameters import describe_parameter
from validation.platform.http.schemas import ProblemOut
from validation.response.requests import DeltaIn, StreamedAttemptIn
from validation.response.schemas import SentenceOut

_EXAMPLES = Path(__file__).parent / "api_examples.json"
_EVERYWHERE = (401, 403, 429, 503)
_WITH_BODY = (400, 413)
_CONFLICTS = {
    ("post", "/attempts"),
    ("post", "/attempts/{attempt_id}/rejudge"),
    ("post", "/interventions/{intervention_id}/claim"),
    ("post", "/interventions/{intervention_id}/release"),
    ("post", "/interventions/{intervention_id}/heartbeat"),
    ("post", "/interventions/{intervention_id}/rulings"),
    ("post", "/interventions/{intervention_id}/undo"),
    ("post", "/interventions/{intervention_id}/comments"),
    ("post", "/interventions/{intervention_id}/assign"),
    ("post", "/interventions/{intervention_id}/snooze"),
    ("post", "/audits"),
    ("post", "/audits/{audit_id}/answers"),
    ("post", "/policies"),
    ("post", "/policies/{number}/rollback"),
    ("post", "/return-profiles"),
    ("delete", "/return-profiles/{name}"),
    ("post", "/retrievals"),
    ("put", "/beliefs/{name}"),
    ("delete", "/beliefs/{name}"),
}
"""Operations that can clash with what is stored: theirs is the 409."""
_NAMED_IN_BODY = {("post", "/audits")}
"""Operations whose body names something that may not be there: theirs is the 404."""
_TEXTS = {
    ".md": ("text/markdown",),
    ".csv": ("text/csv",),
    ".jsonl": ("application/jsonl",),
    ".{suffix}": ("text/csv", "application/jsonl"),
}
"""What an address that ends so answers, which is no JSON document."""
_STREAM = "/attempts/stream"
"""The one operation whose body is read line by line, so django-ninja knows nothing of it."""
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}


class DescribedAPI(NinjaAPI):
    def get_openapi_schema(self, **given: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**given)
        components = schema["components"].setdefault("schemas", {})
        components["ProblemOut"] = ProblemOut.model_json_schema()
        components |= _stream_components()
        for name, example in _examples().items():
            components[name]["examples"] = [example]
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                _describe_texts(path, operation)
                if path.endswith(_STREAM):
                    _describe_stream(operation)
                _describe_parameters(path.removeprefix("/api/v1"), operation)
                for status in _refusals(path.removeprefix("/api/v1"), method, operation):
                    operation["responses"].setdefault(status, _described(status))
        return schema


@lru_cache(maxsize=1)
def _examples() -> dict[str, Any]:
    """A body by the name of its schema."""
    found: dict[str, Any] = json.loads(_EXAMPLES.read_text())
    return found


def _describe_texts(path: str, operation: dict[str, Any]) -> None:
    for end, kinds in _TEXTS.items():
        if path.endswith(end):
            operation["responses"][200]["content"] = {kind: {"schema": {"type": "string"}} for kind in kinds}


def _stream_components() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for model in (StreamedAttemptIn, DeltaIn, SentenceOut):
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        found |= {**schema.pop("$defs", {}), model.__name__: schema}
    return found


def _describe_stream(operation: dict[str, Any]) -> None:
    line = {"anyOf": [{"$ref": f"#/components/schemas/{model.__name__}"} for model in (StreamedAttemptIn, DeltaIn)]}
    operation["requestBody"] = {"required": True, "content": {"application/x-ndjson": {"schema": line}}}
    content = {"text/event-stream": {"schema": {"type": "string"}}}
    operation["responses"][200] = {"description": "OK", "content": content}


def _describe_parameters(path: str, operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        told = describe_parameter(path, parameter["name"])
        if told is not None:
            parameter.setdefault("description", told)


def _refusals(path: str, method: str, operation: dict[str, Any]) -> list[int]:
    statuses = [*_EVERYWHERE]
    if (
        "{" in path
        or (method, path) in _NAMED_IN_BODY
        or any(one["name"] == "pipeline" for one in operation.get("parameters", ()))
    ):
        statuses.append(404)
    if (method, path) in _CONFLICTS:
        statuses.append(409)
    if operation.get("parameters") or "requestBody" in operation:
        statuses.append(422)
    if "requestBody" in operation:
        statuses.extend(_WITH_BODY)
    return sorted(statuses)


def _described(status: int) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": _PROBLEM}
