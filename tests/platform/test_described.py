"""Calls made up from the API's own description: none breaks, none is answered with a page, and each answer is one that
the description tells of."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.api_client import ApiClient
from tests.described_answers import document_as_sent

# What a database alone could refuse of made-up input, NUL and numbers beyond its own, test_bad_input.py sends to both.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PATHS = json.loads(document_as_sent())["paths"]
OPERATIONS = [
    f"{method.upper()} {path}"
    for path, methods in PATHS.items()
    for method in methods
    if path != "/api/v1/attempts/stream"  # lines of a body that grows, over ASGI only: tests/response/test_stream.py
]


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Requests share the test's transaction, as those of Django's own client do."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(operation: str, api: ApiClient) -> None:
    # Only here: the import takes two seconds, and every worker collects this file.
    from tests.platform.described import send_made_up_calls

    send_made_up_calls(operation, api.secret)
