"""How much of the sample story is stored, and which apps have a part in it."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.sample import SamplePart
from validation.models import Attempt, Intervention, Turn
from validation.platform.gates import gates


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
