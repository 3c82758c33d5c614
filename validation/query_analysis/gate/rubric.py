"""The judge's question about an analysis that passed the rules, and the validation of its reply (spec 2).

The budget of spec 2, section 6, is about 380 tokens: 120 instructions, 150 analysis, 30 query, 80 answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from validation.domain.halt import Halt, HaltCause, Halted
from validation.judge.prompt import Prompt, load_prompt
from validation.judge.protocol import LlmRequest
from validation.judge.quarantine import new_tag, user_message
from validation.judge.reply import Reply, StrictShare, StrictText, read_reply
from validation.judge.structured import object_schema
from validation.query_analysis.gate.analysis import QueryAnalysis
from validation.query_analysis.gate.result import Status, Validation

PROMPT = Path(__file__).parent / "prompts" / "query_analysis.md"

ANSWER_TOKENS = 160
"""Twice the budget's 80, so that long questions are not cut off; a typical answer needs half of this."""

_TEXT_LIMIT = 160
_ITEM_LIMIT = 60
_QUERY_LIMIT = 240

_texts = {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 3}
SCHEMA = object_schema(
    status={"type": "string", "enum": [status.value for status in Status]},
    confidence={"type": "number", "minimum": 0, "maximum": 1},
    issues=_texts,
    retry_guidance=_texts,
    clarification_question={"type": ["string", "null"], "maxLength": 200},
)


class _Validation(Reply):
    status: Status
    confidence: StrictShare
    issues: list[StrictText]
    retry_guidance: list[StrictText]
    clarification_question: StrictText | None


def render(raw_query: str, analysis: QueryAnalysis, *, deadline: float, prompt: Prompt | None = None) -> LlmRequest:
    """The prompt. Long fields are truncated with a mark, so that the budget holds for any analysis. `deadline` is in
    seconds."""
    prompt = prompt or load_prompt(PROMPT)
    fields = {"query": _cut(raw_query, _QUERY_LIMIT), **_minimal(analysis)}
    shown = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return LlmRequest(
        name="query_analysis",
        system=prompt.text,
        user=user_message([("analysis", shown)], tag=new_tag()),
        schema=SCHEMA,
        temperature=prompt.temperature,
        max_tokens=ANSWER_TOKENS,
        prompt=prompt.hash,
        deadline=deadline,
    )


def read_validation(reply: str) -> Validation:
    """Raises Halted: `verdict_malformed` if the reply is not the object of spec 2, `verdict_inconsistent` if its fields
    contradict its status. Replies are never repaired and never default to a pass."""
    answer = read_reply(reply, _Validation)
    validation = Validation(
        status=answer.status,
        confidence=answer.confidence,
        issues=_stripped(answer.issues),
        retry_guidance=_stripped(answer.retry_guidance),
        clarification_question=(answer.clarification_question or "").strip() or None,
    )
    if clash := contradiction(validation):
        raise Halted(clash, raw_reply=reply)
    return validation


def contradiction(validation: Validation) -> Halt | None:
    """The cross-field requirement of spec 2, section 4, that is broken; None if all hold."""
    status, halt = validation.status, HaltCause.VERDICT_INCONSISTENT.halt
    if status is Status.PASS and (validation.issues or validation.retry_guidance):
        return halt("pass_objects")
    if status is Status.RETRY and not validation.retry_guidance:
        return halt("retry_unguided")
    if status is Status.CLARIFY and validation.clarification_question is None:
        return halt("clarify_unasked")
    if status is not Status.CLARIFY and validation.clarification_question is not None:
        return halt("question_unneeded", status=status.value)
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
        text = json.dumps(requirements, ensure_ascii=False)
    except (RecursionError, ValueError, TypeError):
        return "[cannot be shown]"
    return requirements if len(text) <= _TEXT_LIMIT else _cut(text, _TEXT_LIMIT)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + " [cut]"


def _stripped(texts: list[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())
