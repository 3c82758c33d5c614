"""Extends django-ninja's OpenAPI schema with error responses, headers, examples and descriptions of parameters."""

from __future__ import annotations

import json
import operator
import re
from functools import lru_cache, reduce
from http import HTTPStatus
from pathlib import Path
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from validation.platform.http.schemas import ProblemOut
from validation.platform.work.idempotency import LONGEST_KEY
from validation.response.requests import DeltaIn, StreamedAttemptIn
from validation.response.schemas import SentenceOut

_EXAMPLES = Path(__file__).parent / "api_examples.json"
_EVERYWHERE = (400, 401, 403, 422, 429, 503)
_WITH_BODY = (413,)
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
    ("post", "/query-analyses"),
    ("post", "/preflights"),
    ("post", "/returns"),
    ("post", "/retrievals"),
    ("put", "/beliefs/{name}"),
    ("delete", "/beliefs/{name}"),
    ("delete", "/sources/{kind}/{name}"),
}
"""Operations that can respond with 409."""
_NAMED_IN_BODY = {("post", "/audits")}
"""Operations that can respond with 404 because of their body."""
_HEADERS = {
    "Idempotency-Key": (
        {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
        "A unique key for this call. A retry with the same key creates nothing new; with another body it is a 409.",
        {
            *("/attempts", "/attempts/batch", "/attempts/stream"),
            *("/query-analyses", "/preflights", "/returns", "/retrievals"),
        },
    ),
    "Prefer": (
        {"type": "string", "examples": ["wait=20"]},
        "`wait=` followed by the seconds to wait for the decision, at most 60. Others are ignored (RFC 7240).",
        {"/attempts", "/retrievals", "/guardrails/agentgateway/response"},
    ),
}
"""Headers that POST operations read from the request directly, so that django-ninja does not describe them."""
_APPLIED = {
    "Preference-Applied": {
        "description": "The preference that was applied, such as `wait=20`; absent without one.",
        "schema": {"type": "string"},
    }
}
_TEXTS = {
    ".md": ("text/markdown",),
    ".csv": ("text/csv",),
    ".jsonl": ("application/jsonl",),
    ".{suffix}": ("text/csv", "application/jsonl"),
}
"""Content types of responses that are not JSON, by the ending of the path."""
_STREAM = "/attempts/stream"
"""The operation whose body is read line by line, so that django-ninja does not describe it."""
_REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}
_TAGS = {
    "attempts": "Submit a draft and get its decision: start here.",
    "turns": "All attempts of one turn.",
    "events": "The event feed, and webhooks that receive events.",
    "interventions": "The review desk: interventions that wait for a person, and rulings.",
    "query analyses": "The gate before retrieval: checks that the query is understood.",
    "retrievals": "The gate after retrieval: checks whether the chunks contain the answer.",
    "orchestration": "Checks delegations to subagents and what they return.",
    "beliefs": "Statements with a computed confidence, and the sources that they cite.",
    "guardrails": "The response gate for LiteLLM and agentgateway.",
    "principles": "Improvements learned from revisions, for use with similar queries.",
    "policies": "Thresholds and limits: read, replay on stored verdicts, publish, roll back.",
    "pipelines": "Settings of the key's own pipeline.",
    "notifications": "Where notices of new work are sent.",
    "stats": "Statistics on decisions, checks and calibration.",
    "audits": "Decisions that people assess without seeing the verdict.",
    "trust": "How many approvals were wrong, and which threshold can be certified for a tolerated error.",
    "comparisons": "Compares two judges, prompts or policies on the same cases.",
    "export": "Exports of attempts, interventions, retrievals and labelled audits as files.",
}
TAGS = [{"name": name, "description": description} for name, description in _TAGS.items()]
"""The parts of the API, in the order in which a newcomer needs them."""
DESCRIPTIONS = {
    "turn_id": "The id that the pipeline gave the turn.",
    "session_id": "The id that the pipeline gave the session.",
    "decision": "Only attempts with this decision: APPROVE, REVISE, RETRY or FAIL.",
    "route": "Only attempts with this route: APPROVE, REVISE, RETRY, FAIL or HALT.",
    "state": "Only attempts in this state: queued, judging, decided or halted.",
    "/interventions state": "Only interventions in this state: open, claimed, ruled or expired.",
    "/export/interventions state": "Only interventions in this state: open, claimed, ruled or expired.",
    "/audits state": "open: audits that this key has yet to answer; closed: all others.",
    "/retrievals state": "Only retrievals in this state: queued, judging, decided or halted.",
    "since": "From this time on, such as 2026-01-31T09:30:00Z. A time without an offset is UTC.",
    "until": "Before this time, such as 2026-01-31T09:30:00Z. A time without an offset is UTC.",
    "which": "disagreements: only decisions where people disagree with the gate; all: every audited decision.",
    "check": "Only attempts where people disagree with the judge on this check.",
    "finding": "Only attempts with a finding of this code.",
    "cursor": "The `next` of the previous page. Omit it for the first page.",
    "limit": "The maximum number of items. A larger number than the endpoint allows is reduced to its limit.",
    "attempt_id": "The `id` of the attempt.",
    "analysis_id": "The `id` of the query analysis.",
    "preflight_id": "The `id` of the preflight.",
    "return_id": "The `id` of the return.",
    "intervention_id": "The `id` of the intervention.",
    "audit_id": "The `id` of the audit.",
    "comparison_id": "The `id` of the comparison.",
    "show": "Which cases: those on which the sides differ, that only one side has right, that both have wrong, or all.",
    "retrieval_id": "The `id` of the retrieval.",
    "webhook_id": "The `id` of the webhook.",
    "target_id": "The `id` of the notification target.",
    "status": "Only query analyses with this status: pass, retry, clarify or halted.",
    "/beliefs status": "Only beliefs with this status, such as valid or low_confidence.",
    "code": "Only preflights or returns with an error of this code.",
    "allowed": "Only allowed ones, or only refused ones.",
    "valid": "Only valid ones, or only invalid ones.",
    "name": "The name of the belief.",
    "/return-profiles name": "The name of the profile.",
    "/pipelines name": "The name of the pipeline that the key belongs to.",
    "/sources name": "The name of the source, such as a path or a commit hash.",
    "kind": "Only interventions of this kind, such as halt or fail.",
    "/sources kind": "The kind of source: session, commit, tag, core, spec or path.",
    "gate": "Only interventions of this gate, such as response.",
    "assigned_to": "Only interventions that are assigned to this person.",
    "snoozed": "true: only snoozed ones; false: only the others.",
    "priority": "Only interventions of this priority: critical, high, medium or low.",
    "before": "Only policies with a smaller number.",
    "number": "The number of the policy to publish again.",
    "after": "The position that was read last; 0 starts at the beginning.",
    "query": "A query. Only principles learned from similar queries are listed.",
    "judge": "Only verdicts of this judge: embedded or vllm.",
    "suffix": "The format: csv or jsonl.",
    "quality": "Good, Partial, Poor, halted or undecided.",
    "pipeline": "`common` for the common beliefs. When omitted, those of the key's own pipeline.",
    "q": "Words to find in the name or the statement.",
    "facet": "Only beliefs with this facet.",
}


