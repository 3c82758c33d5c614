"""The pages of the rail, in order. Each gate brings its own (`platform.gates`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.http import HttpRequest
from django.urls import reverse

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(NavigationPage):
    """A page as one request shows it."""

    href: str
    active: bool


def items_for(request: HttpRequest, scope: Scope) -> tuple[Item, ...]:
    """With the scope carried on."""
    of_gates = (gate.navigation for gate in gates() if gate.navigation is not None)
    pages = sorted((*PAGES, *of_gates), key=lambda page: (page.group, page.order))
    return tuple(_item(page, reverse(page.url_name), request, scope) for page in pages)


def _item(page: NavigationPage, url: str, request: HttpRequest, scope: Scope) -> Item:
    return Item(**asdict(page), href=scope.carried(url), active=_active(url, request))


def _active(url: str, request: HttpRequest) -> bool:
    if url == "/":
        return request.path == "/"
    return request.path.startswith(url) or (url == reverse("web:turns") and request.path.startswith("/attempts/"))
