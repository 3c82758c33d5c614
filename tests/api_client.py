"""A client that speaks as a pipeline with a key."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.described_answers import check_described
from validation.platform.keys import create_api_key


class ApiClient:
    """JSON in and out under /api/v1, with the key of one pipeline. What comes back is held against openapi.json."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self._checked("get", path, self._client.get(f"/api/v1{path}", headers=self._headers(headers)))

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self._send("post", path, json.dumps(body if body is not None else {}), headers)

    def post_raw(self, path: str, body: str | bytes, **headers: str) -> HttpResponse:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any) -> HttpResponse:
        return self._send("put", path, json.dumps(body), {})

    def patch(self, path: str, body: Any) -> HttpResponse:
        return self._send("patch", path, json.dumps(body), {})

    def delete(self, path: str) -> HttpResponse:
        return self._checked("delete", path, self._client.delete(f"/api/v1{path}", headers=self._headers({})))

    def _send(self, method: str, path: str, body: str | bytes, headers: dict[str, str]) -> HttpResponse:
        send = getattr(self._client, method)
        response = send(f"/api/v1{path}", data=body, content_type="application/json", headers=self._headers(headers))
        return self._checked(method, path, response)

    def _checked(self, method: str, path: str, response: HttpResponse) -> HttpResponse:
        check_described(method, f"/api/v1{path}", response)
        return response

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.secret}", **named}


MakeApi = Callable[..., ApiClient]


@pytest.fixture
def make_api(db: None) -> MakeApi:
    def make(*scopes: str, pipeline: str = "shop") -> ApiClient:
        _, secret = create_api_key(name="test", pipeline=pipeline, scopes=list(scopes), by="test", now=timezone.now())
        return ApiClient(secret)

    return make


@pytest.fixture
def api(make_api: MakeApi) -> ApiClient:
    """With every scope."""
    return make_api("ingest", "read", "review", "admin", "instance")
