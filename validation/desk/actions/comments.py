"""Comments on an intervention. Each stays as it was written; closed work can still be talked about."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from validation.desk.schemas import CommentOut
from validation.domain.desk.mentions import find_mentions
from validation.domain.errors import Conflict, InputRejected
from validation.domain.event import EventType
from validation.domain.intervention import Kind
from validation.models import Comment, Mention
from validation.platform import audit
from validation.platform.events.events import emit_work
from validation.platform.people import colleagues
from validation.platform.work.locks import lock_intervention

LONGEST = 4_000
MOST = 500
"""Comments on one intervention."""


@transaction.atomic
def add_comment(*, intervention_id: uuid.UUID, text: str, by: str, now: datetime) -> Comment:
    """With those of the colleagues whom it mentions by `@name`. Raises InputRejected `comment_invalid`, Conflict
    `too_many_comments`."""
    text = _checked(text)
    intervention = lock_intervention(intervention_id)
    if intervention.comments.count() >= MOST:
        raise Conflict("too_many_comments", most=MOST)
    comment = Comment.objects.create(intervention=intervention, by=by, at=now, text=text)
    called = find_mentions(text, colleagues())
    Mention.objects.bulk_create([Mention(comment=comment, person=name, at=now) for name in called])
    audit.record_work(intervention.pk, by=by, verb="commented", now=now, mentions=called)
    if intervention.kind != Kind.AUDIT:
        told = {"comment": CommentOut.of(comment)}
        emit_work(EventType.INTERVENTION_COMMENTED, intervention, now=now, also=told)
    return comment


def _checked(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST:
        told = f"A comment has at most {LONGEST:,} characters." if text else "Write a comment first."
        raise InputRejected("comment_invalid", told, field="text")
    return text
