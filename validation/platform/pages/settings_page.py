"""What the pages of the settings share: their tabs, a secret that is shown once, and a refusal told in place."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.shown_once import forget_secret, take_secret
from validation.platform.permissions import Role, can, can_administer

TABS = (
    ("People", "web:people", Role.ADMIN),
    ("Pipelines", "web:pipelines", Role.ADMIN),
    ("API keys", "web:keys", Role.ADMIN),
    ("Webhooks", "web:webhooks", Role.ADMIN),
    ("Notifications", "web:notifications", Role.ADMIN),
    ("Judge", "web:judge", Role.VIEWER),
    ("Status", "status_page", Role.VIEWER),
    ("Retention", "web:retention", Role.ADMIN),
    ("Audit log", "web:audit", Role.ADMIN),
    ("Sample data", "web:sample", Role.ADMIN),
    ("Your notifications", "web:own_notifications", Role.VIEWER),
)


@viewer_page
def settings(request: HttpRequest) -> HttpResponse:
    """The first page that the person may open."""
    first = next(name for _, name, role in TABS if can(request.user, role))
    return HttpResponseRedirect(reverse(first))


def show_settings(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """Settings hold for all pipelines at all times, so the top bar offers neither, unless `context` says otherwise. A
    secret that the page was led to with is in the context, this one time."""
    tabs = [(label, reverse(name)) for label, name, role in TABS if can(request.user, role)]
    shared = {
        "tabs": [(label, href, request.path.startswith(href)) for label, href in tabs],
        "hide_pipeline": True,
        "hide_range": True,
        "can_administer": can_administer(request.user),
    }
    secret = take_secret(request)
    response = render_page(request, template, {**shared, **context, **secret}, status=status)
    if secret:
        forget_secret(request, response)
    return response


def back_to(request: HttpRequest, name: str, told: str = "", *, refused: bool = False) -> HttpResponse:
    if told:
        messages.add_message(request, messages.WARNING if refused else messages.SUCCESS, told)
    return HttpResponseRedirect(reverse(name))
