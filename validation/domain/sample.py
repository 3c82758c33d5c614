"""What each gate adds to the sample story."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class SamplePart(Protocol):
    """Both writes are atomic and may be repeated."""

    label: str
    """What is counted, in the plural: `beliefs`."""

    def load(self, *, now: datetime) -> None:
        """Adds the part when it is not there. Called once the turns of the story are stored."""
        ...

    def remove(self, *, by: str, now: datetime) -> None:
        """Takes away all that `load` added and nothing else."""
        ...

    def size(self) -> int:
        """How many are stored."""
        ...
