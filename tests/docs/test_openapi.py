"""The committed description of the HTTP API is that of the code, and tells what a client has to know of each
operation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.described_answers import document_as_sent, strict_document
from validation.domain.policy import PolicyDocument

FILE = Path(__file__).resolve().parents[2] / "docs/openapi.json"
DOCUMENT = json.loads(document_as_sent())
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def test_the_committed_description_is_that_of_the_code() -> None:
    assert json.loads(FILE.read_text()) == DOCUMENT, "write it anew: make openapi"


def test_tags_begin_with_what_a_newcomer_calls_and_each_is_described() -> None:
    used = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}
    named = [tag["name"] for tag in DOCUMENT["tags"]]
    assert named[:2] == ["attempts", "turns"]
    assert sorted(named) == sorted(used)
    assert all(tag["description"] for tag in DOCUMENT["tags"])


def test_summaries_differ() -> None:
    summaries = [operation["summary"] for operation in OPERATIONS.values()]
    assert sorted(set(summaries)) == sorted(summaries)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_what_it_does(name: str) -> None:
    assert OPERATIONS[name].get("description", "").strip()


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_parameter_is_described(name: str) -> None:
    assert [one["name"] for one in OPERATIONS[name].get("parameters", []) if not one.get("description")] == []


@pytest.mark.parametrize("name", [name for name in DOCUMENT["components"]["schemas"] if name.endswith("In")])
def test_every_field_of_a_request_is_described(name: str) -> None:
    fields = DOCUMENT["components"]["schemas"][name]["properties"]
    assert [field for field, schema in fields.items() if not schema.get("description")] == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_success_has_the_schema_of_its_body(name: str) -> None:
    for status, answer in OPERATIONS[name]["responses"].items():
        if int(status) < 300 and int(status) != 204:
            assert [kind for kind, content in answer.get("content", {}).items() if _says_something(content)], status


def _bodies() -> set[str]:
    """Names of the schemas that are a whole body."""
    told = json.dumps([[one.get("requestBody"), one["responses"]] for one in OPERATIONS.values()])
    return set(re.findall(r"#/components/schemas/(\w+)", told))


@pytest.mark.parametrize("name", sorted(_bodies()))
def test_every_body_has_an_example_that_keeps_to_its_schema(name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": strict_document()["components"]}
    (example,) = DOCUMENT["components"]["schemas"][name]["examples"]
    Draft202012Validator(schema).validate(example)


def test_the_example_of_a_policy_holds_every_setting() -> None:
    (example,) = DOCUMENT["components"]["schemas"]["PolicyOut"]["examples"]
    assert PolicyDocument.model_validate(example["document"]).model_dump(mode="json") == example["document"]


def _says_something(content: dict[str, Any]) -> bool:
    schema = content.get("schema", {})
    return "$ref" in schema or schema.get("type") == "string"


_HEADERS_OF_CALLS = {
    "POST /api/v1/attempts": {"Idempotency-Key", "Prefer"},
    "POST /api/v1/attempts/batch": {"Idempotency-Key"},
    "POST /api/v1/attempts/stream": {"Idempotency-Key"},
    **{f"POST /api/v1/{name}": {"Idempotency-Key"} for name in ("query-analyses", "preflights", "returns")},
    "POST /api/v1/retrievals": {"Idempotency-Key", "Prefer"},
    "POST /api/v1/guardrails/agentgateway/response": {"Prefer"},
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_names_the_headers_it_reads(name: str) -> None:
    """A client that is generated from this can send what is named here, and nothing else."""
    parameters = OPERATIONS[name].get("parameters", [])
    named = {one["name"] for one in parameters if one["in"] == "header" and not one["required"]}
    assert named == _HEADERS_OF_CALLS.get(name, set())
