"""Receive: stores each submission once and queues it for judging.

Each table takes one statement, for any number of submissions. The common case, the first attempt of a new turn, needs
no lock and no update: its turn is inserted with the attempt counted. To avoid deadlocks, idempotency keys are taken
before turns, and both are sorted.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.db import transaction

from validation.domain.attempt import UNDECIDED, MemoryState, Route, Submission
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import Conflict, DomainError
from validation.models import Attempt, AttemptText, IdempotencyRecord, MemoryCandidate, Pipeline, Turn
from validation.platform import audit
from validation.platform.insert import NewRows, insert_new, insert_rows
from validation.platform.tracing import caller_context
from validation.platform.work.idempotency import KeyUse, store_keys
from validation.response.actions.turn_routes import last_enforced
from validation.response.queries.attempt_resource import stored_metadata

KEYED = "attempt"
"""Resource name of the idempotency keys."""


@dataclass(frozen=True, slots=True)
class ReceivedAttempt:
    """`created` is false if the attempt existed: the same key, or the same draft still undecided."""

    attempt: Attempt
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One submission with the text of its query. `attempt_id` becomes the id of the attempt if it is new."""

    submission: Submission
    query: str
    idempotency_key: str | None = None
    streamed: bool = False
    attempt_id: uuid.UUID = field(default_factory=uuid.uuid4)
    content_hash: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "content_hash", self.submission.content_hash())


@transaction.atomic
def receive_attempt(
    *,
    pipeline: Pipeline,
    submission: Submission,
    query: str,
    by: str,
    now: datetime,
    sample: bool = False,
) -> ReceivedAttempt:
    """Stores one attempt without an idempotency key. Raises Conflict `turn_closed` if the turn's last enforced route
    is APPROVE, or FAIL without a further attempt granted by a reviewer, or while a granted attempt is undecided."""
    item = Item(submission=submission, query=query)
    (received,) = receive_attempts(pipeline=pipeline, items=[item], by=by, now=now, sample=sample)
    if isinstance(received, DomainError):
        raise received
    return received


@transaction.atomic(savepoint=False)
def receive_attempts(
    *, pipeline: Pipeline, items: Sequence[Item], by: str, now: datetime, sample: bool = False
) -> list[ReceivedAttempt | DomainError]:
    """Stores many attempts; those of one turn are numbered in the order given. Returns a result for each item: the
    attempt, or the error that `receive_attempt` would raise, or Conflict `idempotency_conflict` if the key was used for
    another body. A refused item stores nothing."""
    known = _known_by_key(pipeline, items, now)
    pending = [item for item in items if item.attempt_id not in known]
    turns = _Turns(pipeline, pending, now, sample=sample)
    results = known | {item.attempt_id: turns.take(item) for item in pending}
    turns.save()
    _insert(turns.attempts, by, now)
    _correct_keys(pipeline, pending, results)
    return [results[item.attempt_id] for item in items]


def _known_by_key(
    pipeline: Pipeline, items: Sequence[Item], now: datetime
) -> dict[uuid.UUID, ReceivedAttempt | DomainError]:
    """The results of items whose key was used before, by the id of the item."""
    uses = {
        item.idempotency_key: KeyUse(item.idempotency_key, item.content_hash, item.attempt_id)
        for item in items
        if item.idempotency_key is not None
    }
    used = store_keys(pipeline=pipeline, resource=KEYED, uses=list(uses.values()), now=now) if uses else {}
    ids = [found for found in used.values() if isinstance(found, str)]
    attempts = {str(row.pk): row for row in Attempt.objects.select_related("turn").filter(pk__in=ids)} if ids else {}
    return {
        uses[key].resource_id: ReceivedAttempt(attempts[found], created=False) if isinstance(found, str) else found
        for key, found in used.items()
    }


