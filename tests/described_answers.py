"""Holds answers of the API against its own description: status, content type, and every field of the body."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator

UNDESCRIBED = (405, 500)
"""Of no operation: a method that an address does not take, and a fault of ours that a test made."""


def check_described(method: str, path: str, response: HttpResponse) -> None:
    """Raises AssertionError with what the description does not tell of. Addresses without an operation pass."""
    found = _operation(method.lower(), path.split("?")[0])
    if found is None or response.status_code in UNDESCRIBED:
        return
    label, operation = found
    described = operation["responses"].get(str(response.status_code))
    assert described is not None, f"{label} answered {response.status_code}, which openapi.json does not know"
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    content = described.get("content", {})
    assert kind in content or (not content and not response.streaming and not response.content), (
        f"{label} answered {response.status_code} as {kind or 'nothing'}, described is {sorted(content) or 'nothing'}"
    )
    if kind in content and kind.endswith("json"):
        _check_body(f"{label} {response.status_code}", content[kind]["schema"], json.loads(response.content))


def _check_body(label: str, schema: dict[str, Any], body: Any) -> None:
    validator = Draft202012Validator({**schema, "components": strict_document()["components"]})
    wrong = [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(body)]
    assert not wrong, f"{label} is not as described: {'; '.join(wrong[:5])}"


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    for pattern, template in _templates():
        if pattern.fullmatch(path) and method in strict_document()["paths"][template]:
            return f"{method.upper()} {template}", strict_document()["paths"][template][method]
    return None


@lru_cache(maxsize=1)
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """The most literal first, as the router tries them."""
    templates = sorted(strict_document()["paths"], key=lambda template: (template.count("{"), -len(template)))
    return [(re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(template))), template) for template in templates]


@lru_cache(maxsize=1)
def document_as_sent() -> str:
    """The JSON that clients get; made once a process, for it takes most of a second."""
    from config.api import api  # only now: it reads the settings

    return json.dumps(api.get_openapi_schema())


@lru_cache(maxsize=1)
def strict_document() -> dict[str, Any]:
    """As clients get it, but strict: a field that no schema names is a failure, though clients have to allow more."""
    document: dict[str, Any] = json.loads(document_as_sent())
    for schema in document["components"]["schemas"].values():
        if schema.get("properties") and schema.get("additionalProperties", True) is True:
            schema["additionalProperties"] = False
    return document
