"""Confirms mail addresses by a signed link that is mailed to them, since anybody can enter an address."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse

from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.models import NotificationRecord, NotificationTarget
from validation.notifications.actions.notify import note, outcome_of
from validation.notifications.actions.send import send_message
from validation.platform import audit

LIFETIME = timedelta(days=7)
AGAIN = timedelta(minutes=5)
"""Least time between two links to the same address, which may be a stranger's."""
SUBJECT = "Confirm notifications from Countersign"


def request_confirmation(target: NotificationTarget, *, by: str, now: datetime) -> str:
    """Mails the link. Returns why it was not sent, or an empty string."""
    mailed = NotificationRecord.objects.filter(target=str(target), notices=[])
    if mailed.filter(at__gt=now - AGAIN, at__lte=now + MAX_CLOCK_SKEW).exists():
        return f"This address was mailed just now. Try again in {AGAIN.seconds // 60} minutes."
    text = (
        f"{by} asks Countersign to send notifications to this address. Until you confirm it, nothing else is sent.\n\n"
        f"Confirm within {LIFETIME.days} days: {target.site}{_link(target, now)}\n\n"
        "If you do not know of this, ignore this message."
    )
    error = send_message(target, text, subject=SUBJECT)
    note(target, outcome_of(error), [], now, error or f"A link to confirm it, asked for by {by}.")
    target.last_error = error
    target.save(update_fields=["last_error"])
    return error


@transaction.atomic
def confirm_target(token: str, *, now: datetime) -> NotificationTarget:
    """Confirms the address; may be repeated. Raises what `read_confirmation` raises."""
    target = read_confirmation(token, now=now)
    if target.confirmed_at is None:
        NotificationTarget.objects.filter(pk=target.pk).update(confirmed_at=now)
        subject = f"notification_target:{target.pk}"
        audit.record(by="signed link", verb="notification_target.confirmed", subject=subject, now=now)
    return target


def read_confirmation(token: str, *, now: datetime) -> NotificationTarget:
    """The target that the link is about. Raises Conflict `link_invalid`."""
    try:
        pk, ends = _signer().unsign_object(token)
    except (BadSignature, ValueError):
        raise ProblemCode.LINK_INVALID.error("incomplete") from None
    if now.timestamp() >= ends:
        raise ProblemCode.LINK_INVALID.error("late", days=LIFETIME.days)
    return ProblemCode.LINK_INVALID.unless(NotificationTarget.objects.filter(pk=UUID(pk)).first(), "address")


def _link(target: NotificationTarget, now: datetime) -> str:
    token = _signer().sign_object([target.pk.hex, int((now + LIFETIME).timestamp())])
    return reverse("web:confirm_notification", args=[token])


def _signer() -> Signer:
    return Signer(salt="countersign.notification_target")
