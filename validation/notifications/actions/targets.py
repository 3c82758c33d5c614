"""Whom to tell: added, changed and removed by admins."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, time
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from validation.domain.errors import FieldError, InputRejected, NotFound
from validation.domain.operations.notices import Hours, Notice
from validation.models import NotificationTarget
from validation.models.operations.notification import Channel
from validation.platform import audit
from validation.platform.events.targets import check_target

MOST_TARGETS = 50


@transaction.atomic
def add_target(
    *, channel: str, address: str, notices: list[str], site: str, by: str, now: datetime, person: str = "", **hours: Any
) -> NotificationTarget:
    """`hours` are those of `Hours`, as text. Raises InputRejected `notification_target_invalid`, or `target_refused`
    for a url that must not be called."""
    _check_address(channel, address)
    if NotificationTarget.objects.count() >= MOST_TARGETS:
        raise _refused("address", f"There are {MOST_TARGETS} targets already. Remove one first.")
    target = NotificationTarget(channel=channel, address=address, site=site, created_at=now, created_by=by)
    _set(target, notices=notices, person=person, hours=_hours(**hours))
    target.save(force_insert=True)
    _record("notification_target.added", target, by, now)
    return target


@transaction.atomic
def change_target(
    *, target_id: UUID, notices: list[str], by: str, now: datetime, person: str = "", **hours: Any
) -> NotificationTarget:
    """What it is told and when; for another address it is added anew. Raises NotFound, and what `add_target` raises."""
    target = NotificationTarget.objects.select_for_update().filter(pk=target_id).first()
    if target is None:
        raise unknown_target(target_id)
    _set(target, notices=notices, person=person, hours=_hours(**hours))
    target.held = []
    target.save()
    _record("notification_target.changed", target, by, now)
    return target


def unknown_target(target_id: UUID) -> NotFound:
    return NotFound("notification_target_unknown", f"There is no notification target {target_id}.")


@transaction.atomic
def remove_target(*, target: NotificationTarget, by: str, now: datetime) -> None:
    _record("notification_target.removed", target, by, now)
    target.delete()


def _check_address(channel: str, address: str) -> None:
    if channel not in list(Channel):
        raise _refused("channel", f"Choose one of: {', '.join(Channel)}.")
    if channel == Channel.MAIL:
        _check_mail(address)
        return
    check_target(address, field="address")
    if channel == Channel.PAGERDUTY and "routing_key=" not in urlsplit(address).query:
        raise _refused("address", "Give https://events.pagerduty.com/v2/enqueue?routing_key=KEY.")


def _check_mail(address: str) -> None:
    if not settings.EMAIL_HOST:
        raise _refused("channel", "Mail is not set up. An operator sets COUNTERSIGN_SMTP_URL.")
    try:
        validate_email(address)
    except ValidationError:
        raise _refused("address", "This is no mail address. Give one like team@example.com.") from None


def _set(target: NotificationTarget, *, notices: list[str], person: str, hours: Hours) -> None:
    chosen: list[str] = [notice for notice in Notice if notice in notices]
    if not chosen:
        raise _refused("notices", "Choose at least one.")
    if person and target.channel != Channel.MAIL:
        raise _refused("person", "A person is named for a mail address only.")
    if person and not User.objects.filter(username=person, is_active=True).exists():
        raise _refused("person", "There is no such person. Add them under Settings, People.")
    target.notices, target.person = chosen, person
    for name, value in asdict(hours).items():
        setattr(target, name, value)


def _hours(
    quiet_from: str | None = None, quiet_until: str | None = None, digest_at: str | None = None, zone: str = ""
) -> Hours:
    zone = zone.strip() or "UTC"
    if zone not in available_timezones():
        raise _refused("zone", "There is no such time zone. Give one like Europe/Berlin.")
    start, end = _time("quiet_from", quiet_from), _time("quiet_until", quiet_until)
    if (start is None) != (end is None) or (start is not None and start == end):
        raise _refused("quiet_until", "Quiet hours need a beginning and another end.")
    digest = _time("digest_at", digest_at)
    if digest is not None and start is not None:
        raise _refused("digest_at", "A daily message needs no quiet hours. Leave one of them empty.")
    return Hours(zone, start, end, digest)


def _time(field: str, given: str | None) -> time | None:
    if not given:
        return None
    try:
        found = time.fromisoformat(given)
    except ValueError:
        raise _refused(field, "Give a time like 22:00.") from None
    if found.tzinfo is not None:
        raise _refused(field, "Give a time like 22:00, and its time zone as zone.")
    return found


def _refused(field: str, message: str) -> InputRejected:
    return InputRejected("notification_target_invalid", message, (FieldError(field, message),))


def _record(verb: str, target: NotificationTarget, by: str, now: datetime) -> None:
    audit.record(by=by, verb=verb, subject=f"notification_target:{target.pk}", now=now, channel=target.channel)
