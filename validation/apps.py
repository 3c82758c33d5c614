"""The platform and its three gates. After every migration the first policy and the roles are there."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ValidationConfig(AppConfig):
    name = "validation"
    verbose_name = "Validation"

    def ready(self) -> None:
        post_migrate.connect(_make_defaults, sender=self)
        post_migrate.connect(_make_triggers, sender=self)
        _register_gates()
        _register_resources()
        _register_trust()


def _make_defaults(**_: Any) -> None:
    from validation.policies.actions.policies import ensure_defaults

    ensure_defaults()


def _make_triggers(using: str, **_: Any) -> None:
    from validation.platform.tallies.triggers import make_triggers

    make_triggers(using=using)


def _register_gates() -> None:
    from validation.desk.queries.interventions import CLOSED
    from validation.orchestration import registration as orchestration
    from validation.platform.gates import register
    from validation.platform.tallies.calls import CALLS, DELIVERIES
    from validation.platform.tallies.source import register_source
    from validation.query_analysis import registration as query_analysis
    from validation.response import registration as response

    register(response.GATE)
    register(query_analysis.GATE)
    register(orchestration.GATE)
    for source in (CALLS, CLOSED, *DELIVERIES):
        register_source(source)


def _register_resources() -> None:
    """What events tell of that belongs to no gate."""
    from validation.desk.queries.interventions import intervention_resources
    from validation.platform.events.events import register_resource
    from validation.platform.policies import policies_by_number

    register_resource("intervention", intervention_resources)
    register_resource("policy", policies_by_number)


def _register_trust() -> None:
    from validation.trust.registration import register

    register()
