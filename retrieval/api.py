"""`/retrievals`: are the retrieved chunks relevant, and does one of them hold the answer (spec 5, API.md)?"""

from __future__ import annotations

import json
import uuid
from functools import partial
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from retrieval.actions.configured import configured_judge
from retrieval.actions.receive import KEYED, ReceivedRetrieval, RetrievalSubmission, receive_retrieval
from retrieval.domain.result import RETRIEVAL, Quality
from retrieval.models import Retrieval
from retrieval.queries.retrievals import (
    RetrievalFilter,
    list_retrievals,
    load_retrieval,
    retrieval_records,
    retrievals_csv,
)
from retrieval.queries.stats import RetrievalStats, retrieval_stats
from retrieval.schemas import RetrievalOut, RetrievalPage, RetrievalStatsOut
from retrieval.tasks import publish_result
from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.codes.problems import ProblemCode
from validation.models import ApiKey
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, own_record
from validation.platform.http.schemas import In, Json, Name, Paging, Span, Text, one_of
from validation.platform.http.waiting import is_decided, release_connections, say_applied, wait_until, wanted_wait
from validation.platform.live import waiting_group
from validation.platform.paging.csv_text import download
from validation.platform.policies import policy_in_force
from validation.platform.tasks import enqueue_judgings
from validation.platform.work.backlog import check_backlog
from validation.platform.work.idempotency import usable_key

router = Router(tags=["retrievals"])

MOST_CHUNKS = 1_000


class RetrievalIn(In):
    """A retrieval to judge. A chunk is `{"id", "text", "metadata"}` or a Qdrant ScoredPoint as JSON. Any JSON is
    accepted; an invalid chunk becomes a finding."""

    query: Text
    """The query that was searched for."""
    chunks: Annotated[list[Json], Field(max_length=MOST_CHUNKS)]
    """The chunks that were found, best first."""
    turn_id: Name | None = None
    """The id of the turn."""


@router.post(
    "/retrievals", response={200: RetrievalOut, 202: RetrievalOut}, auth=auth.ingest_async, summary="Judge a retrieval"
)
async def post_retrieval(request: AuthedRequest, response: HttpResponse, body: RetrievalIn) -> Status[Retrieval]:
    """Judges one set of chunks. A set that was judged before gets its verdict at once, without a call to the judge.
    With `Prefer: wait=20` the response contains the verdict if it is made in time; otherwise the status is 202 and
    `links.self` is the address to poll. `Idempotency-Key` makes a retry safe."""
    seconds, key = wanted_wait(request), usable_key(request.headers.get("Idempotency-Key"))
    received = await sync_to_async(_receive)(request.auth, body, key)
    retrieval = received.retrieval.pk
    if seconds:
        settled = sync_to_async(partial(is_decided, Retrieval.objects, retrieval))
        await wait_until(settled, group=waiting_group("retrieval", str(retrieval)), seconds=seconds)
    say_applied(response, seconds)
    record = await sync_to_async(_stored)(retrieval)
    return Status(202 if record.state in UNDECIDED else 200, record)


def _receive(key: ApiKey, body: RetrievalIn, idempotency_key: str | None) -> ReceivedRetrieval:
    check_backlog(key.pipeline_id, resource=KEYED, keys=[idempotency_key])
    policy = policy_in_force(key.pipeline)
    submission = RetrievalSubmission(body.query, body.chunks, body.turn_id or "")
    received = receive_retrieval(
        pipeline=key.pipeline,
        submission=submission,
        address=configured_judge().address(body.query, body.chunks, policy.read().retrieval),
        policy=policy,
        by=key.actor,
        now=timezone.now(),
        idempotency_key=idempotency_key,
    )
    transaction.on_commit(lambda: _enqueue(received))
    release_connections()
    return received


def _enqueue(received: ReceivedRetrieval) -> None:
    if not received.created:
        return
    publish_result(received.retrieval.pk, received.intervention_id)
    if received.retrieval.state in UNDECIDED:
        enqueue_judgings(RETRIEVAL, [received.retrieval.pk], new_of=received.retrieval.pipeline_id)


def _stored(retrieval_id: uuid.UUID) -> Retrieval:
    record = load_retrieval(retrieval_id)
    assert record is not None, "it was stored a moment ago"
    return record


class RetrievalQuery(Span):
    """What the log can be narrowed by."""

    turn_id: Text = ""
    quality: Annotated[Text, one_of(*Quality, "halted", "undecided")] = ""
    state: Annotated[Text, one_of(*AttemptState)] = ""


@router.get("/retrievals", response=RetrievalPage, auth=auth.read, summary="List retrievals")
def get_retrievals(request: AuthedRequest, asked: Query[RetrievalQuery], paging: Query[Paging]) -> Any:
    """Newest first, without bodies. `quality` is Good, Partial, Poor, halted or undecided. `next` is the cursor of the
    next page."""
    return list_retrievals(_wanted(request, asked), **paging.model_dump()).resource()


@router.get("/retrievals/{retrieval_id}", response=RetrievalOut, auth=auth.read, summary="Show a retrieval")
def get_retrieval(request: AuthedRequest, retrieval_id: uuid.UUID) -> Retrieval:
    """The retrieval with its verdict, or its halt."""
    return own_record(request, load_retrieval(retrieval_id), ProblemCode.RETRIEVAL_UNKNOWN, retrieval_id)


@router.get("/stats/retrievals", response=RetrievalStatsOut, auth=auth.read, summary="Count retrievals")
def get_stats(request: AuthedRequest, span: Query[Span]) -> RetrievalStats:
    """Qualities over time, and the targets of the specification with the measured values, each with its sample size
    `n`."""
    return retrieval_stats(_wanted(request, span))


@router.get("/export/retrievals.csv", auth=auth.read, summary="Export retrievals as CSV")
def export_csv(request: AuthedRequest, asked: Query[RetrievalQuery]) -> StreamingHttpResponse:
    """Accepts the filters of `GET /retrievals`; one line for each retrieval, newest first, without texts."""
    return download(retrievals_csv(_wanted(request, asked)), "retrievals.csv")


@router.get("/export/retrievals.jsonl", auth=auth.read, summary="Export retrievals as JSON lines")
def export_jsonl(request: AuthedRequest, asked: Query[RetrievalQuery]) -> StreamingHttpResponse:
    """Accepts the filters of `GET /retrievals`; each line has the columns of the CSV export, without texts."""
    records = retrieval_records(_wanted(request, asked))
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return download(lines, "retrievals.jsonl")


def _wanted(request: AuthedRequest, asked: Span) -> RetrievalFilter:
    return RetrievalFilter(pipeline=request.auth.pipeline.name, **asked.model_dump())
