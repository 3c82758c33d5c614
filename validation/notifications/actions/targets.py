"""Adds, changes, tests and removes notification targets, for admins or for the person a target belongs to."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.notices import Hours, Notice
from validation.models import AuditEvent, NotificationTarget, Pipeline
from validation.models.operations.notification import Channel
from validation.notifications.actions.confirmation import request_confirmation
from validation.notifications.actions.notify import note, outcome_of
from validation.notifications.actions.send import send_message
from validation.notifications.queries.targets import Targets, targets_of_person
from validation.notifications.services.apprise import check_service
from validation.platform import audit
from validation.platform.events.targets import check_target

_refused = ProblemCode.NOTIFICATION_TARGET_INVALID.error

MOST_SHARED = 50
MOST_OF_ONE = 10
"""Most targets of one person."""
TEST_AGAIN = timedelta(seconds=30)
"""Least time between two tests of a target, which may be somebody else's address."""
_TESTED = "notification_target.tested"


def add_target(*, channel: str, address: str, site: str, by: str, now: datetime, **settings: Any) -> NotificationTarget:
    """Adds a target; a mail address is mailed a confirmation link. `settings` are the parameters of `_set`. Raises
    InputRejected `notification_target_invalid`, or `target_refused` for a URL that must not be called."""
    _check_address(channel, address)
    target = NotificationTarget(channel=channel, address=address, site=site, created_at=now, created_by=by)
    target.confirmed_at = None if channel == Channel.MAIL else now
    with transaction.atomic():
        _set(target, **settings)
        target.save(force_insert=True)
        _record("notification_target.added", target, by, now)
    if target.confirmed_at is None:
        request_confirmation(target, by=by, now=now)
    return target


@transaction.atomic
def change_target(*, target_id: UUID, targets: Targets, by: str, now: datetime, **settings: Any) -> NotificationTarget:
    """Changes notices and hours; another address needs a new target. Raises NotFound unless it is in `targets`, and
    what `add_target` raises."""
    target = find_target(targets.select_for_update(of=("self",)), target_id)
    _set(target, **settings)
    target.held = []
    target.save()
    _record("notification_target.changed", target, by, now)
    return target


@transaction.atomic
def remove_target(*, target_id: UUID, targets: Targets, by: str, now: datetime) -> None:
    """Raises NotFound unless it is in `targets`."""
    target = find_target(targets, target_id)
    _record("notification_target.removed", target, by, now)
    target.delete()


def send_test(*, target_id: UUID, targets: Targets, by: str, now: datetime) -> str:
    """Sends a test message, or the confirmation link again if the target is not confirmed. Returns why it was not
    delivered, or an empty string. Raises NotFound."""
    target, text = find_target(targets, target_id), f"A test by {by}."
    if target.confirmed_at is None:
        return request_confirmation(target, by=by, now=now)
    tests = AuditEvent.objects.filter(verb=_TESTED, subject=_subject(target))
    if tests.filter(at__gt=now - TEST_AGAIN, at__lte=now + MAX_CLOCK_SKEW).exists():
        return f"It was tested just now. Try again in {TEST_AGAIN.seconds} s."
    _record(_TESTED, target, by, now)
    error = send_message(target, f"{text} {target.site}")
    note(target, outcome_of(error), [], now, error or text)
    return error


def find_target(targets: Targets, target_id: UUID) -> NotificationTarget:
    """Raises NotFound."""
    return ProblemCode.NOTIFICATION_TARGET_UNKNOWN.unless(targets.filter(pk=target_id).first(), id=target_id)


def _check_address(channel: str, address: str) -> None:
    if channel not in list(Channel):
        raise _refused("channel", field="channel", known=", ".join(Channel))
    if channel == Channel.MAIL:
        _check_mail(address)
    elif channel == Channel.CHAT:
        check_target(address, field="address")
    elif error := check_service(address):
        raise _refused(detail=error, field="address")


def _check_mail(address: str) -> None:
    if not settings.EMAIL_HOST:
        raise _refused("smtp", field="channel")
    try:
        validate_email(address)
    except ValidationError:
        raise _refused("mail", field="address") from None


def _set(
    target: NotificationTarget, *, notices: list[str], person: str = "", pipeline: str | None = "", **hours: Any
) -> None:
    """Validates and sets the fields; `hours` are the fields of `Hours`, as text."""
    chosen: list[str] = [notice for notice in Notice if notice in notices]
    if not chosen:
        raise _refused("notices", field="notices")
    if target._state.adding or person != target.person:
        _check_person(person)
    target.notices, target.person, target.pipeline = chosen, person, _pipeline(pipeline)
    for name, value in asdict(_hours(**hours)).items():
        setattr(target, name, value)


def _check_person(person: str) -> None:
    """Raises InputRejected unless the person exists and may have another target."""
    if person and not User.objects.filter(username=person, is_active=True).exists():
        raise _refused("person", field="person")
    most = MOST_OF_ONE if person else MOST_SHARED
    if targets_of_person(person).count() >= most:
        raise _refused("most", field="address", most=most)


def _pipeline(name: str | None) -> Pipeline | None:
    found = Pipeline.objects.filter(name=name).first() if name else None
    if name and found is None:
        raise _refused("pipeline", field="pipeline")
    return found


def _hours(
    quiet_from: str | None = None, quiet_until: str | None = None, digest_at: str | None = None, zone: str = ""
) -> Hours:
    zone = zone.strip() or "UTC"
    if zone not in available_timezones():
        raise _refused("zone", field="zone")
    start, end = _time("quiet_from", quiet_from), _time("quiet_until", quiet_until)
    if (start is None) != (end is None) or (start is not None and start == end):
        raise _refused("quiet", field="quiet_until")
    digest = _time("digest_at", digest_at)
    if digest is not None and start is not None:
        raise _refused("digest", field="digest_at")
    return Hours(zone, start, end, digest)


def _time(field: str, given: str | None) -> time | None:
    if not given:
        return None
    try:
        found = time.fromisoformat(given)
    except ValueError:
        raise _refused("time", field=field) from None
    if found.tzinfo is not None:
        raise _refused("time_zone", field=field)
    return found


def _record(verb: str, target: NotificationTarget, by: str, now: datetime) -> None:
    audit.record(by=by, verb=verb, subject=_subject(target), now=now, channel=target.channel)


def _subject(target: NotificationTarget) -> str:
    return f"notification_target:{target.pk}"
