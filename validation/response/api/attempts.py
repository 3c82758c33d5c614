"""`/attempts`: submit a draft, get its decision (API.md)."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import HttpResponse
from ninja import Query, Router, Status

from validation.domain.attempt import RESPONSE, UNDECIDED, MemoryNote
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.models import ApiKey, Attempt
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import Paging
from validation.platform.http.waiting import (
    is_decided,
    listening,
    release_connections,
    say_applied,
    wait_until,
    wanted_wait,
)
from validation.platform.live import waiting_group
from validation.platform.permissions import Scope, check_scope
from validation.platform.tasks import enqueue_judgings
from validation.platform.work.backlog import check_backlog
from validation.platform.work.idempotency import usable_key
from validation.response.actions.judging import rejudge_attempt
from validation.response.actions.receive import KEYED, ReceivedAttempt
from validation.response.api.submissions import answer, item_of, store_submissions
from validation.response.queries.attempt_resource import attempt_resource, queued_resource
from validation.response.queries.attempts import AttemptFilter, list_attempts
from validation.response.queries.context_document import context_with_blocks
from validation.response.requests import AttemptIn, RejudgeIn
from validation.response.schemas import AttemptOut, AttemptPage, AttemptQuery

router = Router(tags=["attempts"])


@router.post("/attempts", response={200: AttemptOut, 202: AttemptOut}, auth=auth.ingest_async, summary="Judge a draft")
async def create_attempt(request: AuthedRequest, body: AttemptIn) -> HttpResponse:
    """Judges one draft. With `Prefer: wait=20` the response contains the decision if it is made in time; otherwise the
    status is 202 and `links.self` is the address to poll. `Idempotency-Key` makes a retry safe."""
    receive = sync_to_async(
        partial(receive_one, request.auth, body, usable_key(request.headers.get("Idempotency-Key")))
    )
    seconds = wanted_wait(request)
    resource = await (wait_for_decision(receive, seconds) if seconds else _receive_without_waiting(receive, body))
    response = answer(resource, status=202 if resource["state"] in UNDECIDED else 200)
    say_applied(response, seconds)
    return response


async def _receive_without_waiting(
    receive: Callable[..., Awaitable[ReceivedAttempt]], body: AttemptIn
) -> dict[str, Any]:
    received = await receive()
    if received.created:
        notes = [MemoryNote(note.key, note.content) for note in body.memory_candidates]
        return queued_resource(received.attempt, notes, body.metadata)
    return await sync_to_async(attempt_resource)(received.attempt.pk)


async def wait_for_decision(receive: Callable[..., Awaitable[ReceivedAttempt]], seconds: float) -> dict[str, Any]:
    """Subscribes to the new attempt before it is stored, so that no message about its decision is missed. A repeated
    submission returns an attempt that may be decided already."""
    new_id = uuid.uuid4()
    async with listening(waiting_group("attempt", str(new_id))) as until:
        received = await receive(new_id=new_id, releases_connections=True)
        attempt = received.attempt.pk
        settled = sync_to_async(partial(is_decided, Attempt.objects, attempt))
        if received.created:
            await until(settled, seconds)
    if not received.created:
        await wait_until(settled, group=waiting_group("attempt", str(attempt)), seconds=seconds)
    return await sync_to_async(attempt_resource)(attempt)


def receive_one(
    key: ApiKey,
    body: AttemptIn,
    idempotency_key: str | None,
    *,
    new_id: uuid.UUID | None = None,
    releases_connections: bool = False,
) -> ReceivedAttempt:
    check_backlog(key.pipeline_id, resource=KEYED, keys=[idempotency_key])
    (received,) = store_submissions(key, [item_of(body, idempotency_key, new_id)])
    if releases_connections:
        release_connections()
    if isinstance(received, DomainError):
        raise received
    return received


@router.get("/attempts", response=AttemptPage, auth=auth.read, summary="List attempts")
def get_attempts(request: AuthedRequest, asked: Query[AttemptQuery], paging: Query[Paging]) -> Any:
    """Newest first, without texts. `next` is the cursor of the next page."""
    wanted = AttemptFilter(pipeline=request.auth.pipeline.name, **asked.model_dump())
    return list_attempts(wanted, **paging.model_dump()).resource()


@router.get("/attempts/{attempt_id}", response=AttemptOut, auth=auth.read, summary="Show an attempt")
def get_attempt(request: AuthedRequest, attempt_id: uuid.UUID) -> Any:
    """The attempt with its decision, checks, claims and findings, or its halt."""
    return attempt_resource(_own(request, attempt_id).pk)


@router.get("/attempts/{attempt_id}/context.md", auth=auth.read, summary="Download the context with its decisions")
def get_context(request: AuthedRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The submitted context, followed by a section 7 block for each decision of the turn so far."""
    attempt = _own(request, attempt_id)
    return HttpResponse(context_with_blocks(attempt), content_type="text/markdown; charset=utf-8")


@router.post(
    "/attempts/{attempt_id}/rejudge", response={202: AttemptOut}, auth=auth.review, summary="Judge an attempt again"
)
def post_rejudge(request: AuthedRequest, attempt_id: uuid.UUID, body: RejudgeIn) -> Status[dict[str, Any]]:
    """Judges the attempt again. The new judgement decides a halted attempt. For a decided attempt it is stored for
    comparison only, unless a key with the scope `admin` sends `apply`."""
    attempt = _own(request, attempt_id)
    check_apply = partial(check_scope, request.auth.scopes, Scope.ADMIN)
    rejudge_attempt(attempt=attempt, apply=body.apply, check_apply=check_apply, **acting(request))
    transaction.on_commit(lambda: enqueue_judgings(RESPONSE, [attempt.pk]))
    return Status(202, attempt_resource(attempt.pk))


def _own(request: AuthedRequest, attempt_id: uuid.UUID) -> Attempt:
    """The attempt, if it belongs to the key's pipeline."""
    attempt = Attempt.objects.select_related("turn").filter(pk=attempt_id, turn__pipeline=request.auth.pipeline).first()
    return ProblemCode.ATTEMPT_UNKNOWN.unless(attempt, id=attempt_id)
