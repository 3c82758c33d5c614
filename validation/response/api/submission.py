"""What a caller hands over for judging, read and checked: the same for single calls and for the items of a batch."""

from __future__ import annotations

import uuid

from validation.context_md.parser import parse
from validation.context_md.require import require_query, require_response
from validation.domain.attempt import Goal, MemoryNote, Submission
from validation.platform.events.targets import check_target
from validation.response.actions.receive import Item
from validation.response.requests import AttemptIn, StreamedAttemptIn


def item_of(body: AttemptIn, idempotency_key: str | None, new_id: uuid.UUID | None = None) -> Item:
    """Raises InputRejected for a context without a query, an empty response, a target that must not be called."""
    submission = _submission(body)
    query = require_query(parse(submission.context_md))
    require_response(submission.response_md)
    return Item(
        submission=submission,
        query=query.raw or query.resolved,
        idempotency_key=idempotency_key,
        streamed=isinstance(body, StreamedAttemptIn),
        attempt_id=new_id or uuid.uuid4(),
    )


def _submission(body: AttemptIn) -> Submission:
    if body.callback_url is not None:
        check_target(body.callback_url, field="callback_url")
    return Submission(
        turn_id=body.turn_id,
        session_id=body.session_id,
        context_md=body.context(),
        response_md=body.response_md,
        goals=tuple(Goal(goal.id, goal.description) for goal in body.goals),
        memory_candidates=tuple(MemoryNote(note.key, note.content) for note in body.memory_candidates),
        callback_url=body.callback_url,
        metadata=body.metadata,
    )
