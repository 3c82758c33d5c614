"""Settings, Notifications: all targets, for admins. Your notifications: a person's own targets and log. Both use the
same pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from validation.domain.errors import NotFound
from validation.notifications.web.page import TargetsPage
from validation.platform.pages.access import admin_action, admin_form, viewer_action, viewer_form

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class TargetViews:
    """`targets` shows the targets and the log; POST adds a target."""

    targets: View
    change: View
    test: View
    remove: View


def _views(form: Any, action: Any, page_of: Callable[[HttpRequest], TargetsPage]) -> TargetViews:
    """`form` and `action` are the decorators that check permissions."""

    def targets(request: HttpRequest) -> HttpResponseBase:
        return page_of(request).add()

    def of_one(act: Callable[[TargetsPage, UUID], HttpResponseBase]) -> View:
        def view(request: HttpRequest, pk: UUID) -> HttpResponseBase:
            page = page_of(request)
            try:
                return act(page, pk)
            except NotFound:
                return page.back("There is no such target.", refused=True)

        return view

    change, test, remove = (of_one(act) for act in (TargetsPage.change, TargetsPage.test, TargetsPage.remove))
    return TargetViews(form(targets), form(change), action(test), action(remove))


OF_ALL = _views(admin_form, admin_action, TargetsPage)
OWN = _views(viewer_form, viewer_action, lambda request: TargetsPage(request, request.user.get_username()))
