"""Settings, Notifications: whom the instance tells by itself, and of what."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from validation.notifications.web.page import TargetsPage
from validation.platform.pages.access import admin_action, admin_form

_ADDRESSES = {
    "list": "web:notifications",
    "change": "web:change_notification",
    "test": "web:test_notification",
    "remove": "web:remove_notification",
}


@admin_form
def notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target."""
    return TargetsPage(request, _ADDRESSES).add()


@admin_form
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request, _ADDRESSES).change(pk)


@admin_action
def test(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request, _ADDRESSES).test(pk)


@admin_action
def remove(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request, _ADDRESSES).remove(pk)
