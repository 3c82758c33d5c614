"""What `POST /attempts` takes."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from validation.context_md.chat import build_context, has_query
from validation.domain.attempt import MOST_GOALS
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.text.storable import check_storable
from validation.platform.http.chat import DocumentIn, MessageIn
from validation.platform.http.schemas import Flag, In, JsonObject, Name, Text, one_line


class GoalIn(In):
    """A goal that the response must achieve."""

    id: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(check_storable), AfterValidator(one_line)]
    """An id that is the same in every attempt of the turn."""
    description: Annotated[str, Field(max_length=2000), AfterValidator(check_storable)]
    """A goal that the response must achieve."""


class MemoryIn(In):
    """A note to store in memory once its turn is approved."""

    key: Name
    """The subject of the note; no two notes of an attempt have the same."""
    content: Annotated[str, Field(max_length=20_000), AfterValidator(check_storable)]
    """The content to store once the turn is approved."""


def _distinct(named: list[Any], what: str, by: str = "id") -> list[Any]:
    """Answers and events name each of them by this alone."""
    names = Counter(getattr(one, by) for one in named)
    if repeated := next((name for name, count in names.items() if count > 1), None):
        raise ValueError(f'{by}s of {what} must differ from each other; "{repeated}" is repeated')
    return named


_DISTINCT_GOALS = AfterValidator(partial(_distinct, what="goals"))
_DISTINCT_DOCUMENTS = AfterValidator(partial(_distinct, what="documents"))
_DISTINCT_NOTES = AfterValidator(partial(_distinct, what="memory candidates", by="key"))


class AttemptIn(In):
    """A draft with the context it was written from."""

    turn_id: Name
    """The id that the pipeline gives the turn. Limits on attempts count all attempts of the turn."""
    response_md: Text
    """The draft to judge."""
    context_md: Text | None = None
    """The context document: the query in section 0, the evidence in sections 2 and 4. Or send `messages`."""
    query: Annotated[str, Field(max_length=200_000), AfterValidator(check_storable)] = ""
    """The query exactly as the user typed it, in addition to `context_md`. It is never parsed as a section of the
    context."""
    messages: Annotated[list[MessageIn], Field(max_length=2000)] = []
    """The chat log instead of `context_md`: the last user message is the query, tool results are the evidence."""
    documents: Annotated[list[DocumentIn], Field(max_length=1000), _DISTINCT_DOCUMENTS] = []
    """The documents retrieved for the turn, as evidence in addition to `messages`."""
    session_id: Annotated[str, Field(max_length=200), AfterValidator(check_storable), AfterValidator(one_line)] = ""
    """The session that the turn belongs to."""
    goals: Annotated[list[GoalIn], Field(max_length=MOST_GOALS), _DISTINCT_GOALS] = []
    """The goals that the turn must achieve; each is scored."""
    memory_candidates: Annotated[list[MemoryIn], Field(max_length=200), _DISTINCT_NOTES] = []
    """Notes that are committed if the turn is approved and discarded otherwise."""
    callback_url: Annotated[str, Field(max_length=2000), AfterValidator(check_storable)] | None = None
    """The URL to which the events of this attempt are sent."""
    metadata: JsonObject = {}
    """Any data of the pipeline. It is stored and returned, but not judged."""

    @model_validator(mode="after")
    def _one_form(self) -> AttemptIn:
        if self.context_md is not None and (self.messages or self.documents):
            raise ValueError("send context_md, or messages with documents, not both")
        if self.context_md is None and not self.messages:
            raise ValueError("send messages with the user's question, or context_md")
        if self.query and self.context_md is None:
            raise ValueError("send query beside context_md; of messages the last one of the user is the query")
        return self

    def context(self) -> str:
        """The context document, as sent or as built from the chat log.

        Raises InputRejected `section_missing` when no user asks anything in the log."""
        if self.context_md is not None:
            return self.context_md
        messages = [message.as_message() for message in self.messages]
        if not has_query(messages):
            fields = (FieldError("messages", "no user message with text"),)
            raise ProblemCode.SECTION_MISSING.error("messages", fields=fields)
        return build_context(messages, [document.as_document() for document in self.documents])


class StreamedAttemptIn(AttemptIn):
    """The first line of a stream: a draft whose response follows as deltas."""

    response_md: Text = ""
    """The beginning of the response; empty by default."""


class DeltaIn(In):
    """A subsequent line of a stream."""

    delta: Text
    """The next chunk of the response."""


class BatchIn(In):
    """Drafts to judge. Each item is validated separately: an invalid one does not affect the others."""

    attempts: Annotated[list[Any], Field(min_length=1, max_length=500)]
    """Each item is a body of `POST /attempts`."""


class RejudgeIn(In):
    """How to judge again."""

    apply: Flag = False
    """Whether the new judgement of a decided attempt takes effect. Needs the scope `admin`."""
