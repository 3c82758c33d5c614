"""What the judge is asked about an analysis that passed the rules, and how its answer is believed (spec 2).

The budget of spec 2 section 6 is about 380 tokens: 120 of instructions, 150 of analysis, 30 of query, 80 of answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from validation.domain.halt import HaltCause, Halted
from validation.judge.prompt import Prompt, load_prompt
from validation.judge.protocol import Ask
from validation.judge.quarantine import new_tag, user_message
from validation.judge.reply import malformed, read_json_object
from validation.query_analysis.gate.analysis import QueryAnalysis
from validation.query_analysis.gate.result import Status, Validation

PROMPT = Path(__file__).parent / "prompts" / "query_analysis.md"

ANSWER_TOKENS = 160
"""Twice the budget's 80, so that a longer question is not cut off in the middle; a usual answer needs half."""

_TEXT_LIMIT = 160
_ITEM_LIMIT = 60
_QUERY_LIMIT = 240

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["status", "confidence", "issues", "retry_guidance", "clarification_question"],
    "properties": {
        "status": {"type": "string", "enum": [status.value for status in Status]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "issues": {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 3},
        "retry_guidance": {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 3},
        "clarification_question": {"type": ["string", "null"], "maxLength": 200},
    },
}


def render(raw_query: str, analysis: QueryAnalysis, *, prompt: Prompt | None = None) -> Ask:
    """The question. Long fields are cut, with a mark, so that the budget holds whatever phase 1 wrote."""
    prompt = prompt or load_prompt(PROMPT)
    fields = {"query": _cut(raw_query, _QUERY_LIMIT), **_minimal(analysis)}
    told = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return Ask(
        name="query_analysis",
        system=prompt.text,
        user=user_message([("analysis", told)], tag=new_tag()),
        schema=SCHEMA,
        temperature=prompt.temperature,
        max_tokens=ANSWER_TOKENS,
        prompt=prompt.hash,
    )


def read_validation(reply: str) -> Validation:
    """Raises Halted: `verdict_malformed` when the reply is not the object of spec 2, `verdict_inconsistent` when its
    fields contradict its status. Nothing is repaired and nothing becomes a pass."""
    document = read_json_object(reply)
    if document.keys() != set(SCHEMA["required"]):
        raise malformed(f"The reply must hold exactly {', '.join(SCHEMA['required'])}.", reply)
    validation = Validation(
        status=_status(document, reply),
        confidence=_confidence(document, reply),
        issues=_texts(document, "issues", reply),
        retry_guidance=_texts(document, "retry_guidance", reply),
        clarification_question=_question(document, reply),
    )
    if wrong := contradiction(validation):
        raise Halted(HaltCause.VERDICT_INCONSISTENT, wrong, raw_reply=reply)
    return validation


def contradiction(validation: Validation) -> str | None:
    """The cross-field requirements of spec 2 section 4, in words where one is broken."""
    status = validation.status
    if status is Status.PASS and (validation.issues or validation.retry_guidance):
        return "The status is pass, but issues or retry_guidance are given."
    if status is Status.RETRY and not validation.retry_guidance:
        return "The status is retry, but retry_guidance is empty."
    if status is Status.CLARIFY and validation.clarification_question is None:
        return "The status is clarify, but clarification_question is missing."
    if status is not Status.CLARIFY and validation.clarification_question is not None:
        return f"The status is {status.value}, but a clarification_question is given."
    return None


def _minimal(analysis: QueryAnalysis) -> dict[str, Any]:
    return {
        "resolved_query": _cut(analysis.resolved_query, _TEXT_LIMIT),
        "user_purpose": _cut(analysis.user_purpose, _ITEM_LIMIT),
        "data_requirements": _shown(analysis.data_requirements),
        "mode": analysis.mode,
        "reference": analysis.resolution,
        "resolved_to": _cut(analysis.resolved_to, _ITEM_LIMIT),
        "has_context": analysis.has_context,
    }


def _shown(requirements: Any) -> Any:
    try:
        told = json.dumps(requirements, ensure_ascii=False)
    except (RecursionError, ValueError, TypeError):
        return "[cannot be shown]"
    return requirements if len(told) <= _TEXT_LIMIT else _cut(told, _TEXT_LIMIT)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + " [cut]"


def _status(document: dict[str, Any], reply: str) -> Status:
    status = document["status"]
    if not isinstance(status, str) or status not in list(Status):
        raise malformed("status must be pass, retry or clarify.", reply)
    return Status(status)


def _confidence(document: dict[str, Any], reply: str) -> float:
    confidence = document["confidence"]
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise malformed("confidence must be a number from 0 to 1.", reply)
    return float(confidence)


def _texts(document: dict[str, Any], key: str, reply: str) -> tuple[str, ...]:
    values = document[key]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise malformed(f"{key} must be a list of texts.", reply)
    return tuple(value.strip() for value in values if value.strip())


def _question(document: dict[str, Any], reply: str) -> str | None:
    question = document["clarification_question"]
    if question is not None and not isinstance(question, str):
        raise malformed("clarification_question must be a text or null.", reply)
    return question.strip() or None if question else None
