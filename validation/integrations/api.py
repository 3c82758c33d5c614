"""`/guardrails`: gateways in front of models ask whether a response may pass (LiteLLM, agentgateway)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from validation.domain.gateway.guardrail import GuardrailVerdict
from validation.integrations.actions.held_prompts import hold_prompt
from validation.integrations.judging import GatewayCall, judge_responses
from validation.integrations.schemas import ActionOut, LiteLLMIn, LiteLLMOut, LiteLLMParamsIn, PromptIn, ResponseIn
from validation.models import ApiKey
from validation.platform.http.auth import AsyncKeyAuth, AuthedRequest
from validation.platform.http.chat import DocumentIn, MessageIn
from validation.platform.http.schemas import LONGEST_NAME
from validation.platform.http.waiting import say_applied, wanted_wait
from validation.platform.permissions import Scope

router = Router(tags=["guardrails"])

REJECTED = 403
AGENTGATEWAY_SECONDS = 9.0
"""It takes a call that lasts ten for an error, and then neither the pipeline's setting nor the reason counts."""
_TRACE = re.compile(r"[0-9a-f]{2}-(?P<trace>[0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")


class GatewayKeyAuth(AsyncKeyAuth):
    """A key as a bearer, or in `x-api-key`, where LiteLLM puts it."""

    def __call__(self, request: HttpRequest) -> Any:
        key = request.headers.get("x-api-key", "")
        return self.authenticate(request, key) if key else super().__call__(request)


ingest = GatewayKeyAuth(Scope.INGEST)


@router.post("/guardrails/litellm", response=LiteLLMOut, auth=ingest, summary="Judge for LiteLLM")
@router.post(
    "/guardrails/litellm/beta/litellm_basic_guardrail_api",
    response=LiteLLMOut,
    auth=ingest,
    summary="Judge for LiteLLM, at the path it appends",
    operation_id="validation_integrations_api_post_litellm_appended",
)
async def post_litellm(request: AuthedRequest, body: LiteLLMIn) -> dict[str, Any]:
    """LiteLLM's Generic Guardrail API. Before the call to the model the chat log is stored; after it the response is
    judged against that log: NONE if approved, GUARDRAIL_INTERVENED if a reviewer edited it, else BLOCKED."""
    call_id = _name(body.litellm_call_id or "")
    params = body.additional_provider_specific_params or LiteLLMParamsIn()
    if body.input_type == "request":
        await _hold(request.auth, f"litellm:{call_id}" if call_id else "", body.structured_messages, params.documents)
        return {"action": "NONE"}
    call = GatewayCall(
        key=request.auth,
        gateway="litellm",
        call_id=_name(f"litellm:{call_id}"),
        turn_id=_name(body.named_turn) or _name(f"litellm:{call_id}"),
        session_id=_name(body.litellm_trace_id or ""),
        site=request.build_absolute_uri("/").rstrip("/"),
        model=body.model or "",
    )
    verdicts = await judge_responses(call, body.texts, params.documents)
    blocked = next((one for one in verdicts if not one.passes), None)
    if blocked is not None:
        return {"action": "BLOCKED", "blocked_reason": blocked.reason}
    texts = _replaced(body.texts, verdicts)
    return {"action": "NONE"} if texts == body.texts else {"action": "GUARDRAIL_INTERVENED", "texts": texts}


@router.post("/guardrails/agentgateway/request", response=ActionOut, auth=ingest, summary="Store a prompt")
async def post_agentgateway_request(request: AuthedRequest, body: PromptIn) -> dict[str, Any]:
    """agentgateway's guardrail webhook before the call to the model: stores the chat log, against which the response is
    judged, and always passes."""
    await _hold(request.auth, _call_of(request), body.body.messages, [])
    return {"action": {"reason": "The response will be judged against this conversation."}}


@router.post("/guardrails/agentgateway/response", response=ActionOut, auth=ingest, summary="Judge for agentgateway")
async def post_agentgateway_response(
    request: AuthedRequest, response: HttpResponse, body: ResponseIn
) -> dict[str, Any]:
    """agentgateway's guardrail webhook after the call to the model. Passes an approved response, replaces one that a
    reviewer edited (mask), and rejects any other, including one that is not decided within nine seconds or the seconds
    of `Prefer: wait`. Request and response are matched by `x-countersign-turn`, `x-request-id` or the trace id of
    `traceparent`."""
    call_id, seconds = _call_of(request), wanted_wait(request)
    if request.auth.pipeline.enforces:  # one that only observes waits for nothing
        say_applied(response, seconds)
    call = GatewayCall(
        key=request.auth,
        gateway="agentgateway",
        call_id=call_id,
        turn_id=call_id,
        session_id="",
        site=request.build_absolute_uri("/").rstrip("/"),
        seconds=seconds or AGENTGATEWAY_SECONDS,
    )
    responses = [choice.message.content for choice in body.body.choices]
    verdicts = await judge_responses(call, responses)
    blocked = next((one for one in verdicts if not one.passes), None)
    if blocked is not None:
        return {"action": {"body": blocked.reason, "status_code": REJECTED, "reason": "not approved by Countersign"}}
    texts = _replaced(responses, verdicts)
    if texts == responses:
        return {"action": {"reason": "approved"}}
    choices = [
        {"message": {"role": choice.message.role, "content": text}}
        for choice, text in zip(body.body.choices, texts, strict=True)
    ]
    return {"action": {"body": {"choices": choices}, "reason": "edited by a reviewer"}}


async def _hold(key: ApiKey, call_id: str, messages: Sequence[MessageIn], documents: Sequence[DocumentIn]) -> None:
    """Nothing is kept for a call without a name; its response is then not judged, and so not passed by default."""
    if call_id and messages:
        await sync_to_async(hold_prompt)(
            pipeline=key.pipeline,
            call_id=_name(call_id),
            messages=[one.model_dump(exclude_defaults=True) | {"role": one.role} for one in messages],
            documents=[one.model_dump() for one in documents],
            now=timezone.now(),
        )


def _replaced(texts: Sequence[str], verdicts: Sequence[GuardrailVerdict]) -> list[str]:
    return [text if one.text is None else one.text for text, one in zip(texts, verdicts, strict=True)]


def _name(text: str) -> str:
    """As names are stored; headers of strangers and ids of other programs hold anything."""
    return "".join(character for character in text if character.isprintable())[:LONGEST_NAME].strip()


def _call_of(request: HttpRequest) -> str:
    named = _name(request.headers.get("x-countersign-turn", "")) or _name(request.headers.get("x-request-id", ""))
    trace = _TRACE.fullmatch(request.headers.get("traceparent", ""))
    return _name(f"agentgateway:{named or (trace['trace'] if trace else '')}") if named or trace else ""
