"""What people are told without having asked, and how often."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import StrEnum

AGAIN = timedelta(hours=24)
"""What lasts is told once more after this."""

QUIET = timedelta(hours=1)
"""What ends and begins again within this is not told a second time."""

RETRY = timedelta(minutes=10)
"""After a target could not be reached."""


class Notice(StrEnum):
    JUDGE_AWAY = "judge_away"
    REVIEW_OVERDUE = "review_overdue"
    AUDIT_DUE = "audit_due"
    DRIFT_FOUND = "drift_found"


def choose_due(
    holding: Collection[Notice], told: Mapping[Notice, datetime], *, now: datetime
) -> tuple[list[Notice], dict[Notice, datetime]]:
    """Which of the notices that hold now are to be told, and when each was told last if they are. `told` is what
    `choose_due` gave the time before."""
    kept = {notice: at for notice, at in told.items() if notice in holding or now - at < QUIET}
    due = [notice for notice in Notice if notice in holding and (notice not in kept or now - kept[notice] >= AGAIN)]
    return due, kept | dict.fromkeys(due, now)
