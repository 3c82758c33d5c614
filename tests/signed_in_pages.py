"""People at their browsers: Django's client signed in by role, and a real page signed in."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.browser import sign_in
from tests.desk.people import client_of
from tests.live import Site
from validation.platform.permissions import Role


@pytest.fixture
def viewer(db: None) -> Client:
    return client_of(Role.VIEWER)


@pytest.fixture
def reviewer(db: None) -> Client:
    return client_of(name="rita")


@pytest.fixture
def admin(db: None) -> Client:
    return client_of(Role.ADMIN, "anna")


@pytest.fixture
def desk_page(asgi_server: Site, page: Page) -> Page:
    """A page signed in as a reviewer; addresses may be given without the host."""
    sign_in(page.context, asgi_server.url, client_of(name="mara"))
    return page
