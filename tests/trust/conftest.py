"""What tests of trust share."""

from __future__ import annotations

import pytest

from validation.trust.queries import reviewers


@pytest.fixture(autouse=True)
def another_instance() -> None:
    """What was counted in another test is of other answers."""
    reviewers._count_past.cache_clear()
