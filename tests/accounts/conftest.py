"""Who works with the settings."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.desk.people import client_of
from validation.platform.permissions import Role


@pytest.fixture
def admin() -> Client:
    return client_of(Role.ADMIN, "anna")
