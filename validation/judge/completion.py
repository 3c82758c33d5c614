"""Parses the body of `/v1/chat/completions` into a text or a fault.

Servers reply with 200 to many failures: a proxy's HTML page, no choices, a refusal, a reply truncated at the token
limit, a reasoning model that never left its reasoning. Each gets its own fault.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from validation.domain.halt import HaltCause
from validation.judge.failures import KEPT, NO_USAGE, Fault, Usage, is_page, server_message


@dataclass(frozen=True, slots=True)
class Completion:
    """A complete reply, whose text is not validated yet."""

    text: str
    usage: Usage


def read_completion(body: str) -> Completion | Fault:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return _not_json(body)
    if not isinstance(document, dict):
        return _malformed("no_completion", body)
    usage = _usage(document.get("usage"))
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices:
        return _no_choices(document, body, usage)
    if len(choices) > 1:
        return _malformed("several_choices", body, usage, count=len(choices))
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return _malformed("no_message", body, usage)
    return _read_message(message, choice.get("finish_reason"), body, usage)


def _read_message(message: dict[str, Any], finish: Any, body: str, usage: Usage) -> Completion | Fault:
    content, refusal = message.get("content"), message.get("refusal")
    raw = content if isinstance(content, str) and content else body
    if isinstance(refusal, str) and refusal.strip():
        halt = HaltCause.JUDGE_REFUSED.halt("refused", said=server_message(refusal))
        return Fault(halt, raw=refusal[:KEPT], usage=usage)
    if finish == "content_filter":
        return Fault(HaltCause.JUDGE_REFUSED.halt("filtered"), raw=raw[:KEPT], usage=usage)
    if finish == "length":
        only_reasoned = not content and _reasoning(message)
        halt = HaltCause.JUDGE_TRUNCATED.halt(
            "reasoning" if only_reasoned else "cut_off", tokens=usage.tokens_out or "too many"
        )
        return Fault(halt, raw=raw[:KEPT], usage=usage)
    if finish in ("abort", "error"):
        return _away("gave_up", raw, usage, reason=finish)
    if not isinstance(content, str) or not content.strip():
        return _malformed(_why_empty(message), body, usage)
    if finish != "stop":
        return _malformed("abnormal_end", raw, usage, reason=str(finish)[:40])
    return Completion(content, usage)


def _not_json(body: str) -> Fault:
    """Another service replied, such as a proxy; retried, since it passes once the model server is back."""
    return _away("not_json", body, kind="an HTML page" if is_page(body) else "something other than JSON")


def _no_choices(document: dict[str, Any], body: str, usage: Usage) -> Fault:
    if document.get("error"):
        return _away("error_as_reply", body, said=server_message(body))
    return _malformed("no_choices", body, usage)


def _why_empty(message: dict[str, Any]) -> str:
    if _reasoning(message):
        return "only_reasoning"
    return "tool_call" if message.get("tool_calls") else "empty"


def _reasoning(message: dict[str, Any]) -> bool:
    return bool(message.get("reasoning_content") or message.get("reasoning"))


def _malformed(wording: str, raw: str, usage: Usage = NO_USAGE, **fields: object) -> Fault:
    return Fault(HaltCause.VERDICT_MALFORMED.halt(wording, **fields), raw=raw[:KEPT], usage=usage)


def _away(wording: str, raw: str, usage: Usage = NO_USAGE, **fields: object) -> Fault:
    halt = HaltCause.JUDGE_UNAVAILABLE.halt(wording, **fields)
    return Fault(halt, retried=True, blames_endpoint=True, raw=raw[:KEPT], usage=usage)


def _usage(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _count(value: Any) -> int:
    """A token count that fits its 32-bit column; 0 for anything else."""
    return value if type(value) is int and 0 <= value < 2**31 else 0
