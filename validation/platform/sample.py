"""The sample story: its pipeline, the format of its files, how much of it is stored, and its removal. The files of each
part are next to the code that loads them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Self

from django.db import transaction
from pydantic import BaseModel, ConfigDict

from validation.domain.attempt import RESPONSE
from validation.models import Attempt, Intervention, Turn
from validation.platform import audit
from validation.platform.events.forget import forget_events
from validation.platform.gates import SamplePart, gates
from validation.platform.work.judge_calls import PRINCIPLES, forget_calls

PIPELINE = "showcase"
REVIEWER = "sample-reviewer"


class SampleLine(BaseModel):
    """One record of the story. `days` in a line is how many days ago it happened."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, place: Path) -> tuple[Self, ...]:
        """Reads a file with one JSON object per line."""
        return tuple(map(cls.model_validate_json, place.read_text(encoding="utf-8").splitlines()))


@transaction.atomic
def remove_sample(*, by: str, now: datetime) -> int:
    """Deletes the story and returns the number of turns. The audit trail is kept, as for every deletion."""
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


def sample_parts() -> tuple[SamplePart, ...]:
    """The parts of all gates, in their order."""
    return tuple(gate.sample for gate in gates() if gate.sample is not None)


def sample_size() -> dict[str, int]:
    """Number of stored records by label: the story's own, then those of other apps."""
    return {
        "turns": Turn.objects.filter(sample=True).count(),
        "attempts": Attempt.objects.filter(turn__sample=True).count(),
        "interventions": Intervention.objects.filter(sample=True).count(),
        **{part.label: part.size() for part in sample_parts()},
    }
