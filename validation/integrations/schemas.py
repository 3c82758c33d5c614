"""Shapes of the gateways' own contracts. Fields that they add are passed over."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field

from validation.platform.http.chat import DocumentIn, Lenient, MessageIn, null_is
from validation.platform.http.schemas import Out, Text

_HIDDEN = "[present]"
_ROLES = get_args(MessageIn.model_fields["role"].annotation)


class LiteLLMParamsIn(Lenient):
    """What the guardrail's configuration or the request's `extra_body` adds."""

    turn_id: Text | None = None
    """The pipeline's own name for the turn; else the call's id."""
    documents: Annotated[list[DocumentIn], null_is([])] = []
    """Retrieved texts, as evidence."""


class LiteLLMIn(Lenient):
    """LiteLLM's Generic Guardrail API."""

    input_type: Literal["request", "response"]
    """Before the call to the model, or after it."""
    litellm_call_id: Text | None = None
    """The same before and after."""
    litellm_trace_id: Text | None = None
    """The conversation that the call belongs to."""
    structured_messages: Annotated[list[MessageIn], null_is([])] = []
    """The chat log; only before the call."""
    texts: Annotated[list[Text], null_is([]), Field(max_length=100)] = []
    """Afterwards the responses to judge."""
    model: Text | None = None
    """The model that was asked."""
    request_headers: Annotated[dict[str, Any], null_is({})] = {}
    """Of the client's request, as far as LiteLLM hands them on; `x-countersign-turn` names the turn."""
    additional_provider_specific_params: LiteLLMParamsIn | None = None
    """What the configuration or the request adds."""

    @property
    def named_turn(self) -> str:
        """The pipeline's own name for the turn, if it gives one. LiteLLM hides values that it may not hand on."""
        header = {name.lower(): value for name, value in self.request_headers.items()}.get("x-countersign-turn")
        params = self.additional_provider_specific_params
        return str(header) if header and header != _HIDDEN else (params.turn_id if params else None) or ""


class LiteLLMOut(Out):
    """NONE lets pass, GUARDRAIL_INTERVENED puts `texts` in place, BLOCKED says why."""

    action: Literal["NONE", "BLOCKED", "GUARDRAIL_INTERVENED"]
    blocked_reason: str | None = None
    texts: list[str] | None = None


def _of_known_roles(given: Any) -> Any:
    """A role that a provider made up is neither the query nor evidence."""
    if not isinstance(given, list):
        return given
    return [one for one in given if not isinstance(one, dict) or one.get("role") in _ROLES]


class PromptsIn(Lenient):
    """The messages of a request."""

    messages: Annotated[list[MessageIn], BeforeValidator(_of_known_roles)]
    """The chat log. Messages of unknown roles are passed over."""


class PromptIn(Lenient):
    """agentgateway's guardrail webhook, before the call to the model."""

    body: PromptsIn
    """What is asked."""


class ChoiceMessageIn(Lenient):
    """What the model wrote."""

    role: Text = ""
    """As the provider names it; empty where it does not."""
    content: Text = ""
    """Empty for a call of a tool."""


class ChoiceIn(Lenient):
    """One response, or one block of it."""

    message: ChoiceMessageIn
    """Its message."""


class ChoicesIn(Lenient):
    """The responses of the model."""

    choices: Annotated[list[ChoiceIn], Field(max_length=100)]
    """Judged one by one."""


class ResponseIn(Lenient):
    """agentgateway's guardrail webhook, after the call to the model."""

    body: ChoicesIn
    """What was answered."""


class ActionOut(Out):
    """Pass has a reason only, mask a `body` with the choices, reject a `body` as text and a `status_code`."""

    action: dict[str, Any]