class DescribedAPI(NinjaAPI):
    def get_openapi_schema(self, **given: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**given)
        schema["paths"] = dict(sorted(schema["paths"].items()))  # a collection before its members
        components = schema["components"].setdefault("schemas", {})
        referred = set(_REFERENCE.findall(json.dumps(schema)))
        for name in components.keys() - referred:  # models of parameters, which are described one by one
            del components[name]
        components["ProblemOut"] = ProblemOut.model_json_schema()
        components |= _stream_components()
        for name, example in _examples().items():
            components[name]["examples"] = [example]
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                _describe_texts(path, operation)
                if path.endswith(_STREAM):
                    _describe_stream(operation)
                if method == "post":
                    _describe_headers(path.removeprefix("/api/v1"), operation)
                _describe_parameters(path.removeprefix("/api/v1"), operation)
                for status in _refusals(path.removeprefix("/api/v1"), method, operation):
                    refusal = {"description": HTTPStatus(status).phrase, "content": _PROBLEM}
                    operation["responses"].setdefault(status, refusal)
        return schema


@lru_cache(maxsize=1)
def _examples() -> dict[str, Any]:
    """Example bodies by schema. In the file a string such as `=PolicyOut/document` refers to a part of another one."""
    written: dict[str, Any] = json.loads(_EXAMPLES.read_text())

    def whole(part: Any) -> Any:
        match part:
            case dict():
                return {name: whole(value) for name, value in part.items()}
            case list():
                return [whole(value) for value in part]
            case str() if part.startswith("="):
                return whole(reduce(operator.getitem, part[1:].split("/"), written))
        return part

    return {name: whole(example) for name, example in written.items()}


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


def _describe_headers(path: str, operation: dict[str, Any]) -> None:
    operation["parameters"] += [
        {"in": "header", "name": name, "schema": schema, "required": False, "description": description}
        for name, (schema, description, paths) in _HEADERS.items()
        if path in paths
    ]
    if path in _HEADERS["Prefer"][2]:
        for status in operation["responses"].keys() & {200, 202}:
            operation["responses"][status]["headers"] = _APPLIED


def _describe_parameters(path: str, operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        description = describe_parameter(path, parameter["name"])
        if description is not None:
            parameter.setdefault("description", description)


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
    if "requestBody" in operation:
        statuses.extend(_WITH_BODY)
    return sorted(statuses)


def describe_parameter(path: str, name: str) -> str | None:
    """The most specific description: by path and name, else by name."""
    for key, text in DESCRIPTIONS.items():
        start, _, named = key.partition(" ")
        if named == name and (path == start or path.startswith((start + "/", start + "."))):
            return text
    return DESCRIPTIONS.get(name)
