"""A real Chromium for the tests: the system's own, driven by Playwright. Missing is one failing line, never a skip."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
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


class _Running:
    """Chromium under Playwright from `launch` to `end`; it can be launched again."""

    def __init__(self) -> None:
        self._to_end = ExitStack()
        self._browser: Browser | None = None

    def launch(self) -> Browser:
        """The browser that is running, else a new one."""
        if self._browser is None:
            path = chromium_path()
            expect.set_options(timeout=EXPECTED_WITHIN_MS)
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            playwright = self._to_end.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *sandbox])
            self._to_end.callback(self._browser.close)
        return self._browser

    def end(self) -> None:
        self._browser = None
        self._to_end.close()


_running = _Running()


@pytest.fixture
def chromium() -> Browser:
    """One browser for tests of consecutive files; each test opens pages in a context of its own."""
    return _running.launch()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """The browser ends before a file that begins without one. As long as Playwright is there, an event loop runs in
    this thread, and Django's client cannot call a view that is a coroutine."""
    if nextitem is None or (nextitem.path != item.path and "chromium" not in getattr(nextitem, "fixturenames", ())):
        _running.end()


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
