"""How long records are kept, and what a deletion of old ones reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class PruneResult:
    """`days` None means that this kind is never deleted. `going` is the number deleted, or in a preview to be deleted;
    `kept_for_work` are as old but kept."""

    name: str
    description: str
    days: int | None
    before: datetime | None
    held: int
    oldest: datetime | None
    going: int
    kept_for_work: int
