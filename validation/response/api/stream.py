"""`/attempts/stream`: hand over a draft while it is written; its sentences are checked as they come (API.md)."""

from __future__ import annotations

from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Router
from ninja.errors import ValidationError
from pydantic import ValidationError as Invalid

from validation.context_md.parser import parse
from validation.context_md.query import require_query
from validation.domain.context import ContextDocument, Provenance
from validation.platform.events.targets import check_target
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.body import read_body
from validation.platform.http.streamed_body import body_lines
from validation.platform.http.waiting import LONGEST, release_connections
from validation.platform.policies import policy_in_force
from validation.platform.work.backlog import check_backlog
from validation.platform.work.idempotency import usable_key
from validation.response.actions.receive import KEYED
from validation.response.api.attempts import receive_one, wait_for_decision
from validation.response.api.stream_events import GrowingResponse, stream_events
from validation.response.gate.sentences import SentenceChecks
from validation.response.queries.typed_queries import typed_queries
from validation.response.requests import StreamedAttemptIn

router = Router(tags=["attempts"])


@router.post("/attempts/stream", auth=auth.ingest_async, summary="Judge a draft while it is written")
async def stream_attempt(request: AuthedRequest) -> StreamingHttpResponse:
    """Accepts JSON lines: first the body of `POST /attempts`, where `response_md` is omitted or is the beginning of the
    response, then `{"delta": "..."}` for each chunk of the response. Responds with server-sent events: `sentence` when
    a sentence is complete, and again when its result changes; finally `decision` with the attempt, or `error` with a
    problem. A stream that is interrupted stores nothing."""
    lines = body_lines(request)
    body = _first_line(await anext(lines, b""))
    key = usable_key(request.headers.get("Idempotency-Key"))
    document = await sync_to_async(_check_start)(request, body, key)

    async def decide(response_md: str) -> dict[str, Any]:
        whole = body.model_copy(update={"response_md": response_md})
        return await wait_for_decision(sync_to_async(partial(receive_one, request.auth, whole, key)), LONGEST)

    events = stream_events(GrowingResponse(body.response_md), lines, SentenceChecks(document), decide)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(events, content_type="text/event-stream", headers=headers)


def _first_line(line: bytes) -> StreamedAttemptIn:
    try:
        return StreamedAttemptIn.model_validate(read_body(line))
    except Invalid as error:
        raise ValidationError(list(error.errors(include_url=False, include_context=False))) from None  # type: ignore[arg-type]


def _check_start(request: AuthedRequest, body: StreamedAttemptIn, key: str | None) -> ContextDocument:
    """What would be refused at the end is refused before anything is written."""
    check_backlog(request.auth.pipeline_id, resource=KEYED, keys=[key])
    policy = policy_in_force(request.auth.pipeline_id).read().response
    typed = typed_queries(pipeline_id=request.auth.pipeline_id, turn_id=body.turn_id)
    release_connections()
    if body.callback_url is not None:
        check_target(body.callback_url, field="callback_url")
    document = parse(body.context(), Provenance(policy.writes_evidence, body.query, tuple(typed)))
    require_query(document)
    return document
