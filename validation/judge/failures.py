"""Every way an endpoint can fail to answer, as one `Fault` with a typed cause (DESIGN, section 7).

Pure: the adapter hands over a status, a body or the kind of a connection fault; what follows is decided here and listed
in docs/judge.md. A fault is never an answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from validation.domain.halt import Halt, HaltCause

KEPT = 64_000
"""Characters of a raw reply that are kept; a verdict has about 2,000."""

RETRIED_STATUSES = frozenset({408, 409, 429})

_CONTEXT_WORDS = (
    "context length", "context_length", "context window", "context size", "context_size",
    "maximum model length", "max_model_len", "longer than the maximum",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    tokens_in: int = 0
    tokens_out: int = 0


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Fault:
    """One failed try. `retried` says that another try can help; `blames_endpoint` that the circuit breaker counts it;
    `retry_after` is in seconds, as the server asked. `raw` is what did come."""

    halt: Halt
    retried: bool = False
    blames_endpoint: bool = False
    retry_after: float | None = None
    raw: str = ""
    usage: Usage = NO_USAGE


def connection_fault(problem: str) -> Fault:
    """Refused, reset, closed early or not resolved."""
    halt = HaltCause.JUDGE_UNAVAILABLE.halt("unreachable", problem=problem.rstrip("."))
    return Fault(halt, retried=True, blames_endpoint=True)


def timeout_fault(seconds: float) -> Fault:
    return Fault(HaltCause.JUDGE_TIMEOUT.halt("late", seconds=seconds), retried=True, blames_endpoint=True)


def oversized_fault(limit: int, raw: str) -> Fault:
    return Fault(HaltCause.VERDICT_MALFORMED.halt("oversized", limit=limit), raw=raw[:KEPT])


def status_fault(status: int, body: str, *, retry_after: float | None = None) -> Fault:
    """What a status other than 2xx means. `body` is the error body as text."""
    raw, details = body[:KEPT], {"status": _named(status), "said": server_message(body)}
    if status in (400, 413, 422) and is_context_too_long(body):
        return Fault(HaltCause.CONTEXT_TOO_LONG.halt("over_window", **details), raw=raw)
    if status >= 500 or status in RETRIED_STATUSES:
        return Fault(
            HaltCause.JUDGE_UNAVAILABLE.halt("status", **details),
            retried=True,
            # Too many requests, a timeout of ours and a conflict come from a server that is alive.
            blames_endpoint=status >= 500,
            retry_after=retry_after,
            raw=raw,
        )
    halt = HaltCause.JUDGE_UNAVAILABLE.halt(_why_refused(status, body), **details)
    return Fault(halt, blames_endpoint=status < 400 or status in (401, 403, 404, 405), raw=raw)


def is_context_too_long(body: str) -> bool:
    """As vLLM, OpenAI and llama.cpp word it; none has a status of its own for it."""
    start = body[:KEPT].lower()
    return any(words in start for words in _CONTEXT_WORDS)


def server_message(body: str) -> str:
    """The server's own sentence, from either shape of vLLM's error body, else the start of the body. One line."""
    message = "an HTML page" if is_page(body) else _message_in(json_object(body[:KEPT])) or body
    line = " ".join(message[:2_000].split())
    return (line[:300] or "no reason given").rstrip(".") + "."


def is_page(body: str) -> bool:
    return body.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<head", "<body"))


def _message_in(body: dict[str, Any]) -> str:
    inner = body.get("error")
    if isinstance(inner, dict):
        return _message_in(inner)
    for message in (inner, body.get("message"), body.get("detail")):
        if isinstance(message, str) and message.strip():
            return message
    return ""


def json_object(text: str) -> dict[str, Any]:
    """Empty for anything else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _why_refused(status: int, body: str) -> str:
    if status < 400:
        return "redirected"
    if status in (401, 403):
        return "refused_key"
    if status == 404 and "model" in body.lower():
        return "refused_model"
    return "refused_url" if status in (404, 405) else "refused"
