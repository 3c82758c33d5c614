"""What `POST /attempts` takes."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from validation.context_md.chat import build_context, has_query
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.text.storable import check_storable
from validation.platform.http.chat import DocumentIn, MessageIn
from validation.platform.http.schemas import Flag, In, JsonObject, Name, Text, one_line


class GoalIn(In):
    """What the response has to achieve."""

    id: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(check_storable), AfterValidator(one_line)]
    """The same in every attempt of the turn."""
    description: Annotated[str, Field(max_length=2000), AfterValidator(check_storable)]
    """What the response has to achieve."""


class MemoryIn(In):
    """A note that waits for the approval of its turn."""

    key: Name
    """What the note is about."""
    content: Annotated[str, Field(max_length=20_000), AfterValidator(check_storable)]
    """What is to be remembered once the turn is approved."""


def _distinct(named: list[Any], what: str) -> list[Any]:
    if len({one.id for one in named}) != len(named):
        raise ValueError(f"{what} ids must differ from each other")
    return named


_DISTINCT_GOALS = AfterValidator(partial(_distinct, what="goal"))
_DISTINCT_DOCUMENTS = AfterValidator(partial(_distinct, what="document"))


class AttemptIn(In):
    """A draft with the context it was written from."""

    turn_id: Name
    """The pipeline's name for the turn; its attempts are counted together."""
    response_md: Text
    """The draft to judge."""
    context_md: Text | None = None
    """The context document: the query in section 0, the evidence in sections 2 and 4. Or send `messages`."""
    query: Annotated[str, Field(max_length=200_000), AfterValidator(check_storable)] = ""
    """What the user typed, word for word, beside `context_md`: whatever it holds, it opens no section of it."""
    messages: Annotated[list[MessageIn], Field(max_length=2000)] = []
    """The chat log instead of `context_md`: the last user message is the query, tool results are the evidence."""
    documents: Annotated[list[DocumentIn], Field(max_length=1000), _DISTINCT_DOCUMENTS] = []
    """What was retrieved for the turn; evidence beside `messages`."""
    session_id: Annotated[str, Field(max_length=200), AfterValidator(check_storable), AfterValidator(one_line)] = ""
    """The session that the turn belongs to."""
    goals: Annotated[list[GoalIn], Field(max_length=50), _DISTINCT_GOALS] = []
    """What the turn has to achieve; each gets a score."""
    memory_candidates: Annotated[list[MemoryIn], Field(max_length=200)] = []
    """Notes that are committed when the turn is approved, else discarded."""
    callback_url: Annotated[str, Field(max_length=2000), AfterValidator(check_storable)] | None = None
    """Where the events of this attempt are sent."""
    metadata: JsonObject = {}
    """Anything the pipeline wants to find again; it is stored and not judged."""

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
    """How the response begins; left out, it begins with the first delta."""


class DeltaIn(In):
    """A further line of a stream."""

    delta: Text
    """What the response goes on with."""


class BatchIn(In):
    """Items are read one by one, so that a bad one spoils only itself."""

    attempts: Annotated[list[Any], Field(min_length=1, max_length=500)]
    """Each as `POST /attempts` takes it."""


class RejudgeIn(In):
    """How to judge again."""

    apply: Flag = False
    """Whether the new judgement of a decided attempt takes effect; needs the scope `admin`."""
