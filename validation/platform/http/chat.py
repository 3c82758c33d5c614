"""A chat log in a request: messages as OpenAI's chat completions exchange them, and documents.

Fields that a provider adds are passed over, so that a log can be sent as it was kept.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from validation.domain.gateway.chat import ChatMessage, ChatRole, Document, ToolCall
from validation.platform.http.schemas import In, Name, Text


class LenientModel(BaseModel):
    """Fields that the sender adds are passed over."""

    model_config = ConfigDict(extra="ignore", use_attribute_docstrings=True)


def _json_text(given: Any) -> Any:
    """Some servers send the arguments as an object."""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def null_is(empty: Any) -> BeforeValidator:
    return BeforeValidator(lambda given: empty if given is None else given)


class FunctionIn(LenientModel):
    """The function that a tool call names."""

    name: Annotated[Text, null_is("")] = ""
    """Its name."""
    arguments: Annotated[Text, BeforeValidator(_json_text)] = ""
    """The arguments as JSON text."""


class ToolCallIn(LenientModel):
    """A tool call in an assistant message."""

    id: Annotated[Text, null_is("")] = ""
    """The id that the result refers to as `tool_call_id`."""
    function: Annotated[FunctionIn, null_is(FunctionIn())] = FunctionIn()
    """The function that was called."""


class PartIn(LenientModel):
    """A part of the content of a message. Only text is used."""

    type: Annotated[Text, null_is("text")] = "text"
    """The type of the part, such as `text` or `image_url`."""
    text: Annotated[Text, null_is("")] = ""
    """The text of the part."""


def _part(given: Any) -> Any:
    """Some clients send the text itself."""
    return {"text": given} if isinstance(given, str) else given


class MessageIn(LenientModel):
    """A message of the chat. Unknown fields are ignored."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    """The last `user` message is the query; `tool` messages are evidence."""
    content: Text | list[Annotated[PartIn, BeforeValidator(_part)]] | None = None
    """The content as text or as a list of parts."""
    tool_calls: list[ToolCallIn] | None = None
    """The tool calls of an assistant message."""
    tool_call_id: Text | None = None
    """The id of the call that a tool message responds to; claims refer to it in `source_ref`."""
    name: Text | None = None
    """The name of the tool, if the call does not contain it."""
    memory: Annotated[bool, Field(strict=True)] | None = None
    """Whether this message of an earlier turn is evidence. By default tool results and statements of the user are."""

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
    """An id, which claims refer to in `source_ref`."""
    text: Text
    """The content, as Markdown or plain text."""
    url: Annotated[Text, Field(max_length=2000)] | None = None
    """The URL of the document."""
    title: Annotated[Text, Field(max_length=300)] | None = None
    """The title of the document."""

    def as_document(self) -> Document:
        return Document(self.id, self.text, self.url or "", self.title or "")
