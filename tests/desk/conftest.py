from __future__ import annotations

import pytest
from django.test import Client

from tests.desk.people import client_of


@pytest.fixture
def reviewer(db: None) -> Client:
    return client_of(name="rita")
