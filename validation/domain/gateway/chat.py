"""A conversation in the format of chat models: messages, tool calls with their results, and documents."""

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
    """`arguments` is the JSON written by the model, which may be invalid."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """`tool_call_id` and `name` identify the call that a tool's result belongs to. `memory`: whether a message of an
    earlier turn counts as evidence; None means by its role."""

    role: ChatRole
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""
    memory: bool | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A text retrieved for the turn."""

    id: str
    text: str
    url: str = ""
    title: str = ""
