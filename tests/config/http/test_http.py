"""What every answer of the site carries, whatever made it."""

from __future__ import annotations

import http.client
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import Settings

from config.http.middleware import request_id_of
from tests.live import Site

LIMIT = 8 * 1024 * 1024


@pytest.mark.parametrize("sent", ["trace-7", "a" * 128, "req_01.b:c"])
def test_a_plain_request_id_is_kept(sent: str) -> None:
    assert request_id_of(sent) == sent


@pytest.mark.parametrize("sent", [None, "", "two words", "a" * 129, "x\r\nSet-Cookie: a=b", "ä", "<script>"])
def test_any_other_request_id_is_replaced(sent: str | None) -> None:
    assert request_id_of(sent) != sent


@pytest.mark.parametrize("path", ["/healthz", "/sign-in/", "/api/v1/nowhere", "/nowhere"])
def test_every_answer_says_its_request_id(asgi_server: Site, path: str) -> None:
    answer = httpx.get(f"{asgi_server.url}{path}", headers={"X-Request-ID": "trace-7"})
    assert answer.headers["X-Request-ID"] == "trace-7"


def test_no_page_allows_inline_scripts(asgi_server: Site) -> None:
    policy = httpx.get(f"{asgi_server.url}/sign-in/").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["script-src"] == "'self'"


def test_a_declared_body_over_the_limit_is_refused_before_it_is_sent(asgi_server: Site) -> None:
    connection = http.client.HTTPConnection(urlsplit(asgi_server.url).netloc, timeout=10)
    connection.putrequest("POST", "/api/v1/attempts")
    connection.putheader("Content-Length", str(50 * 1024 * 1024))
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")
    connection.close()


def test_a_body_without_a_length_is_refused_when_it_grows_over_the_limit(asgi_server: Site) -> None:
    chunks = (b"x" * 1024 * 1024 for _ in range(12))
    with httpx.Client(timeout=20) as client:
        try:
            answer = client.post(f"{asgi_server.url}/api/v1/attempts", content=chunks)
        except httpx.WriteError:
            return  # the answer came and the connection was closed while we were still sending
    assert answer.status_code == 413


def test_the_charts_library_is_served_from_here(asgi_server: Site) -> None:
    answer = httpx.get(f"{asgi_server.url}/static/plotly/plotly.min.js")
    assert answer.status_code == 200
    assert len(answer.content) > 1_000_000


@pytest.mark.parametrize("path", ["css/app.css", "js/desk/desk.js", "plotly/plotly.min.js", "icons/sprite.svg"])
def test_a_static_file_is_for_this_site_and_of_the_type_that_is_told(asgi_server: Site, path: str) -> None:
    headers = httpx.head(f"{asgi_server.url}/static/{path}").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.fixture(params=["sent", "collected"])
def stylesheet(request: pytest.FixtureRequest, tmp_path: Path, settings: Settings) -> str:
    """As the embedded mode sends it, and as it is in the folder that production serves."""
    if request.param == "sent":
        site: Site = request.getfixturevalue("asgi_server")
        return httpx.get(f"{site.url}/static/css/app.css").text
    settings.STATIC_ROOT = str(tmp_path)
    call_command("collectstatic", interactive=False, verbosity=0)
    return (tmp_path / "css" / "app.css").read_text()


def test_the_stylesheet_is_one_file_in_the_order_of_its_parts(stylesheet: str) -> None:
    parts = settings.ROOT / "static" / "css" / "parts"
    places = [
        stylesheet.index((parts / f"{name}.css").read_text())
        for name in ("tokens", "base", "narrow", "desk", "retrievals")
    ]
    assert places == sorted(places)
    assert all(part.read_text() in stylesheet for part in parts.iterdir())
    assert "@import" not in stylesheet


@pytest.mark.parametrize("path", ["css/app.css", "plotly/plotly.min.js"])
def test_an_unchanged_static_file_is_not_sent_again(asgi_server: Site, path: str) -> None:
    url = f"{asgi_server.url}/static/{path}"
    tag = httpx.head(url).headers["ETag"]
    again = httpx.get(url, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(url, headers={"If-None-Match": '"another"'}).status_code == 200


def test_the_stylesheet_takes_no_other_method(asgi_server: Site) -> None:
    assert httpx.post(f"{asgi_server.url}/static/css/app.css").status_code == 405


@pytest.mark.parametrize("path", ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/nothing.js"])
def test_only_known_static_files_are_served(asgi_server: Site, path: str) -> None:
    assert httpx.get(asgi_server.url + path).status_code == 404
