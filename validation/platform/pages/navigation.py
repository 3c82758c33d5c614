"""The pages of the rail, in order. Each gate brings its own (`platform.gates`)."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from validation.platform.gates import NavigationPage, gates
from validation.platform.pages.scope import Scope

PAGES = (
    NavigationPage("Overview", "overview", "web:overview", "o", 0, 10),
    NavigationPage("Review desk", "desk", "web:desk", "d", 0, 20, counted=True),
    NavigationPage("Turns", "turns", "web:turns", "t", 0, 30),
    NavigationPage("Insights", "insights", "web:insights", "i", 2, 10),
    NavigationPage("Policies", "policies", "web:policies", "p", 2, 20),
    NavigationPage("Settings", "settings", "web:settings", "s", 2, 30),
)


@dataclass(frozen=True, slots=True)
class Item:
    label: str
    icon: str
    href: str
    letter: str
    group: int
    active: bool
    counted: bool


def items_for(request: HttpRequest, scope: Scope) -> tuple[Item, ...]:
    """The pages that exist, with the scope carried on."""
    of_gates = (gate.navigation for gate in gates() if gate.navigation is not None)
    pages = sorted((*PAGES, *of_gates), key=lambda page: (page.group, page.order))
    found = ((page, _address(page)) for page in pages)
    return tuple(
        Item(page.label, page.icon, scope.carried(url), page.letter, page.group, _active(url, request), page.counted)
        for page, url in found
        if url
    )


def _address(page: NavigationPage) -> str:
    try:
        return reverse(page.url_name)
    except NoReverseMatch:
        return ""


def _active(url: str, request: HttpRequest) -> bool:
    if url == "/":
        return request.path == "/"
    return request.path.startswith(url) or (url == reverse("web:turns") and request.path.startswith("/attempts/"))
