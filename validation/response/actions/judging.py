"""Who judges an attempt, and for how long: leases on rows, never on messages (DESIGN, section 3, rule 2).

1. `claim` takes a queued attempt by conditional update and gives it a lease token. An attempt waits while an earlier
   one of its turn is undecided, because loop limits count in order of submission.
2. Judging runs without a transaction.
3. `validation.response.actions.record` writes the result only while the token is still the attempt's own.
4. `sweep` puts attempts whose lease ran out back in the queue, and names all that have waited too long.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Value, When

from validation.domain.attempt import UNDECIDED, AttemptState, Goal, MemoryNote, Submission
from validation.models import Attempt, Policy
from validation.models.attempt import Rejudge
from validation.platform.policies import policy_in_force

LEASE = timedelta(seconds=120)
STALE = timedelta(seconds=15)
"""How long a queued attempt may wait before the sweeper calls for it again."""
MAX_TRIES = 5


@dataclass(frozen=True, slots=True)
class Claimed:
    """One judging to do. `number` is the judgement that is made; `policy` what decides; `comparison` says that the
    result is kept beside the decision in force instead of replacing it."""

    attempt_id: uuid.UUID
    token: uuid.UUID
    number: int
    submission: Submission
    policy: Policy
    comparison: bool
    tries: int


def claim(*, attempt_id: uuid.UUID, now: datetime, lease: timedelta = LEASE) -> Claimed | None:
    """None when somebody else has it, it is settled, or an earlier attempt of the turn comes first."""
    attempt = Attempt.objects.select_related("text", "turn").filter(pk=attempt_id).first()
    if attempt is None:
        return None
    token = uuid.uuid4()
    if not _take(attempt, token, now + lease):
        return None
    return Claimed(
        attempt_id=attempt.pk,
        token=token,
        number=_next_number(attempt),
        submission=_submission(attempt),
        policy=policy_in_force(),
        comparison=attempt.rejudge == Rejudge.COMPARE,
        tries=attempt.tries + 1,
    )


def _take(attempt: Attempt, token: uuid.UUID, until: datetime) -> bool:
    """Only as it was read: whoever had it in between has changed one of these."""
    as_read = Attempt.objects.filter(
        pk=attempt.pk, tries=attempt.tries, judgement_number=attempt.judgement_number, rejudge=attempt.rejudge
    )
    held = {"lease_token": token, "lease_until": until, "tries": attempt.tries + 1}
    if attempt.state == AttemptState.QUEUED:
        ready = as_read.filter(state=AttemptState.QUEUED)
        if attempt.number > 1:
            ready = ready.filter(~Exists(_earlier()))
        return bool(ready.update(state=AttemptState.JUDGING, **held))
    again = as_read.filter(_JUDGE_AGAIN).exclude(rejudge=Rejudge.NO)
    return bool(again.update(**held))


def _next_number(attempt: Attempt) -> int:
    """Judgements for comparison are counted too, and only a decided attempt has any."""
    if attempt.judgement_number is None:
        return 1
    return (attempt.judgements.aggregate(last=Max("number"))["last"] or 0) + 1


_JUDGE_AGAIN = Q(state=AttemptState.DECIDED, lease_token__isnull=True)


def _earlier() -> QuerySet[Attempt]:
    """Undecided attempts of the same turn that were submitted before."""
    return Attempt.objects.filter(turn=OuterRef("turn"), number__lt=OuterRef("number"), state__in=UNDECIDED)


def _ready() -> QuerySet[Attempt]:
    return Attempt.objects.filter(state=AttemptState.QUEUED).filter(~Exists(_earlier()))


def _to_judge_again() -> QuerySet[Attempt]:
    return Attempt.objects.filter(_JUDGE_AGAIN).exclude(rejudge=Rejudge.NO)


def _submission(attempt: Attempt) -> Submission:
    notes = attempt.memory.values_list("key", "content")
    return Submission(
        turn_id=attempt.turn.turn_id,
        session_id=attempt.turn.session_id,
        context_md=attempt.text.context_md,
        response_md=attempt.text.response_md,
        goals=tuple(Goal(**goal) for goal in attempt.text.goals),
        memory_candidates=tuple(MemoryNote(key, content) for key, content in notes),
        callback_url=attempt.callback_url or None,
        metadata=attempt.text.metadata,
    )


def give_back(*, claimed: Claimed) -> None:
    """Returns the attempt to the queue, unjudged; the sweeper calls for it again."""
    _free(Attempt.objects.filter(pk=claimed.attempt_id, lease_token=claimed.token))


def _free(held: QuerySet[Attempt]) -> None:
    held.update(
        state=Case(When(state=AttemptState.JUDGING, then=Value(AttemptState.QUEUED.value)), default=F("state")),
        lease_token=None,
        lease_until=None,
    )


def next_in_turn(attempt_id: uuid.UUID) -> uuid.UUID | None:
    """The queued attempt that waited for this one, if any."""
    turn = Attempt.objects.filter(pk=attempt_id).values("turn")[:1]
    return _ready().filter(turn=turn).order_by("number").values_list("pk", flat=True).first()


@transaction.atomic
def sweep(*, now: datetime, everything: bool = False, limit: int = 500) -> list[uuid.UUID]:
    """Puts back what a dead worker held and returns the ids that should be called for again, oldest first.
    `everything` names fresh ones too, for a start after which no message is on its way."""
    _free(Attempt.objects.filter(lease_until__lt=now))
    stale = Q() if everything else Q(submitted_at__lt=now - STALE) | Q(tries__gt=0)
    waiting = list(_ready().filter(stale).order_by("submitted_at").values_list("pk", flat=True)[:limit])
    again = _to_judge_again().order_by("submitted_at").values_list("pk", flat=True)[:limit]
    return [*waiting, *again]


def release_all_leases() -> None:
    """For a start of the embedded mode: its one process is the only judge, so every lease is a dead one's."""
    _free(Attempt.objects.filter(lease_token__isnull=False))
