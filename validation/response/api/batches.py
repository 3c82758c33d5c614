"""`/attempts/batch`: many drafts in one call, stored in chunks with a short transaction each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from ninja import Router
from pydantic import ValidationError

from validation.domain.attempt import UNDECIDED
from validation.domain.batches import batches
from validation.domain.errors import DomainError, KeyRefused
from validation.models import ApiKey
from validation.platform.http import auth, problems
from validation.platform.http.auth import AuthedRequest
from validation.platform.work.backlog import check_backlog
from validation.platform.work.idempotency import item_key, usable_key
from validation.response.actions.receive import KEYED, Item, ReceivedAttempt
from validation.response.api.submissions import answer, item_of, store_submissions
from validation.response.queries.attempt_resource import attempt_resources, queued_resource
from validation.response.requests import AttemptIn, BatchIn
from validation.response.schemas import BatchOut

router = Router(tags=["attempts"])

CHUNK = 100
"""Attempts of one transaction: its locks are held for some 20 ms, and a longer one is hardly cheaper."""
Result = dict[str, Any]


@router.post("/attempts/batch", response=BatchOut, auth=auth.ingest, summary="Judge many drafts")
def create_batch(request: AuthedRequest, body: BatchIn) -> HttpResponse:
    """Accepts up to 500 drafts in one call. The results are in the order of the items; an invalid item does not affect
    the others."""
    key = usable_key(request.headers.get("Idempotency-Key"))
    results: dict[int, Result] = {}
    items: dict[int, Item] = {}
    for index, given in enumerate(body.attempts):
        read = _read(given, item_key(key, index) if key else None)
        if isinstance(read, Item):
            items[index] = read
        else:
            results[index] = _refused(read)
    check_backlog(request.auth.pipeline_id, resource=KEYED, keys=[item.idempotency_key for item in items.values()])
    # By turn: turns are locked in one order, and attempts of one turn stay in the order given.
    by_turn = sorted(items, key=lambda index: items[index].submission.turn_id)
    for chunk in batches(by_turn, CHUNK):
        results |= zip(chunk, _taken(request.auth, [items[index] for index in chunk]), strict=True)
    ordered = [results[index] for index in range(len(body.attempts))]
    return answer({"results": ordered})


def _read(given: Any, idempotency_key: str | None) -> Item | Result:
    try:
        return item_of(AttemptIn.model_validate(given), idempotency_key)
    except ValidationError as error:
        return problems.from_pydantic(error.errors())
    except DomainError as error:
        return problems.problem_of(error)


def _taken(key: ApiKey, items: Sequence[Item]) -> list[Result]:
    try:
        received = store_submissions(key, items)
    except KeyRefused as refusal:
        return [_refused(problems.problem_of(refusal)) for _ in items]
    known = [one.attempt.pk for one in received if isinstance(one, ReceivedAttempt) and not one.created]
    resources = attempt_resources(known) if known else {}
    return [_result(item, one, resources) for item, one in zip(items, received, strict=True)]


def _result(item: Item, received: ReceivedAttempt | DomainError, known: dict[str, Any]) -> Result:
    if isinstance(received, DomainError):
        return _refused(problems.problem_of(received))
    attempt, sent = received.attempt, item.submission
    if received.created:
        resource = queued_resource(attempt, sent.memory_candidates, sent.metadata)
    else:
        resource = known[str(attempt.pk)]
    status = 202 if resource["state"] in UNDECIDED else 200
    return {"status": status, "attempt": resource, "error": None}


def _refused(problem: Result) -> Result:
    return {"status": problem["status"], "attempt": None, "error": problem}
