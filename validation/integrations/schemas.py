"""Shapes of the gateways' own contracts. Fields that they add are passed over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ValidationError

from validation.domain.text.storable import strip_unstorable
from validation.platform.http.chat import DocumentIn, LenientModel, MessageIn, null_is
from validation.platform.http.schemas import Out

_HIDDEN = "[present]"
Name = Annotated[str, BeforeValidator(strip_unstorable)]
AsWritten = Annotated[str, null_is("")]
"""With characters that cannot be stored, so that it is seen whether what was judged is what was written."""


def _readable(given: Any) -> Any:
    """The messages without what cannot be read in them, so that no client can make a gateway's call fail. A role that a
    provider made up is neither the query nor evidence."""
    if not isinstance(given, list):
        return given
    return [message for one in given if (message := _message(one)) is not None]


def _message(given: Any) -> MessageIn | None:
    """None without a known role. Of a list of parts or tool calls only those that cannot be read are left out."""
    given = strip_unstorable(given)
    try:
        return MessageIn.model_validate(given)
    except ValidationError as refused:
        unread = {error["loc"][0] for error in refused.errors() if error["loc"]}
    if not isinstance(given, dict) or "role" in unread:
        return None
    read = {name: value for name, value in given.items() if name not in unread}
    for name in unread & given.keys():
        if isinstance(given[name], list):
            read[name] = [part for part in given[name] if _reads(given["role"], str(name), part)]
    return MessageIn.model_validate(read)


def _reads(role: str, name: str, part: Any) -> bool:
    try:
        MessageIn.model_validate({"role": role, name: [part]})
    except ValidationError:
        return False
    return True


Messages = Annotated[list[MessageIn], BeforeValidator(_readable)]


class LiteLLMParamsIn(LenientModel):
    """Parameters from the guardrail's configuration or the request's `extra_body`."""

    turn_id: Name | None = None
    """The id that the pipeline gives the turn; the call's id by default."""
    documents: Annotated[list[DocumentIn], null_is([]), BeforeValidator(strip_unstorable)] = []
    """The retrieved documents, as evidence."""


class LiteLLMIn(LenientModel):
    """A call of LiteLLM's Generic Guardrail API."""

    input_type: Literal["request", "response"]
    """Whether this is before (request) or after (response) the call to the model."""
    litellm_call_id: Name | None = None
    """The id of the call, the same before and after it."""
    litellm_trace_id: Name | None = None
    """The conversation that the call belongs to."""
    structured_messages: Annotated[Messages, null_is([])] = []
    """The chat log. Used only before the call. Messages with unknown roles and fields of another type are ignored."""
    texts: Annotated[list[AsWritten], null_is([])] = []
    """The responses to judge, after the call. Of more than 100 the further ones count as not judged."""
    model: Name | None = None
    """The model that is called."""
    request_headers: Annotated[dict[str, Any], null_is({})] = {}
    """The headers of the client's request that LiteLLM forwards; `x-countersign-turn` is the id of the turn."""
    additional_provider_specific_params: LiteLLMParamsIn | None = None
    """Parameters from the guardrail's configuration or the request."""

    @property
    def named_turn(self) -> str:
        """The pipeline's own name for the turn, if it gives one. LiteLLM hides values that it may not hand on."""
        header = {name.lower(): value for name, value in self.request_headers.items()}.get("x-countersign-turn")
        params = self.additional_provider_specific_params
        return str(header) if header and header != _HIDDEN else (params.turn_id if params else None) or ""


class LiteLLMOut(Out):
    """NONE passes the response, GUARDRAIL_INTERVENED replaces it with `texts`, BLOCKED rejects it with a reason."""

    action: Literal["NONE", "BLOCKED", "GUARDRAIL_INTERVENED"]
    blocked_reason: str | None = None
    texts: list[str] | None = None


class PromptsIn(LenientModel):
    """The messages of a request."""

    messages: Messages
    """The chat log. Messages with unknown roles and fields of another type are ignored."""


class PromptIn(LenientModel):
    """agentgateway's guardrail webhook, before the call to the model."""

    body: PromptsIn
    """The request to the model."""


class ChoiceMessageIn(LenientModel):
    """The message that the model wrote."""

    role: Annotated[Name, null_is("")] = ""
    """The role as the provider names it; empty if it does not."""
    content: AsWritten = ""
    """The text of the response; empty for a tool call."""


class ChoiceIn(LenientModel):
    """One response, or one block of a response."""

    message: ChoiceMessageIn
    """The message of the response."""


class ChoicesIn(LenientModel):
    """The responses of the model."""

    choices: list[ChoiceIn]
    """The responses, each of which is judged. Of more than 100 the further ones count as not judged."""


class ResponseIn(LenientModel):
    """agentgateway's guardrail webhook, after the call to the model."""

    body: ChoicesIn
    """The response of the model."""


class ActionOut(Out):
    """An action for agentgateway. Pass has only a reason; mask has a `body` with the choices; reject has a text `body`
    and a `status_code`."""

    action: dict[str, Any]
