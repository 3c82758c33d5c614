"""All failures of an endpoint, as one `Fault` type with a cause (DESIGN, section 7).

Pure: the adapter passes in a status, a body or the kind of connection error. The mapping is documented in
docs/judge.md. A fault is never an answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from validation.domain.halt import Halt, HaltCause

KEPT = 64_000
"""Most characters kept of a raw reply; a verdict has about 2,000."""

RETRIED_STATUSES = frozenset({408, 409, 429})

_CONTEXT_WORDS = (
    "context length", "context_length", "context window", "context size", "context_size",
    "maximum model length", "max_model_len", "longer than the maximum",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as counted by the server."""

    tokens_in: int = 0
    tokens_out: int = 0


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Fault:
    """A failed try. `retried`: another try can help; `blames_endpoint`: the circuit breaker counts it; `retry_after`:
    seconds requested by the server; `raw`: what was received."""

    halt: Halt
    retried: bool = False
    blames_endpoint: bool = False
    retry_after: float | None = None
    raw: str = ""
    usage: Usage = NO_USAGE


def connection_fault(problem: str) -> Fault:
    """For connections refused, reset, closed early or not resolved."""
    halt = HaltCause.JUDGE_UNAVAILABLE.halt("unreachable", problem=problem.rstrip("."))
    return Fault(halt, retried=True, blames_endpoint=True)


def timeout_fault(seconds: float, *, blames_endpoint: bool = False) -> Fault:
    halt = HaltCause.JUDGE_TIMEOUT.halt("late", seconds=round(seconds, 1))
    return Fault(halt, retried=True, blames_endpoint=blames_endpoint)


def oversized_fault(limit: int, raw: str) -> Fault:
    return Fault(HaltCause.VERDICT_MALFORMED.halt("oversized", limit=limit), raw=raw[:KEPT])


def status_fault(status: int, body: str, *, retry_after: float | None = None) -> Fault:
    """The fault of a status other than 2xx, with its body as text."""
    raw, details = body[:KEPT], {"status": _named(status), "said": server_message(body)}
    if status in (400, 413, 422) and is_context_too_long(body):
        return Fault(HaltCause.CONTEXT_TOO_LONG.halt("over_window", **details), raw=raw)
    if status >= 500 or status in RETRIED_STATUSES:
        return Fault(
            HaltCause.JUDGE_UNAVAILABLE.halt("status", **details),
            retried=True,
            # 408, 409 and 429 come from a server that is running.
            blames_endpoint=status >= 500,
            retry_after=retry_after,
            raw=raw,
        )
    halt = HaltCause.JUDGE_UNAVAILABLE.halt(_why_refused(status, body), **details)
    return Fault(halt, blames_endpoint=status < 400 or status in (401, 403, 404, 405), raw=raw)


def is_context_too_long(body: str) -> bool:
    """Matches the messages of vLLM, OpenAI and llama.cpp, which have no status of their own for it."""
    start = body[:KEPT].lower()
    return any(words in start for words in _CONTEXT_WORDS)


def server_message(body: str) -> str:
    """One line: the message in either form of vLLM's error body, else the start of the body."""
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
    """Empty if the text is not a JSON object."""
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
