"""Rulings by a signed link (`platform.work.ruling_links`)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from validation.desk.actions.rulings import RulingText, rule
from validation.domain.errors import InputRejected
from validation.domain.intervention import Ruling
from validation.models import RulingRecord
from validation.platform import audit
from validation.platform.work.ruling_links import read_link

OFFERED = (Ruling.APPROVE, Ruling.CONFIRM_FAIL)


@transaction.atomic
def rule_by_link(*, token: str, ruling: str, message: str, confirm: Collection[str], now: datetime) -> RulingRecord:
    """By the person whom the link was sent to. Raises Conflict `link_invalid`, and what `rule` raises."""
    intervention, person = read_link(token, now=now, lock=True)
    if ruling not in OFFERED:
        raise InputRejected("ruling_unknown", "Approve or fail it; open the desk for more.")
    text = RulingText(note="By a signed link.", message=message if ruling == Ruling.CONFIRM_FAIL else "")
    record = rule(
        intervention_id=intervention.pk,
        ruling=Ruling(ruling),
        by=person.get_username(),
        now=now,
        text=text,
        subject_id=intervention.subject_id,
        confirmed=confirm,
    )
    audit.record(by=person.get_username(), verb="ruling_link.used", subject=f"intervention:{intervention.pk}", now=now)
    return record