class _Turns:
    """The turns of some items: new ones, which no other transaction sees yet, and existing ones, which are locked, with
    their undecided attempts and the last enforced one that has a route."""

    def __init__(self, pipeline: Pipeline, items: Sequence[Item], now: datetime, *, sample: bool) -> None:
        self.attempts: list[tuple[Attempt, Submission]] = []
        self._now = now
        self._changed: dict[str, Turn] = {}
        self._turns: dict[str, Turn] = {}
        self._new: set[str] = set()
        self._undecided: dict[int, list[Attempt]] = {}
        self._last: dict[int, Attempt] = {}
        missing = items
        while missing:  # a turn that is deleted while its lock is waited for is opened anew
            self._open(pipeline, missing, sample=sample)
            missing = [item for item in missing if item.submission.turn_id not in self._turns]

    def take(self, item: Item) -> ReceivedAttempt | DomainError:
        """The same draft if it is still undecided, else a new attempt, or the reason why the turn takes none."""
        turn = self._turns[item.submission.turn_id]
        undecided = self._undecided[turn.pk]
        same = next((one for one in undecided if one.content_hash == item.content_hash), None)
        if same is not None:
            return ReceivedAttempt(same, created=False)
        enforced = turn.pipeline.enforces
        try:
            granted = _check_open(turn, self._last.get(turn.pk), undecided) if enforced else False
        except Conflict as refusal:
            return refusal
        if turn.turn_id in self._new:
            self._new.remove(turn.turn_id)  # inserted with this attempt counted
        else:
            self._changed[turn.turn_id] = turn
        turn.attempts_made += 1
        turn.updated_at = self._now
        attempt = _new_attempt(turn, item, self._now, enforced=enforced, granted=granted, waits=bool(undecided))
        undecided.append(attempt)
        self.attempts.append((attempt, item.submission))
        return ReceivedAttempt(attempt, created=True)

    def save(self) -> None:
        if self._changed:
            changed = sorted(self._changed.values(), key=lambda turn: turn.turn_id)
            Turn.objects.bulk_update(changed, ["attempts_made", "granted", "updated_at"])

    def _open(self, pipeline: Pipeline, items: Sequence[Item], *, sample: bool) -> None:
        opened = {row.turn_id: row for row in _insert_turns(pipeline, items, self._now, sample=sample)}
        self._turns |= opened
        self._new |= set(opened)
        self._undecided |= {turn.pk: [] for turn in opened.values()}
        self._lock(pipeline, {item.submission.turn_id for item in items} - set(opened))

    def _lock(self, pipeline: Pipeline, turn_ids: set[str]) -> None:
        if not turn_ids:
            return
        rows = Turn.objects.select_for_update().filter(pipeline=pipeline, turn_id__in=turn_ids).order_by("pk")
        locked = {turn.pk: turn for turn in rows}
        self._turns |= {turn.turn_id: turn for turn in locked.values()}
        self._undecided |= {key: [] for key in locked}
        begun = [turn.pk for turn in locked.values() if turn.attempts_made]
        if begun:
            for attempt in Attempt.objects.filter(turn__in=begun, state__in=UNDECIDED).order_by("number"):
                attempt.turn = locked[attempt.turn_id]
                self._undecided[attempt.turn_id].append(attempt)
        routed = [turn.pk for turn in locked.values() if turn.last_route]
        if routed and pipeline.enforces:
            self._last |= last_enforced(routed)
        for turn in locked.values():
            turn.pipeline = pipeline


def _insert_turns(pipeline: Pipeline, items: Sequence[Item], now: datetime, *, sample: bool) -> list[Turn]:
    """Inserts the turns of the items that do not exist, and returns them. If two transactions open a turn at the same
    time, the second insert waits for the first and then does nothing."""
    firsts: dict[str, Item] = {}
    for item in items:
        firsts.setdefault(item.submission.turn_id, item)
    rows = [
        Turn(
            pipeline=pipeline,
            turn_id=turn_id,
            session_id=first.submission.session_id,
            query=" ".join(first.query.split())[:300],
            sample=sample,
            attempts_made=1,
            created_at=now,
            updated_at=now,
        )
        for turn_id, first in sorted(firsts.items())
    ]
    keys = dict(insert_new(rows, returning=["turn_id", "id"]))
    new = [row for row in rows if row.turn_id in keys]
    for row in new:
        row.pk, row.attempts_made = keys[row.turn_id], 0
    return new


