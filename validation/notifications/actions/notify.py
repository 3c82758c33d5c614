"""Tells targets what holds now and was not told lately. One message a target, whatever there is to tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from validation.domain.operations.notices import AGAIN, RETRY, Notice, choose_due
from validation.models import NotificationTarget
from validation.notifications.actions.send import send_message
from validation.notifications.queries.notices import NoticeText


def notify_target(*, target_id: UUID, holding: Mapping[Notice, NoticeText], now: datetime) -> bool:
    """True when something was sent. What is due is marked as told before it is sent, so that no two workers tell it;
    if it does not arrive it is due again after `RETRY`."""
    claimed = _claim(target_id, holding, now)
    if claimed is None:
        return False
    target, due = claimed
    error = send_message(target, _text(target.site, [holding[notice] for notice in due]))
    _finish(target, due, error, now)
    return not error


@transaction.atomic
def _claim(
    target_id: UUID, holding: Mapping[Notice, NoticeText], now: datetime
) -> tuple[NotificationTarget, list[Notice]] | None:
    target = NotificationTarget.objects.select_for_update().filter(pk=target_id).first()
    if target is None:
        return None
    wanted = [notice for notice in holding if notice in target.notices]
    told = {Notice(notice): datetime.fromisoformat(at) for notice, at in target.told.items()}
    due, told = choose_due(wanted, told, now=now)
    _store(target, told)
    return (target, due) if due else None


def _text(site: str, notices: Iterable[NoticeText]) -> str:
    return "\n".join(f"{one.text} {site}{one.path}" for one in notices)


@transaction.atomic
def _finish(target: NotificationTarget, due: list[Notice], error: str, now: datetime) -> None:
    found = NotificationTarget.objects.select_for_update().filter(pk=target.pk).first()
    if found is None:
        return
    found.last_error = error
    if error:
        _store(found, {**found.told, **dict.fromkeys(due, now - AGAIN + RETRY)})
    else:
        found.last_sent_at = now
    found.save(update_fields=["last_error", "last_sent_at"])


def _store(target: NotificationTarget, told: Mapping[Notice, datetime | str]) -> None:
    stored = {notice: at if isinstance(at, str) else at.isoformat() for notice, at in told.items()}
    if stored != target.told:
        target.told = stored
        target.save(update_fields=["told"])
