"""People at their browsers: Django's client signed in by role, and a real page signed in."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests import factories
from tests.browser import sign_in
from tests.desk.people import client_of as person_client
from tests.live import Site
from validation.platform.permissions import Role


def client_of(role: Role | None) -> Client:
    client = Client()
    client.force_login(factories.person(role=role))
    return client


@pytest.fixture
def viewer(db: None) -> Client:
    return client_of(Role.VIEWER)


@pytest.fixture
def desk_page(asgi_server: Site, page: Page) -> Page:
    """A page signed in as a reviewer; addresses may be given without the host."""
    sign_in(page.context, asgi_server.url, client_of(Role.REVIEWER))
    return page


@pytest.fixture
def reviewer(db: None) -> Client:
    return person_client(name="rita")
