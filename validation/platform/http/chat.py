"""A chat log in a request: messages as OpenAI's chat completions exchange them, and documents.

Fields that a provider adds are passed over, so that a log can be sent as it was kept.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from validation.domain.gateway.chat import ChatMessage, ChatRole, Document, ToolCall
from validation.platform.http.schemas import In, Name, Text


class Lenient(BaseModel):
    """Fields that the sender adds are passed over."""

    model_config = ConfigDict(extra="ignore", use_attribute_docstrings=True)


def _json_text(given: Any) -> Any:
    """Some servers send the arguments as an object."""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def null_is(empty: Any) -> BeforeValidator:
    return BeforeValidator(lambda given: empty if given is None else given)


class FunctionIn(Lenient):
    """The function that a tool call names."""

    name: Text = ""
    """Its name."""
    arguments: Annotated[Text, BeforeValidator(_json_text)] = ""
    """Its arguments as JSON text."""


class ToolCallIn(Lenient):
    """A call of a tool in an assistant's message."""

    id: Annotated[Text, null_is("")] = ""
    """What the result refers to as `tool_call_id`."""
    function: FunctionIn = FunctionIn()
    """What was called."""


class PartIn(Lenient):
    """A part of a message's content. Only text is read."""

    type: Text = "text"
    """Such as `text` or `image_url`."""
    text: Annotated[Text, null_is("")] = ""
    """The text of the part."""


class MessageIn(Lenient):
    """A message of the chat. Unknown fields are passed over."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    """The last `user` message is the query; `tool` messages are evidence."""
    content: Text | list[PartIn] | None = None
    """Its text, or its parts."""
    tool_calls: list[ToolCallIn] | None = None
    """The calls that an assistant's message asks for."""
    tool_call_id: Text | None = None
    """The call that a tool's message answers; claims name it as their `source_ref`."""
    name: Text | None = None
    """The tool's name, where the call does not say it."""
    memory: Annotated[bool, Field(strict=True)] | None = None
    """Whether a message of an earlier turn is evidence. Left out: tool results and what the user stated are."""

    def as_message(self) -> ChatMessage:
        parts = [self.content] if isinstance(self.content, str) else [part.text for part in self.content or ()]
        calls = tuple(ToolCall(c.id, c.function.name, c.function.arguments) for c in self.tool_calls or ())
        return ChatMessage(
            ChatRole(self.role),
            "\n\n".join(part for part in parts if part),
            calls,
            self.tool_call_id or "",
            self.name or "",
            self.memory,
        )


class DocumentIn(In):
    """A text that was retrieved for the turn."""

    id: Name
    """Claims name it as their `source_ref`."""
    text: Text
    """What it says; Markdown or plain text."""
    url: Annotated[Text, Field(max_length=2000)] | None = None
    """Where it is from."""
    title: Annotated[Text, Field(max_length=300)] | None = None
    """What it is called."""

    def as_document(self) -> Document:
        return Document(self.id, self.text, self.url or "", self.title or "")
