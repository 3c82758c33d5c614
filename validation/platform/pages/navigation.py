"""The pages of the rail, in order. Pages of other apps join by the setting COUNTERSIGN_PAGES, which `config` fills."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from validation.platform.pages.scope import Scope


@dataclass(frozen=True, slots=True)
class Page:
    """`letter` follows `g` on the keyboard; `group` is the block of the rail, `order` the place in it."""

    label: str
    icon: str
    url_name: str
    letter: str
    group: int
    order: int
    counted: bool = False


PAGES = (
    Page("Overview", "overview", "web:overview", "o", 0, 10),
    Page("Review desk", "desk", "web:desk", "d", 0, 20, counted=True),
    Page("Turns", "turns", "web:turns", "t", 0, 30),
    Page("Query analyses", "query", "web:query_analyses", "q", 1, 20),
    Page("Orchestration", "orchestration", "web:orchestration", "r", 1, 30),
    Page("Insights", "insights", "web:insights", "i", 2, 10),
    Page("Policies", "policies", "web:policies", "p", 2, 20),
    Page("Settings", "settings", "web:settings", "s", 2, 30),
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
    pages = sorted((*PAGES, *extra_pages()), key=lambda page: (page.group, page.order))
    found = ((page, _address(page)) for page in pages)
    return tuple(
        Item(page.label, page.icon, scope.carried(url), page.letter, page.group, _active(url, request), page.counted)
        for page, url in found
        if url
    )


def extra_pages() -> tuple[Page, ...]:
    return tuple(Page(*fields) for fields in getattr(settings, "COUNTERSIGN_PAGES", ()))


def _address(page: Page) -> str:
    try:
        return reverse(page.url_name)
    except NoReverseMatch:
        return ""


def _active(url: str, request: HttpRequest) -> bool:
    if url == "/":
        return request.path == "/"
    return request.path.startswith(url) or (url == reverse("web:turns") and request.path.startswith("/attempts/"))
