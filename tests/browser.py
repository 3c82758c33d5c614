"""A real Chromium for the tests: the system's own, driven by Playwright. Missing is one failing line, never a skip."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

NAMES = (
    # Without windows of its own: half the work of a whole browser, the same engine.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
SIZE = {"width": 1280, "height": 800}
EXPECTED_WITHIN_MS = 45_000
"""A limit, not a wait: on busy processors the drawing library alone keeps a page from answering for many seconds."""
SWITCHED_OFF = (
    # The address bar is a page too: two processes for each window, which nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Of Playwright's own list, which this one takes the place of, what a test could notice.
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "OptimizationHints",
    "MediaRouter",
)
QUIET = [
    # A browser in a test has nobody to phone; the rest of it Playwright has said already.
    "--disable-domain-reliability",
    # Names of other machines do not resolve, so that a page cannot send anything to one.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    f"--disable-features={','.join(SWITCHED_OFF)}",
]


def chromium_path() -> str:
    """$CHROMIUM, else the first browser on the path, else one that Playwright installed for itself."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    for found_here in sorted((Path.home() / ".cache" / "ms-playwright").glob("chromium-*/chrome-linux*/chrome")):
        return str(found_here)
    return pytest.fail("no Chromium: run `apt-get install chromium` as root, or name one in CHROMIUM.", pytrace=False)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser a file; each test opens pages in a context of its own.

    Not one a session: as long as Playwright is there, an event loop runs in this thread, and Django's client cannot
    call a view that is a coroutine.
    """
    path = chromium_path()
    expect.set_options(timeout=EXPECTED_WITHIN_MS)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *sandbox])
        yield browser
        browser.close()


def sign_in(context: BrowserContext, url: str, client: Client) -> None:
    """The browser gets the session of the client. Signing in by a link has tests of its own."""
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that fails its test when anything but an answer that was refused is an error in its console. It closes
    before its server ends and the database is emptied, whatever it still connects to."""
    if "asgi_server" in request.fixturenames:
        request.getfixturevalue("asgi_server")
    context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: _note(message.type, message.text, complaints))
    yield opened
    context.close()
    assert not complaints, "the browser complained: " + "; ".join(complaints)


def _note(kind: str, text: str, complaints: list[str]) -> None:
    if kind == "error" and not text.startswith("Failed to load resource"):
        complaints.append(text)
