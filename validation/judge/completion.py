"""From the body of `/v1/chat/completions` to a text, or to the fault that it is.

Servers answer 200 with much that is no answer: an HTML page of a proxy, no choices, a refusal, a reply cut off at the
token limit, a reasoning model that put everything into its reasoning. Each is told apart here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from validation.domain.halt import HaltCause
from validation.judge.failures import KEPT, NO_USAGE, Fault, Usage, is_page, server_message


@dataclass(frozen=True, slots=True)
class Completion:
    """A finished reply. Nobody has believed its text yet."""

    text: str
    usage: Usage


def read_completion(body: str) -> Completion | Fault:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return _not_json(body)
    if not isinstance(document, dict):
        return _malformed("The reply is JSON, but no completion object.", body)
    usage = _usage(document.get("usage"))
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices:
        return _no_choices(document, body, usage)
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return _malformed("The reply's first choice has no message.", body, usage)
    return _read_message(message, choice.get("finish_reason"), body, usage)


def _read_message(message: dict[str, Any], finish: Any, body: str, usage: Usage) -> Completion | Fault:
    content, refusal = message.get("content"), message.get("refusal")
    raw = content if isinstance(content, str) and content else body
    if isinstance(refusal, str) and refusal.strip():
        return _fault(HaltCause.JUDGE_REFUSED, f"The judge refused: {server_message(refusal)}", refusal, usage)
    if finish == "content_filter":
        return _fault(HaltCause.JUDGE_REFUSED, "The judge's content filter stopped the reply.", raw, usage)
    if finish == "length":
        return _fault(HaltCause.JUDGE_TRUNCATED, _cut_off(content, message, usage), raw, usage)
    if finish in ("abort", "error"):
        told = f"The server gave up on the reply (finish_reason {finish})."
        return Fault(HaltCause.JUDGE_UNAVAILABLE, told, retried=True, blames_endpoint=True, raw=raw[:KEPT], usage=usage)
    if not isinstance(content, str) or not content.strip():
        return _malformed(_no_content(message), body, usage)
    if finish != "stop":
        return _malformed(f"The reply did not end normally (finish_reason {str(finish)[:40]}).", raw, usage)
    return Completion(content, usage)


def _not_json(body: str) -> Fault:
    """A proxy or another service answered, not the model server; that passes when the server is back."""
    kind = "an HTML page" if is_page(body) else "no JSON"
    told = f"Instead of a completion came {kind}. Check the URL: something else may answer there."
    return Fault(HaltCause.JUDGE_UNAVAILABLE, told, retried=True, blames_endpoint=True, raw=body[:KEPT])


def _no_choices(document: dict[str, Any], body: str, usage: Usage) -> Fault:
    if document.get("error"):
        told = f"The judge answered with an error in a 200 reply: {server_message(body)}"
        return Fault(HaltCause.JUDGE_UNAVAILABLE, told, retried=True, blames_endpoint=True, raw=body[:KEPT])
    return _malformed("The reply holds no choices.", body, usage)


def _no_content(message: dict[str, Any]) -> str:
    if _reasoning(message):
        return (
            "The reply has no content, only reasoning: the model is a reasoning model whose server keeps the answer "
            "apart. Turn thinking off for this model."
        )
    return "The reply asks for a tool instead of answering." if message.get("tool_calls") else "The reply is empty."


def _cut_off(content: Any, message: dict[str, Any], usage: Usage) -> str:
    spent = f" after {usage.tokens_out} tokens" if usage.tokens_out else ""
    if not content and _reasoning(message):
        return f"The reply was cut off{spent}: reasoning used up all of them. Turn thinking off for this model."
    return f"The reply was cut off{spent}."


def _reasoning(message: dict[str, Any]) -> bool:
    return bool(message.get("reasoning_content") or message.get("reasoning"))


def _malformed(told: str, raw: str, usage: Usage = NO_USAGE) -> Fault:
    return _fault(HaltCause.VERDICT_MALFORMED, told, raw, usage)


def _fault(cause: HaltCause, told: str, raw: str, usage: Usage) -> Fault:
    return Fault(cause, told, raw=raw[:KEPT], usage=usage)


def _usage(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _count(value: Any) -> int:
    """Tokens are stored in a 32-bit column; what cannot be a count is none."""
    return value if type(value) is int and 0 <= value < 2**31 else 0
