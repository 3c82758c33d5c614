"""One call of a model as gateways tell of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MESSAGES = [
    {"role": "user", "content": "A head torch under 60 EUR?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "Lumo H4: 49.90 EUR, 450 lumens. https://lampenladen.example/h4"},
]
RIGHT = "The [Lumo H4](https://lampenladen.example/h4) costs 49.90 EUR and gives 450 lumens.\n"
WRONG = RIGHT.replace("49.90", "39.90")

Ask = Callable[..., dict[str, Any]]

TRACE = "00-0af7651916cd43dd8448eb211c80319c-{}-01"


def agentgateway(ask: Ask, text: str, **headers: str) -> dict[str, Any]:
    """As agentgateway asks (crates/agentgateway/src/llm/policy/webhook.rs): role and content are texts, and nothing
    else is sent. It reads an answer as a mask, else a rejection, else as a pass, by the fields that are there."""
    told = headers or {"traceparent": TRACE.format("b7ad6b7169203331")}
    prompt = {"body": {"messages": [{"role": one["role"], "content": one["content"] or ""} for one in MESSAGES]}}
    assert set(ask("agentgateway/request", prompt, **told)["action"]) == {"reason"}
    told = headers or {"traceparent": TRACE.format("00f067aa0ba902b7")}
    choices = {"body": {"choices": [{"message": {"role": "assistant", "content": text}}]}}
    return dict(ask("agentgateway/response", choices, **told)["action"])
