"""Browser pages that belong to a person, signed in the way people are: by a link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page

from tests.factories import person
from tests.live import Site
from validation.actions.sign_in import sign_in_link
from validation.live import Topic, publish
from validation.permissions import Role

Open = Callable[..., Page]
WAIT_MS = 15_000


def sign_in(page: Page, site: Site, name: str, role: Role) -> None:
    link = sign_in_link(user=person(name, role), now=timezone.now(), base_url=site.url)
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{site.url}/")


def tell(topic: Topic, subject_id: object) -> None:
    """Publishes as a worker does. In a thread of its own, for Playwright keeps an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(publish, topic, str(subject_id)).result()


@pytest.fixture
def open_page(chromium: Browser, asgi_server: Site) -> Iterator[Open]:
    """`open_page("rita", Role.REVIEWER, "/desk/")`: each call is another person in another browser."""
    contexts = []

    def open_as(
        name: str, role: Role, path: str = "/", *, width: int = 1440, height: int = 900, **more: object
    ) -> Page:
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, reduced_motion="reduce", **more)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        sign_in(page, asgi_server, name, role)
        page.goto(asgi_server.url + path)
        return page

    yield open_as
    for context in contexts:
        context.close()
