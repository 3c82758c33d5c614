"""What axe-core holds against the page as it is shown, in both themes."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")
OF_COLOUR = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


def grave_faults(page: Page) -> list[str]:
    """Serious and critical ones: all rules in the light theme, in the dark one those that a theme can break."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options=OF_COLOUR).response["violations"]
    page.emulate_media(color_scheme="light")
    return [
        f"{page.url} {one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in GRAVE
    ]
