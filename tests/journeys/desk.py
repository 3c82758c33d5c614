"""The review desk as a browser sees it: what its parts are called in the page is known here alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.signed_in import Open
from validation.models import Intervention
from validation.platform.permissions import Role


def open_desk(open_page: Open, name: str = "rita", **size: int) -> Page:
    return open_page(name, Role.REVIEWER, "/desk/", **size)


def address_of(page: Page) -> str:
    """The id of the item that is open."""
    return page.url.split("/desk/")[1].split("/")[0]


def is_open(page: Page, work: Intervention) -> None:
    expect(page).to_have_url(re.compile(f"/desk/{work.pk}/"))


def row(page: Page, work: Intervention) -> Locator:
    return page.locator(f"#row-{work.pk}")


def item(page: Page) -> Locator:
    return page.locator("#desk-item")


def foot(page: Page) -> Locator:
    """The bar of rulings below an item."""
    return page.locator("#desk-foot")


def button(page: Page, key: str) -> Locator:
    """The ruling that `key` chooses."""
    return page.locator(f"#foot-{key}")


def question(page: Page) -> Locator:
    """What a ruling asks to be confirmed."""
    return page.locator(".desk-ask")


def hints(page: Page) -> Locator:
    return page.locator("#hints-revise")


def submit(page: Page) -> Locator:
    return page.locator("#desk-form button[type=submit]")


def toast(page: Page) -> Locator:
    return page.locator(".desk-toast")


def toasts(page: Page) -> Locator:
    """Where toasts appear."""
    return page.locator("#desk-toasts")
