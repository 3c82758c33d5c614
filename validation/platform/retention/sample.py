"""Takes the sample story away, with everything that hangs on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from validation.domain.attempt import RESPONSE
from validation.models import Attempt, Intervention, Turn
from validation.platform import audit
from validation.platform.gates import SamplePart, gates
from validation.platform.retention.retained import forget_events
from validation.platform.work.judge_calls import PRINCIPLES, forget_calls


@transaction.atomic
def remove_sample(*, by: str, now: datetime) -> int:
    """How many turns went. The audit trail stays, as it does for every deletion."""
    for part in sample_parts():
        part.remove(by=by, now=now)
    turns = Turn.objects.filter(sample=True)
    work = Intervention.objects.filter(sample=True)
    attempts = Attempt.objects.filter(turn__in=turns).values_list("pk", flat=True)
    forget_events("attempt", attempts)
    forget_calls([RESPONSE, PRINCIPLES], [str(pk) for pk in attempts])
    forget_events("intervention", work.values_list("pk", flat=True))
    work.delete()
    removed = turns.count()
    turns.delete()
    audit.record(by=by, verb="sample.removed", subject="sample:story", now=now, turns=removed)
    return removed


@dataclass(frozen=True, slots=True)
class SampleSize:
    """`rows` are (label, number), those of other apps behind the story's own."""

    rows: tuple[tuple[str, int], ...]

    @property
    def stored(self) -> bool:
        return any(number for _, number in self.rows)


def sample_parts() -> tuple[SamplePart, ...]:
    """Of the gates, in their order."""
    return tuple(gate.sample for gate in gates() if gate.sample is not None)


def sample_size() -> SampleSize:
    own = (
        ("turns", Turn.objects.filter(sample=True).count()),
        ("attempts", Attempt.objects.filter(turn__sample=True).count()),
        ("interventions", Intervention.objects.filter(sample=True).count()),
    )
    return SampleSize((*own, *((part.label, part.size()) for part in sample_parts())))
