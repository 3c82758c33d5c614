"""Signing in by link, in a real browser: the way every first start begins."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.live import Site
from validation.accounts.actions.sign_in import sign_in_link

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ada(transactional_db: None) -> User:
    admin = User.objects.create_user("ada")
    admin.groups.add(Group.objects.get(name="admin"))
    return admin


@pytest.fixture
def link(asgi_server: Site, ada: User) -> str:
    return sign_in_link(user=ada, now=timezone.now(), base_url=str(asgi_server))


def press(page: Page, link: str) -> None:
    """Opens the link and presses the one button, which has the focus."""
    page.goto(link)
    expect(page.get_by_role("button", name="Sign in")).to_be_focused()
    page.keyboard.press("Enter")


def test_a_link_leads_to_the_overview_with_one_press(page: Page, asgi_server: Site, link: str) -> None:
    press(page, link)
    page.wait_for_url(f"{asgi_server}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    expect(page.locator(".live")).to_have_text("Live")  # else the database is emptied while it connects


def test_a_link_used_before_says_so(page: Page, asgi_server: Site, link: str) -> None:
    press(page, link)
    page.wait_for_url(f"{asgi_server}/")
    page.context.clear_cookies()
    press(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")


def test_the_link_that_a_start_prints_needs_no_press(page: Page, asgi_server: Site, ada: User) -> None:
    page.goto(sign_in_link(user=ada, now=timezone.now(), base_url=str(asgi_server), direct=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
