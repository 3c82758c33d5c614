"""Browser pages that belong to a person who is signed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser import EXPECTED_WITHIN_MS, sign_in
from tests.desk.people import client_of
from tests.live import Site
from validation.platform.permissions import Role

Open = Callable[..., Page]
TOLERATED = ("Failed to load resource", "Response Status Error Code 403", "htmx:timeout", "htmx:sendError")
"""An answer that refuses something, or that a test holds back."""
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
"""What a test that took the network away is told."""


@pytest.fixture
def open_page(chromium: Browser, asgi_server: Site) -> Iterator[Open]:
    """`open_page("rita", Role.REVIEWER, "/desk/")`: each call is another browser, each name another person. None of the
    pages may log an error but those that are `TOLERATED`."""
    contexts = []
    people: dict[str, Client] = {}
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not (message.text.startswith(TOLERATED) or message.text.endswith(OFFLINE)):
            complaints.append(message.text)

    def open_as(
        name: str, role: Role, path: str = "/", *, width: int = 1440, height: int = 900, **more: object
    ) -> Page:
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, reduced_motion="reduce", **more)  # type: ignore[arg-type]
        contexts.append(context)
        if name not in people:
            people[name] = client_of(role, name)
        sign_in(context, asgi_server.url, people[name])
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(EXPECTED_WITHIN_MS)
        page.goto(asgi_server.url + path)
        return page

    yield open_as
    for context in contexts:
        context.close()
    assert complaints == [], complaints
