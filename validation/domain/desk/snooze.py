"""Rules for snoozing interventions; the due time is unchanged (DESIGN, section 8)."""

from __future__ import annotations

from datetime import datetime, timedelta

from validation.domain.errors import clock_of
from validation.domain.intervention import Priority

LONGEST = timedelta(days=30)
PRESETS = (timedelta(hours=1), timedelta(hours=4), timedelta(days=1), timedelta(days=3), timedelta(days=7))


def snooze_refusal(*, until: datetime, due_at: datetime, priority: str, now: datetime) -> str:
    """Why it cannot be snoozed until then, or empty. Only critical items must return before they are due; others expire
    as usual while snoozed."""
    if until <= now:
        return "Choose a time that is still to come."
    if until > now + LONGEST:
        return f"Choose a time within {LONGEST.days} days."
    if priority == Priority.CRITICAL and until > due_at:
        return f"This is critical: it can be snoozed until it is due ({clock_of(due_at)}) at most."
    return ""


def latest_snooze(*, due_at: datetime, priority: str, now: datetime) -> datetime:
    """The latest time until which it can be snoozed."""
    return min(due_at, now + LONGEST) if priority == Priority.CRITICAL else now + LONGEST


def snooze_presets(*, due_at: datetime, priority: str, now: datetime) -> tuple[timedelta, ...]:
    """The presets that are allowed."""
    return tuple(
        one for one in PRESETS if not snooze_refusal(until=now + one, due_at=due_at, priority=priority, now=now)
    )
