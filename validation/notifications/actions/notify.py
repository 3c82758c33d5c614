"""Sends due notices to targets, combined into one message per target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from validation.domain.operations.notices import AGAIN, RETRY, Notice, choose_due
from validation.models import NotificationRecord, NotificationTarget
from validation.models.operations.notification import Channel, NotificationOutcome
from validation.notifications.actions.send import send_message
from validation.notifications.queries.notices import NoticeText
from validation.notifications.queries.ruling_links import links_to_rule
from validation.notifications.queries.targets import assignments_of, mentions_of
from validation.platform.people import is_colleague

KEPT = timedelta(days=30)
"""How long lines of the log are kept."""
PERSONAL = {Notice.RULING_ASKED: links_to_rule, Notice.MENTIONED: mentions_of, Notice.ASSIGNED: assignments_of}
"""Notices about the person of a target; each item is sent once."""


class _ClaimedTarget(NamedTuple):
    """What this worker has claimed to send. `asked_before` is the previous `asked_at` of the target."""

    target: NotificationTarget
    due: list[Notice]
    news: list[NoticeText]
    asked_before: datetime | None


def notify_target(*, target_id: UUID, holding: Mapping[Notice, NoticeText], now: datetime) -> bool:
    """Returns whether a message was delivered. Marks what is due as sent before sending, so that no two workers send
    it; after a failure it is due again after `RETRY`."""
    claimed = _claim(target_id, holding, now)
    if claimed is None:
        return False
    texts = [*(holding[one] for one in claimed.due if one in holding), *claimed.news]
    site = claimed.target.site
    error = send_message(claimed.target, "\n".join(f"{one.text} {site}{one.path}" for one in texts))
    _finish(claimed, error, now)
    return not error


def note(
    target: NotificationTarget, outcome: NotificationOutcome, notices: Sequence[str], now: datetime, reason: str = ""
) -> None:
    """Adds a line to the log and deletes old ones."""
    NotificationRecord.objects.filter(at__lt=now - KEPT).delete()
    about = {"target": str(target), "person": target.person, "notices": list(notices)}
    NotificationRecord.objects.create(**about, outcome=outcome, reason=reason, at=now)


def outcome_of(error: str) -> NotificationOutcome:
    return NotificationOutcome.FAILED if error else NotificationOutcome.SENT


@transaction.atomic
def _claim(target_id: UUID, holding: Mapping[Notice, NoticeText], now: datetime) -> _ClaimedTarget | None:
    rows = NotificationTarget.objects.select_related("pipeline").select_for_update(of=("self",))
    target = rows.filter(pk=target_id).first()
    if target is None or target.confirmed_at is None or (target.person and not is_colleague(target.person)):
        return None
    told_before, asked_before = target.told, target.asked_at
    wanted = [notice for notice in Notice if notice in holding and notice in target.notices]
    due = _digest(target, wanted, now) if target.digest_at else _due(target, wanted, now)
    if due and not target.digest_at and target.hours.are_quiet(now):
        _hold(target, due, now)
        return None
    news = _news(target, now) if _may_have_news(target, now) else {}
    due += news
    if due:
        target.held, target.tried_at = [], now
    if due or target.digested_at == now or target.told != told_before:
        target.save(update_fields=["told", "held", "digested_at", "tried_at"])
    return _ClaimedTarget(target, due, list(chain.from_iterable(news.values())), asked_before) if due else None


def _may_have_news(target: NotificationTarget, now: datetime) -> bool:
    if not target.person or _failed_lately(target, now):
        return False
    return target.digested_at == now if target.digest_at else not target.hours.are_quiet(now)


def _news(target: NotificationTarget, now: datetime) -> dict[Notice, list[NoticeText]]:
    """New items since the last message, by notice."""
    since = target.asked_at or target.created_at
    wanted = [notice for notice in PERSONAL if notice in target.notices]
    if target.channel != Channel.MAIL and Notice.RULING_ASKED in wanted:
        wanted.remove(Notice.RULING_ASKED)  # several people may read a chat
    found = {
        notice: PERSONAL[notice](target.person, pipeline=target.pipeline, since=since, now=now) for notice in wanted
    }
    target.asked_at = now
    target.save(update_fields=["asked_at"])
    return {notice: texts for notice, texts in found.items() if texts}


def _due(target: NotificationTarget, wanted: list[Notice], now: datetime) -> list[Notice]:
    told_at = {Notice(notice): datetime.fromisoformat(at) for notice, at in target.told.items()}
    due, told_at = choose_due(wanted, told_at, now=now)
    target.told = {notice: at.isoformat() for notice, at in told_at.items()}
    return due


def _digest(target: NotificationTarget, wanted: list[Notice], now: datetime) -> list[Notice]:
    """Everything that holds, once a day; retried after a failure, but not every minute."""
    if _failed_lately(target, now) or not target.hours.digest_is_due(target.digested_at or target.created_at, now):
        return []
    target.digested_at = now
    return wanted


def _failed_lately(target: NotificationTarget, now: datetime) -> bool:
    return bool(target.last_error) and target.tried_at is not None and abs(now - target.tried_at) < RETRY


def _hold(target: NotificationTarget, due: list[Notice], now: datetime) -> None:
    """Postpones the notices until the end of the quiet hours, and logs this once."""
    if target.held != due:
        note(target, NotificationOutcome.HELD, due, now, f"Quiet hours until {target.quiet_until:%H:%M}.")
        target.held = due
        target.save(update_fields=["held"])


@transaction.atomic
def _finish(claimed: _ClaimedTarget, error: str, now: datetime) -> None:
    note(claimed.target, outcome_of(error), claimed.due, now, error)
    found = NotificationTarget.objects.select_for_update().filter(pk=claimed.target.pk).first()
    if found is None:
        return
    found.last_error = error
    if error:
        found.told = {**found.told, **dict.fromkeys(claimed.due, (now - AGAIN + RETRY).isoformat())}
        found.digested_at, found.asked_at = None, claimed.asked_before
    else:
        found.last_sent_at = now
    found.save(update_fields=["told", "digested_at", "asked_at", "last_error", "last_sent_at"])
