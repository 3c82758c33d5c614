"""Fixtures that every area shares; the heavier ones live beside what they start."""

from __future__ import annotations

import pytest

pytest_plugins = ["tests.browser", "tests.live", "tests.rows", "tests.fleet.running"]


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The databases end with their servers (tests.services): nobody needs to take them away."""
    return True
