"""What every database needs before anything can be judged: policy number 1 and the three roles."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from validation.domain.policy import PolicyDocument
from validation.models import Policy
from validation.platform.permissions import Role


@transaction.atomic
def ensure_defaults() -> None:
    """Idempotent; run after every migration."""
    for role in Role:
        Group.objects.get_or_create(name=role.value)
    Policy.objects.get_or_create(
        number=1,
        defaults={
            "document": PolicyDocument().model_dump(mode="json"),
            "author": "system",
            "reason": "The defaults of the specifications.",
            "published_at": timezone.now(),
        },
    )
