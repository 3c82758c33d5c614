"""What axe-core holds against the page as it is shown, in both themes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser import EXPECTED_WITHIN_MS

GRAVE = ("serious", "critical")
BRIEF = {"resultTypes": ["violations"], "selectors": False}
"""Without the selectors of what was found: they take a seventh of the time, and the report shows the HTML."""
OF_COLOUR = BRIEF | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
OF_SCROLLING = BRIEF | {"runOnly": {"type": "rule", "values": ["scrollable-region-focusable"]}}
RUN = """async ([options, grave]) => {
    // What a rule finds is as grave as the rule: those of the others need not be looked for.
    const others = axe._audit.rules.filter(({ impact }) => impact && !grave.includes(impact));
    const rules = options.runOnly ? {} : Object.fromEntries(others.map(({ id }) => [id, { enabled: false }]));
    return (await axe.run({ ...options, rules })).violations;
}"""


SETTLED = """() => {
    const isInView = ({ top, bottom, height }) => height > 0 && top < innerHeight && bottom > 0;
    const undrawn = [...document.querySelectorAll("[data-chart]:not([data-drawn])")];
    const isDrawing = undrawn.some((chart) => isInView(chart.getBoundingClientRect()));
    const waits = isDrawing || document.querySelector(".htmx-request");
    window.quietFrames = waits ? 0 : (window.quietFrames ?? 0) + 1;
    return window.quietFrames > 8;
}"""
"""What a page asks for at once has come and is drawn. Some frames long, for what came may ask for more."""


def grave_faults(page: Page) -> list[str]:
    """Serious and critical ones: all their rules in the light theme, in the dark one those that a theme can break."""
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    found = _violations(page, BRIEF)
    page.emulate_media(color_scheme="dark")
    found += _violations(page, OF_COLOUR)
    page.emulate_media(color_scheme="light")
    return _grave(page, found)


def walk_for_faults(page: Page, origin: str, paths: Iterable[str]) -> list[str]:
    """The grave faults of all these pages."""
    found = []
    for path in paths:
        page.goto(origin + path)
        page.wait_for_function(SETTLED, timeout=EXPECTED_WITHIN_MS)
        found += grave_faults(page)
    return found


def colour_faults(page: Page) -> list[str]:
    """Those of colour alone, in the theme that is shown."""
    page.evaluate(AXE_SCRIPT)
    return _grave(page, _violations(page, OF_COLOUR))


def scrolling_faults(page: Page) -> list[str]:
    """What is longer than its place and cannot be scrolled by keyboard."""
    page.evaluate(AXE_SCRIPT)
    return _grave(page, _violations(page, OF_SCROLLING))


def _grave(page: Page, found: list[dict[str, Any]]) -> list[str]:
    return [
        f"{page.url} {one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in GRAVE
    ]


def _violations(page: Page, options: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(RUN, [options, list(GRAVE)])
    return found
