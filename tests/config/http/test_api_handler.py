"""The API's own way through Django: what it must not lose of the site's."""

from __future__ import annotations

import httpx
import pytest
from django.utils import timezone

from tests.live import Site
from validation.platform.keys import create_api_key, revoke_api_key

SAME = ("X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "X-Frame-Options")


@pytest.fixture
def key(transactional_db: None) -> str:
    return create_api_key(name="t", pipeline="shop", scopes=["read"], by="test", now=timezone.now())[1]


def test_answers_of_the_api_carry_the_headers_of_every_answer(asgi_server: Site) -> None:
    page, answer = (httpx.get(f"{asgi_server.url}{path}") for path in ("/sign-in/", "/api/v1/turns"))
    assert {name: answer.headers[name] for name in SAME} == {name: page.headers[name] for name in SAME}
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_host_that_is_not_ours_is_refused_as_a_problem(asgi_server: Site) -> None:
    answer = httpx.get(f"{asgi_server.url}/api/v1/turns", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")


def test_the_pages_of_the_api_belong_to_the_site(asgi_server: Site) -> None:
    assert "script-src" in httpx.get(f"{asgi_server.url}/api/v1/docs").headers["Content-Security-Policy"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["docs", "openapi.json"])
def test_what_can_only_be_read_refuses_other_methods_as_a_problem(asgi_server: Site, path: str, method: str) -> None:
    answer = httpx.request(method, f"{asgi_server.url}/api/v1/{path}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, "application/problem+json")


def test_a_key_that_is_revoked_here_is_refused_at_once(asgi_server: Site, key: str) -> None:
    from validation.models import ApiKey

    headers = {"Authorization": f"Bearer {key}"}
    assert httpx.get(f"{asgi_server.url}/api/v1/turns", headers=headers).status_code == 200
    revoke_api_key(key=ApiKey.objects.get(), by="test", now=timezone.now())
    assert httpx.get(f"{asgi_server.url}/api/v1/turns", headers=headers).status_code == 401
