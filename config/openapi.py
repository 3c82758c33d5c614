"""The API's own description, with what every call may be refused for: django-ninja describes successes only."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from validation.platform.http.schemas import ProblemOut

_EVERYWHERE = (401, 403, 422, 429, 503)
_WITH_BODY = (400, 413)
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}


class DescribedAPI(NinjaAPI):
    def get_openapi_schema(self, **given: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**given)
        schema["components"].setdefault("schemas", {})["ProblemOut"] = ProblemOut.model_json_schema()
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                for status in _refusals(path, method, operation):
                    operation["responses"].setdefault(status, _told(status))
        return schema


def _refusals(path: str, method: str, operation: dict[str, Any]) -> list[int]:
    statuses = [*_EVERYWHERE]
    if "{" in path:
        statuses.append(404)
    if method != "get":
        statuses.append(409)
    if "requestBody" in operation:
        statuses.extend(_WITH_BODY)
    return sorted(statuses)


def _told(status: int) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": _PROBLEM}
