"""Shared parts of the settings pages (tabs, messages after an action), and the pages for retention and sample data."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings as conf
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from validation.domain.errors import DomainError
from validation.platform.live import Topic, publish
from validation.platform.pages.access import View, admin_form, admin_page, viewer_page
from validation.platform.pages.page import NO_SCOPE, acting, render_page
from validation.platform.pages.shown_once import forget_secret, take_secret
from validation.platform.permissions import Role, can, can_administer
from validation.platform.retained import ESTIMATED_FROM
from validation.platform.retention import preview_prune
from validation.platform.sample import remove_sample, sample_size

P = ParamSpec("P")
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
    """Redirects to the first page that the user may open."""
    first = next(name for _, name, role in TABS if can(request.user, role))
    return HttpResponseRedirect(reverse(first))


def show_settings(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """Renders a settings page without the choice of pipeline and range, unless `context` says otherwise. Adds a secret
    from `redirect_to_secret` to the context, once."""
    tabs = [(label, reverse(name)) for label, name, role in TABS if can(request.user, role)]
    shared = {
        "tabs": [(label, href, request.path.startswith(href)) for label, href in tabs],
        **NO_SCOPE,
        "can_administer": can_administer(request.user),
    }
    secret = take_secret(request)
    response = render_page(request, template, {**shared, **context, **secret}, status=status)
    if secret:
        forget_secret(request, response)
    return response


def back_to(request: HttpRequest, name: str, message: str, *, refused: bool = False, taken: str = "") -> HttpResponse:
    """`taken` is the key of a draft that the browser can delete."""
    messages.add_message(request, messages.WARNING if refused else messages.SUCCESS, message, extra_tags=taken)
    return HttpResponseRedirect(reverse(name))


def shows_message(name: str) -> Callable[[Callable[Concatenate[HttpRequest, P], str]], View[P]]:
    """Decorator for an action of that settings page: shows the returned message there, or the refusal."""

    def goes_back(act: Callable[Concatenate[HttpRequest, P], str]) -> View[P]:
        @wraps(act)
        def view(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return back_to(request, name, act(request, *args, **kwargs))
            except DomainError as error:
                return back_to(request, name, error.detail, refused=True)

        return cast(View[P], view)

    return goes_back


@admin_page
def retention(request: HttpRequest) -> HttpResponse:
    """Counts what would be deleted only on request, because that reads every old key."""
    counted = request.GET.get("count") == "yes"
    keep = conf.COUNTERSIGN_RETENTION
    context = {
        "kinds": preview_prune(keep=keep, now=timezone.now(), count=counted),
        "counted": counted,
        "any_kept": bool(keep),
        "estimated_from": ESTIMATED_FROM,
    }
    return show_settings(request, "platform/settings/retention.html", context)


@admin_form
def sample(request: HttpRequest) -> HttpResponse:
    """POST removes the sample data; open pages refresh at once."""
    if request.method != "POST":
        size = sample_size()
        context = {"size": size, "stored": any(size.values())}
        return show_settings(request, "platform/settings/sample.html", context)
    removed = remove_sample(**acting(request))
    for topic in (Topic.ATTEMPTS, Topic.INTERVENTIONS):
        publish(topic, "sample")
    turns = "1 sample turn is" if removed == 1 else f"{removed} sample turns are"
    return back_to(request, "web:sample", f"{turns} removed, with all that hung on them.")
