"""Settings, Your notifications: where one person is told of what concerns them, with a log of their own."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from validation.notifications.web.page import TargetsPage
from validation.platform.pages.access import viewer_action, viewer_form

_ADDRESSES = {
    "list": "web:own_notifications",
    "change": "web:change_own_notification",
    "test": "web:test_own_notification",
    "remove": "web:remove_own_notification",
}


@viewer_form
def notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target."""
    return _page(request).add()


@viewer_form
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _page(request).change(pk)


@viewer_action
def test(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _page(request).test(pk)


@viewer_action
def remove(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _page(request).remove(pk)


def _page(request: HttpRequest) -> TargetsPage:
    return TargetsPage(request, _ADDRESSES, request.user.get_username())
