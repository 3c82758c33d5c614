"""Notices that are sent to people, and how often."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from validation.domain.clock import MAX_CLOCK_SKEW

AGAIN = timedelta(hours=24)
"""A notice that still holds is repeated after this time."""

QUIET = timedelta(hours=1)
"""A notice that ends and recurs within this time is not repeated."""

RETRY = timedelta(minutes=10)
"""Time to a retry after a target could not be reached."""


class Notice(StrEnum):
    JUDGE_AWAY = "judge_away"
    CRITICAL_OPEN = "critical_open"
    REVIEW_OVERDUE = "review_overdue"
    AUDIT_DUE = "audit_due"
    DRIFT_FOUND = "drift_found"
    RULING_ASKED = "ruling_asked"
    """Mailed to one person: items that they may rule on by a link. Each is sent once."""
    MENTIONED = "mentioned"
    ASSIGNED = "assigned"


@dataclass(frozen=True, slots=True)
class Hours:
    """When a target may be notified, in its time zone. `digest_at` combines notices into one message a day."""

    zone: str = "UTC"
    quiet_from: time | None = None
    quiet_until: time | None = None
    digest_at: time | None = None

    def are_quiet(self, now: datetime) -> bool:
        if self.quiet_from is None or self.quiet_until is None:
            return False
        local = now.astimezone(ZoneInfo(self.zone)).time()
        if self.quiet_from < self.quiet_until:
            return self.quiet_from <= local < self.quiet_until
        return local >= self.quiet_from or local < self.quiet_until  # over midnight

    def digest_is_due(self, last: datetime, now: datetime) -> bool:
        """Whether the time of the digest has passed since `last`, or the clock was set back behind `last`."""
        if self.digest_at is None:
            return False
        zone = ZoneInfo(self.zone)
        today = now.astimezone(zone).date()
        # In UTC, since Python compares two times of one zone by their clocks: a time that the change to summer time
        # skips would seem past before it is.
        moment = datetime.combine(today, self.digest_at, zone).astimezone(UTC)
        if moment > now:
            moment = datetime.combine(today - timedelta(days=1), self.digest_at, zone).astimezone(UTC)
        return last < moment or last > now + MAX_CLOCK_SKEW


def choose_due(
    holding: Collection[Notice], told_at: Mapping[Notice, datetime], *, now: datetime
) -> tuple[list[Notice], dict[Notice, datetime]]:
    """The notices to send now, and the time each was last sent, assuming they are sent. `told_at` is the second result
    of the previous call; what it has from before the clock was set back does not count."""
    past = {notice: at for notice, at in told_at.items() if at <= now + MAX_CLOCK_SKEW}
    kept = {notice: at for notice, at in past.items() if notice in holding or now - at < QUIET}
    due = [notice for notice in Notice if notice in holding and (notice not in kept or now - kept[notice] >= AGAIN)]
    return due, kept | dict.fromkeys(due, now)