def _new_attempt(turn: Turn, item: Item, now: datetime, *, enforced: bool, granted: bool, waits: bool) -> Attempt:
    """An attempt that `waits` for an earlier one of its turn is enqueued when that one is recorded."""
    return Attempt(
        id=item.attempt_id,
        turn=turn,
        pipeline_id=turn.pipeline_id,
        number=turn.attempts_made,
        content_hash=item.content_hash,
        granted=granted,
        enforced=enforced,
        streamed=item.streamed,
        callback_url=item.submission.callback_url or "",
        submitted_at=now,
        enqueued_at=None if waits else now,
    )


def _insert(attempts: Sequence[tuple[Attempt, Submission]], by: str, now: datetime) -> None:
    traced = caller_context()
    notes = [(attempt.pk, note) for attempt, submission in attempts for note in submission.memory_candidates]
    insert_rows(
        [attempt for attempt, _ in attempts],
        NewRows(
            AttemptText,
            {},
            attempt_id=[attempt.pk for attempt, _ in attempts],
            context_md=[submission.context_md for _, submission in attempts],
            response_md=[submission.response_md for _, submission in attempts],
            user_query=[submission.query for _, submission in attempts],
            goals=[[asdict(goal) for goal in submission.goals] for _, submission in attempts],
            metadata=[stored_metadata(submission.metadata, traced) for _, submission in attempts],
        ),
        NewRows(
            MemoryCandidate,
            {"state": MemoryState.STAGED},
            attempt_id=[attempt_id for attempt_id, _ in notes],
            key=[note.key for _, note in notes],
            content=[note.content for _, note in notes],
        ),
        audit.events_of(
            by=by,
            verb="attempt.received",
            now=now,
            subjects={
                f"attempt:{attempt.pk}": {"turn": attempt.turn.turn_id, "number": attempt.number}
                for attempt, _ in attempts
            },
        ),
    )


def _correct_keys(
    pipeline: Pipeline, items: Sequence[Item], results: dict[uuid.UUID, ReceivedAttempt | DomainError]
) -> None:
    """Repairs keys that were stored for a new attempt which was not created: points them at the existing attempt, or
    deletes them if the item was refused."""
    keys = IdempotencyRecord.objects.filter(pipeline=pipeline, resource=KEYED)
    keyed = [(item, results[item.attempt_id]) for item in items if item.idempotency_key is not None]
    refused = [item.idempotency_key for item, result in keyed if isinstance(result, DomainError)]
    if refused:
        keys.filter(key__in=refused).delete()
    moved = {
        str(item.attempt_id): str(result.attempt.pk)
        for item, result in keyed
        if isinstance(result, ReceivedAttempt) and not result.created
    }
    records = list(keys.filter(resource_id__in=moved)) if moved else []
    for record in records:
        record.resource_id = moved[record.resource_id]
    if records:
        IdempotencyRecord.objects.bulk_update(records, ["resource_id"])


def _check_open(turn: Turn, last: Attempt | None, undecided: Sequence[Attempt]) -> bool:
    """Raises if the turn takes no further attempt after the `last` enforced one that has a route. Returns whether the
    attempt uses up a reviewer's grant, or takes over that of an attempt that halted."""
    closed_by = last.route if last is not None else ""
    if closed_by == Route.APPROVE:
        raise ProblemCode.TURN_CLOSED.error("approved", id=turn.turn_id)
    if turn.granted:
        turn.granted -= 1
        return True
    if closed_by == Route.FAIL:
        raise ProblemCode.TURN_CLOSED.error("failed", id=turn.turn_id)
    if any(attempt.granted for attempt in undecided):
        raise ProblemCode.TURN_CLOSED.error("granted", id=turn.turn_id)
    return last is not None and last.granted and last.route == Route.HALT
