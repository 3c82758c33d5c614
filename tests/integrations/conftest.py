"""A live instance with a worker, called as gateways call it."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from django.utils import timezone

from tests.integrations.gateway import Ask
from tests.live import Site
from validation.platform.keys import create_api_key


@pytest.fixture
def ask(asgi_server: Site, worker: None) -> Ask:
    key = create_api_key(name="gateway", pipeline="shop", scopes=["ingest"], by="test", now=timezone.now())[1]

    def post(path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        named = {name.replace("_", "-"): value for name, value in headers.items()} or {"x-api-key": key}
        url = f"{asgi_server.url}/api/v1/guardrails/{path}"
        answer = httpx.post(url, content=json.dumps(body), headers={"x-api-key": key} | named, timeout=60.0)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    return post
