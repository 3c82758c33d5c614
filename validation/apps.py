"""The platform and its three gates. After every migration the first policy and the roles are there."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ValidationConfig(AppConfig):
    name = "validation"
    verbose_name = "Validation"

    def ready(self) -> None:
        post_migrate.connect(_lay_foundations, sender=self)


def _lay_foundations(**_: Any) -> None:
    from validation.policies.actions.foundations import lay_foundations

    lay_foundations()
