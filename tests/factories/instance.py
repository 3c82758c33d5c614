"""People, pipelines and policies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import Group, User

from validation.domain.policy import PolicyDocument
from validation.models import (
    Pipeline,
    Policy,
    Webhook,
)
from validation.platform.events.targets import add_webhook
from validation.platform.permissions import Role
from validation.policies.actions.policies import override

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)


def person(name: str = "mara", role: Role | None = Role.REVIEWER, *, password: str = "") -> User:
    user = User.objects.create_user(name, password=password or None)
    if role is not None:
        user.groups.add(Group.objects.get_or_create(name=role.value)[0])
    return user


def pipeline(name: str = "shop-assistant") -> Pipeline:
    return Pipeline.objects.get_or_create(
        name=name, defaults={"callback_secret": "whsec_dGVzdA==", "created_at": NOON}
    )[0]


def policy(number: int = 1) -> Policy:
    return Policy.objects.get_or_create(
        number=number,
        defaults={
            "document": PolicyDocument().model_dump(mode="json"),
            "author": "system",
            "reason": "The defaults of the specifications.",
            "published_at": NOON - timedelta(days=30),
        },
    )[0]


def writes_no_evidence(of: str = "shop-assistant") -> None:
    """From here on, by the pipeline's own policy."""
    overrides = {"response": {"writes_no_evidence": True}}
    override(pipeline=pipeline(of), overrides=overrides, reason="It only talks.", by="anna", now=NOON)


def a_hook(url: str = "https://example.com/hook") -> Webhook:
    return add_webhook(pipeline=pipeline("shop"), url=url, types=[], by="test", now=NOON)
