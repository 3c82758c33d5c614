"""The whole way: a call over HTTP, a worker on the queue, and the verdict in the same call."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from django.utils import timezone

from tests.live import Site
from tests.retrieval.site.conftest import submission
from validation.platform.keys import create_api_key


def _post(site: Site, **headers: str) -> httpx.Response:
    _, secret = create_api_key(name="test", pipeline="shop", scopes=["ingest", "read"], by="test", now=timezone.now())
    told: dict[str, Any] = {"json": submission(), "headers": {"Authorization": f"Bearer {secret}", **headers}}
    return httpx.post(f"{site.url}/api/v1/retrievals", timeout=60, **told)


@pytest.mark.usefixtures("worker")
def test_a_call_that_waits_gets_the_verdict(asgi_server: Site) -> None:
    answer = _post(asgi_server, Prefer="wait=50")
    assert (answer.status_code, answer.json()["answer_present"]) == (200, "Yes")


def test_a_call_that_waits_in_vain_gets_a_status_address(asgi_server: Site) -> None:
    answer = _post(asgi_server, Prefer="wait=1")
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert answer.headers["Preference-Applied"] == "wait=1"
