"""A conversation as chat models exchange it: messages, tool calls with their results, and documents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChatRole(StrEnum):
    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    FUNCTION = "function"


TOOL_ROLES = (ChatRole.TOOL, ChatRole.FUNCTION)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """`arguments` is the JSON text that the model wrote, well formed or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """`tool_call_id` and `name` say which call a tool's result answers. `memory` is whether an earlier turn's message
    counts as evidence; None leaves it to its role."""

    role: ChatRole
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""
    memory: bool | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A text that was retrieved for the turn."""

    id: str
    text: str
    url: str = ""
    title: str = ""
