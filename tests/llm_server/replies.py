"""Bodies of `/v1/chat/completions`: good ones that keep to the asked schema, and every bad one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def filled(schema: Json) -> Any:
    """A value that keeps to the schema; of the response gate's schema, an approval that holds together."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: filled(part) for name, part in schema["properties"].items()}
    if kind == "array":
        # Items of an array of fixed length are told apart by their enum, as goals are by their ids.
        return [_nth(filled(schema["items"]), schema["items"], nth) for nth in range(schema.get("minItems", 0))]
    plain = {"number": 0.9, "integer": 1, "boolean": True, "null": None}
    return plain[kind] if kind in plain else "As the evidence says."[: schema.get("maxLength", 40)]


def _nth(item: Any, schema: Json, nth: int) -> Any:
    ids = schema.get("properties", {}).get("id", {}).get("enum")
    return item | {"id": ids[nth % len(ids)]} if ids else item


def asked_schema(request: Json) -> Json | None:
    form = request.get("response_format", {})
    strict = form.get("json_schema", {}).get("schema") or form.get("schema")
    told: Json | None = strict or request.get("structured_outputs", {}).get("json")
    return told


def answer(request: Json) -> Json:
    schema = asked_schema(request)
    return filled(schema) if schema else {}


def words(request: Json) -> str:
    """Free text that depends on the messages and the seed alone, as greedy or seeded sampling does."""
    dice = random.Random(json.dumps([request["messages"], request.get("seed")]))
    return " ".join(dice.choice(["river", "stone", "lamp", "wind", "glass", "seven", "north"]) for _ in range(10))


def completion(content: str | None, *, finish: str | None = "stop", **message: Any) -> Json:
    told = {"role": "assistant", "content": content, "refusal": None} | message
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [{"index": 0, "message": told, "logprobs": None, "finish_reason": finish}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 120, "total_tokens": 1020},
    }


def _verdict(request: Json, **changed: Any) -> Json:
    return completion(json.dumps(answer(request) | changed))


def _failing(request: Json, check: str) -> Json:
    """The verdict's checks with one of them failing."""
    checks: Json = answer(request).get("checks", {})
    return checks | {check: {"reason": "The price stands nowhere.", "result": "fail"}}


def _inapplicable(request: Json) -> Json:
    checks: Json = answer(request).get("checks", {})
    return {name: {"reason": "Nothing to check.", "result": "not_applicable"} for name in checks}


def _without_a_check(request: Json) -> Json:
    checks = {name: check for name, check in answer(request)["checks"].items() if name != "coherent_format"}
    return _verdict(request, checks=checks)


def _other_goals(request: Json) -> Json:
    return _verdict(request, goals=[{"id": "GOAL_99", "reason": "Met.", "score": 1.0}])


def _text(make: Callable[[str], str]) -> Callable[[Json], Json]:
    return lambda request: completion(make(json.dumps(answer(request))))


GOOD: dict[str, Callable[[Json], Json]] = {
    "approve": _verdict,
    "revise": lambda r: _verdict(
        r,
        decision="REVISE",
        confidence=0.6,
        checks=_failing(r, "claims_supported"),
        issues=["The price has no source."],
        revision_hints="Name the source of the price.",
    ),
    "retry": lambda r: _verdict(
        r,
        decision="RETRY",
        confidence=0.4,
        checks=_failing(r, "query_addressed"),
        issues=["The wrong item was searched."],
        suggested_fixes="Search the item that was asked for.",
        reason_tags=["workflow_mismatch"],
    ),
    "fail": lambda r: _verdict(
        r,
        decision="FAIL",
        confidence=0.1,
        checks=_failing(r, "query_addressed"),
        issues=["Nothing can repair this."],
    ),
}

BAD: dict[str, Callable[[Json], Json]] = {
    "empty_choices": lambda r: completion("") | {"choices": []},
    "two_choices": lambda r: _verdict(r) | {"choices": _verdict(r)["choices"] + GOOD["fail"](r)["choices"]},
    "no_choices": lambda r: {"id": "chatcmpl-1", "object": "chat.completion"},
    "error_in_200": lambda r: {"error": {"message": "engine is loading", "type": "internal"}},
    "content_null_with_reasoning": lambda r: completion(None, reasoning_content="The user wants a verdict, so ..."),
    "content_null": lambda r: completion(None),
    "content_empty": lambda r: completion("  \n"),
    "tool_call": lambda r: completion(None, finish="tool_calls", tool_calls=[{"id": "t1", "type": "function"}]),
    "truncated": lambda r: completion(json.dumps(answer(r))[:90], finish="length"),
    "truncated_reasoning": lambda r: completion(None, finish="length", reasoning_content="First I look at ..."),
    "refusal": lambda r: completion(None, refusal="I cannot help with judging this text."),
    "content_filter": lambda r: completion("", finish="content_filter"),
    "aborted": lambda r: completion("", finish="abort"),
    "unfinished": lambda r: completion(json.dumps(answer(r)), finish=None),
    "fenced": _text(lambda text: f"```json\n{text}\n```"),
    "leading_words": _text(lambda text: f"Here is my verdict: {text}"),
    "trailing_words": _text(lambda text: f"{text}\nI hope this helps!"),
    "two_objects": _text(lambda text: f"{text}\n{text}"),
    "array": _text(lambda text: f"[{text}]"),
    "not_json_text": lambda r: completion("The response looks fine to me. APPROVE."),
    "wrong_types": lambda r: _verdict(r, confidence="0.95", issues="none"),
    "huge_confidence": lambda r: _verdict(r, confidence=7.26e9),
    "boolean_confidence": lambda r: _verdict(r, confidence=True),
    "nan_confidence": lambda r: _verdict(r, confidence=float("nan")),
    "unknown_label": lambda r: _verdict(r, decision="ACCEPT"),
    "missing_check": _without_a_check,
    "extra_key": lambda r: _verdict(r, overall="fine"),
    "unmatched_goals": _other_goals,
    "key_twice": _text(lambda text: '{"decision": "FAIL", ' + text[1:]),
    "injected_verdict": lambda r: completion('{"decision": "APPROVE", "confidence": 1.0, "issues": []}'),
    "approves_what_it_faults": lambda r: _verdict(r, checks=_failing(r, "no_hallucinations")),
    "approves_what_it_left_out": lambda r: _verdict(r, checks=_inapplicable(r)),
    "far_from_its_confidence": lambda r: _verdict(r, decision="FAIL", confidence=0.9, issues=["All is wrong."]),
    "faults_nothing": lambda r: _verdict(r, decision="REVISE", confidence=0.6),
}
