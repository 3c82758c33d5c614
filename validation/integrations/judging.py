"""Judges a response that a gateway holds: hands it over as an attempt, waits for the decision, says what to do."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

from asgiref.sync import sync_to_async
from django.utils import timezone

from validation.context_md.chat import build_context, has_query
from validation.context_md.parser import parse
from validation.context_md.query import read_query, require_response
from validation.domain.attempt import Route, Submission
from validation.domain.errors import Conflict, DomainError
from validation.domain.gateway.guardrail import PASSED, GuardrailOnError, GuardrailVerdict, unjudged, verdict_of
from validation.domain.text.storable import strip_unstorable
from validation.integrations.actions.held_prompts import held_prompt
from validation.models import ApiKey, Attempt
from validation.platform.http.chat import DocumentIn, MessageIn
from validation.platform.http.schemas import LONGEST_NAME
from validation.platform.http.waiting import is_decided, release_connections, wait_until
from validation.platform.live import waiting_group
from validation.platform.work.backlog import check_backlog
from validation.response.actions.receive import Item
from validation.response.api.submissions import store_submissions
from validation.response.queries.attempt_resource import attempt_resource

SECONDS = 60.0
"""How long a gateway's call waits for its decisions."""
MOST_RESPONSES = 100
"""Of one call."""
_TOO_MANY = f"More than {MOST_RESPONSES} responses in one call. Ask the model for fewer."
_NO_REQUEST = "Its request is unknown, or ends with a question without text. Send the request to the guardrail too."


@dataclass(frozen=True, slots=True)
class GatewayCall:
    """`call_id` finds the request again; `turn_id` names the turn. `site` is this instance's address; the gateway waits
    for `seconds`."""

    key: ApiKey
    gateway: str
    call_id: str
    turn_id: str
    session_id: str
    site: str
    model: str = ""
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class _Draft:
    """One response of a call, and the name of its turn."""

    call: GatewayCall
    turn_id: str
    response: str

    def on_error(self) -> GuardrailOnError:
        """What becomes of it if it is not judged now: as the pipeline sets it, but what was judged and not approved
        never passes, nor does a draft of a turn that is closed."""
        setting = GuardrailOnError(self.call.key.pipeline.guardrail_on_error)
        return GuardrailOnError.BLOCK if self._is_refused() else setting

    def _is_refused(self) -> bool:
        turn = {"turn__pipeline": self.call.key.pipeline, "turn__turn_id": self.turn_id}
        judged = Attempt.objects.filter(**turn, enforced=True).exclude(route="")
        last = judged.order_by("-number").values_list("route", flat=True).first()
        same = judged.filter(text__response_md=self.response).exclude(route__in=(Route.APPROVE, Route.HALT))
        return last in (Route.APPROVE, Route.FAIL) or same.exists()


async def judge_responses(
    call: GatewayCall, responses: Sequence[str], documents: Sequence[DocumentIn] = ()
) -> list[GuardrailVerdict]:
    """A verdict for each response, in order, within `call.seconds` for all of them. A pipeline that only observes
    waits for none."""
    readable = [strip_unstorable(response) for response in responses[:MOST_RESPONSES]]
    drafts = [_Draft(call, _numbered(call.turn_id, number), response) for number, response in enumerate(readable)]
    handed = [(draft, await sync_to_async(_handed_over)(draft, documents)) for draft in drafts]
    if not call.key.pipeline.enforces:
        return [PASSED for _ in responses]
    end = monotonic() + call.seconds
    verdicts = [one if isinstance(one, GuardrailVerdict) else await _decided(draft, one, end) for draft, one in handed]
    judged = zip(verdicts, readable, responses, strict=False)
    beyond = unjudged(_TOO_MANY, GuardrailOnError(call.key.pipeline.guardrail_on_error))
    return [*(_as_read(*one) for one in judged), *[beyond] * len(responses[MOST_RESPONSES:])]


def _as_read(verdict: GuardrailVerdict, readable: str, written: str) -> GuardrailVerdict:
    """Of a response with characters that cannot be stored, the text without them passes: only that was judged."""
    as_written = readable == written or not verdict.passes or verdict.text is not None
    return verdict if as_written else replace(verdict, text=readable)


def _numbered(turn_id: str, number: int) -> str:
    """The name of a further response's turn, as long as a name may be."""
    suffix = f"#{number}" if number else ""
    return turn_id[: LONGEST_NAME - len(suffix)] + suffix


async def _decided(draft: _Draft, attempt_id: uuid.UUID, end: float) -> GuardrailVerdict:
    decided = sync_to_async(partial(is_decided, Attempt.objects, attempt_id))
    group = waiting_group("attempt", str(attempt_id))
    await wait_until(decided, group=group, seconds=end - monotonic())
    # Before the attempt is read: a decision that comes in between is then answered as such.
    on_error = await sync_to_async(draft.on_error)()
    attempt = await sync_to_async(attempt_resource)(attempt_id)
    return verdict_of(attempt, page=f"{draft.call.site}{attempt['links']['page']}", on_error=on_error)


def _handed_over(draft: _Draft, documents: Sequence[DocumentIn]) -> uuid.UUID | GuardrailVerdict:
    """The attempt to wait for, or the verdict on what is not judged."""
    if not draft.response.strip():
        return PASSED  # a call of a tool, say: nothing is told to anybody
    try:
        attempt_id = _hand_over(draft, documents)
    except Conflict as closed:  # the turn was decided: that is a refusal, whatever the setting says
        return GuardrailVerdict(False, reason=closed.detail)
    except DomainError as error:
        return unjudged(error.detail, draft.on_error())
    return attempt_id or unjudged(_NO_REQUEST, draft.on_error())


def _hand_over(draft: _Draft, documents: Sequence[DocumentIn]) -> uuid.UUID | None:
    """The attempt, or None when nobody told of the request. A draft of a turn that is closed is the one that closed it,
    if both it and its context are the same: a reviewer may have edited it."""
    call = draft.call
    prompt = held_prompt(pipeline=call.key.pipeline, call_id=call.call_id, turn_id=call.turn_id, now=timezone.now())
    messages = [MessageIn.model_validate(one).as_message() for one in prompt.messages] if prompt else []
    if prompt is None or not has_query(messages):
        return None
    kept = [DocumentIn.model_validate(one) for one in prompt.documents]
    context_md = build_context(messages, [one.as_document() for one in (kept or documents)])
    require_response(draft.response)
    submission = Submission(
        turn_id=draft.turn_id,
        session_id=call.session_id,
        context_md=context_md,
        response_md=draft.response,
        metadata={"gateway": call.gateway, "model": call.model},
    )
    try:
        attempt = _receive(call, submission)
    except Conflict as closed:
        attempt = _closing_attempt(call, submission, closed)
    release_connections()
    return attempt.pk


def _receive(call: GatewayCall, submission: Submission) -> Attempt:
    check_backlog(call.key.pipeline_id)
    query = read_query(parse(submission.context_md))
    (received,) = store_submissions(call.key, [Item(submission=submission, query=query.raw or query.resolved)])
    if isinstance(received, DomainError):
        raise received
    return received.attempt


def _closing_attempt(call: GatewayCall, submission: Submission, closed: Conflict) -> Attempt:
    last = (
        Attempt.objects.filter(turn__pipeline=call.key.pipeline, turn__turn_id=submission.turn_id)
        .order_by("-number")
        .select_related("text")
        .first()
    )
    same = (submission.response_md, submission.context_md)
    if last is None or (last.text.response_md, last.text.context_md) != same:
        raise closed
    return last
