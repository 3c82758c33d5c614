"""Every journey opens its pages as somebody."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.journeys.signed_in import open_page
from validation.domain.policy import overridden
from validation.platform.policies import policy_in_force
from validation.policies.actions.policies import publish

__all__ = ["open_page"]


@pytest.fixture
def minutes_to_undo(transactional_db: None) -> None:
    """A ruling can be undone for ten minutes: on busy processors the ten seconds of the default may pass before a page
    has shown it."""
    document = overridden(policy_in_force().read(), {"interventions": {"undo_seconds": 600}}).model_dump(mode="json")
    publish(document=document, reason="Busy processors.", by="anna", now=timezone.now())
