"""The platform and its three gates. After every migration the first policy and the roles are there."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ValidationConfig(AppConfig):
    name = "validation"
    verbose_name = "Validation"

    def ready(self) -> None:
        from validation import tasks

        assert tasks  # the kinds of work register where their tasks are
        post_migrate.connect(_lay_foundations, sender=self)
        _register_resources()


def _lay_foundations(**_: Any) -> None:
    from validation.policies.actions.foundations import lay_foundations

    lay_foundations()


def _register_resources() -> None:
    """An event carries its subject as the subject's own GET shows it; features say how."""
    from validation.desk.queries.interventions import intervention_resources
    from validation.platform.events.resource import register_resource
    from validation.platform.policies import policies_by_number
    from validation.query_analysis.queries.query_analyses import analysis_resources
    from validation.response.queries.attempt_resource import attempt_resources

    register_resource("attempt", attempt_resources)
    register_resource("intervention", intervention_resources)
    register_resource("policy", policies_by_number)
    register_resource("query_analysis", analysis_resources)
