"""A person at the desk, ten seconds later."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.intervention import Ruling
from validation.models import Intervention, Occurrence


def rule_now(intervention_id: str | None, ruling: Ruling, **text: str) -> None:
    now = timezone.now()
    rule(intervention_id=uuid.UUID(intervention_id), ruling=ruling, by="ada", now=now, text=RulingText(**text))
    finalize_due(now=now + timedelta(seconds=11))


def expire_now() -> None:
    """Nobody rules in time, and the policy says that what waits fails."""
    now = timezone.now()
    Intervention.objects.update(on_expiry="fail", due_at=now)
    Occurrence.objects.update(at=now - timedelta(days=30))
    expire_due(now=now)
